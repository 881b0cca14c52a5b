import { AgeCell } from '@kubescript/apiserver';
import { describe, expect, test } from 'vitest';

import { newTableConvertor } from './table.ts';

const object = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' },
  spec: {
    text: 'x',
    whole: 3,
    half: 1.5,
    yes: true,
    list: [{ n: 1 }, { n: 2 }],
    none: null,
    when: '2024-01-01T00:00:00Z',
  },
};

function cell(type: string, jsonPath: string): unknown {
  return newTableConvertor([{ name: 'C', type, jsonPath }]).cells(object)[1];
}

describe('newTableConvertor', () => {
  test.each([
    ['string', '.spec.text', 'x'],
    ['string', '.spec.whole', '3'],
    ['string', '.spec.yes', 'true'],
    ['string', '.spec.list', '[{"n":1},{"n":2}]'],
    ['string', '.spec.list[*].n', '1'],
    ['string', '.spec.none', '<no value>'],
    ['string', '.spec.absent', null],
    ['integer', '.spec.whole', 3],
    ['integer', '.spec.half', 1],
    ['integer', '.spec.text', null],
    ['integer', '.spec.none', null],
    ['number', '.spec.half', 1.5],
    ['number', '.spec.text', null],
    ['boolean', '.spec.yes', true],
    ['boolean', '.spec.text', null],
    ['date', '.spec.text', '<invalid>'],
    ['date', '.spec.whole', null],
    ['date', '.spec.absent', null],
  ])('prints a %s of %s', (type, jsonPath, expected) => {
    expect(cell(type, jsonPath)).toEqual(expected);
  });

  test('shows dates as ages', () => {
    expect(cell('date', '.spec.when')).toBeInstanceOf(AgeCell);
  });

  test('shows name and age where no columns are named', () => {
    const table = newTableConvertor([]);
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'string'],
      ['Age', 'date'],
    ]);
    expect(table.cells(object)[0]).toBe('a');
  });

  test('describes columns, by their path if by nothing else', () => {
    const { columns } = newTableConvertor([
      { name: 'A', type: 'string', jsonPath: '.spec.text' },
      { name: 'B', type: 'integer', format: 'int32', description: 'what', priority: 1, jsonPath: '.spec.whole' },
    ]);
    expect(columns.slice(1)).toEqual([
      {
        name: 'A',
        type: 'string',
        format: '',
        priority: 0,
        description: 'Custom resource definition column (in JSONPath format): .spec.text',
      },
      { name: 'B', type: 'integer', format: 'int32', priority: 1, description: 'what' },
    ]);
  });
});
