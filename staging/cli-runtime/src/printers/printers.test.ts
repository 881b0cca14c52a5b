import { parseTemplate, renderTemplate } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import { formatCustomColumns } from './custom-columns.ts';
import { formatJson, formatYaml } from './structured.ts';
import { formatTable, type ServerTable } from './table.ts';

const pods = {
  items: [
    {
      metadata: { name: 'a', labels: { 'x.y/z': '1' } },
      spec: { n: 2 },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
    { metadata: { name: 'b' }, spec: { n: 1 }, conditions: [{ type: 'Ready', status: 'False' }] },
  ],
};

describe('JSONPath', () => {
  test.each([
    ['{.items[*].metadata.name}', 'a b'],
    ['{range .items[*]}{.metadata.name}={.spec.n}{"\\n"}{end}', 'a=2\nb=1\n'],
    ['{.items[0].metadata.labels.x\\.y/z}', '1'],
    ["{.items[0].metadata.labels['x.y/z']}", '1'],
    ['{.items[-1:].metadata.name}', 'b'],
    ['{.items[?(@.spec.n==2)].metadata.name}', 'a'],
    ['{.items[*].conditions[?(@.type=="Ready")].status}', 'True False'],
    ['{.items[0].metadata}', '{"name":"a","labels":{"x.y/z":"1"}}'],
    ['{..name}', 'a b'],
    ['{.items[*].missing}', ''],
    ['plain', 'plain'],
  ])('%s', (template, want) => {
    expect(renderTemplate(parseTemplate(template), pods, { allowMissing: true })).toBe(want);
  });

  test.each(['{.items', '{range .items[*]}', '{.items[x]}', '{end}'])('refuses %s', (template) => {
    expect(() => parseTemplate(template)).toThrow('error parsing jsonpath');
  });
});

test('custom columns', () => {
  expect(formatCustomColumns('NAME:.metadata.name,X:.spec.x', pods.items, { noHeaders: false })).toBe(
    'NAME   X\na      <none>\nb      <none>\n',
  );
});

test('YAML as Go writes it', () => {
  const value = {
    b: 'true',
    a: [{ y: 1, x: '1' }],
    empty: '',
    text: 'a\nb\n',
    time: '2026-01-02T15:04:05Z',
    star: '*',
  };
  expect(formatYaml(value)).toBe(
    'a:\n- x: "1"\n  "y": 1\nb: "true"\nempty: ""\nstar: \'*\'\ntext: |\n  a\n  b\ntime: "2026-01-02T15:04:05Z"\n',
  );
});

test('JSON as Go writes it', () => {
  expect(formatJson({ b: 1, a: '<x>' })).toBe('{\n    "a": "\\u003cx\\u003e",\n    "b": 1\n}\n');
});

test('tables', () => {
  const table: ServerTable = {
    kind: 'Table',
    metadata: {},
    columnDefinitions: [{ name: 'Name' }, { name: 'Ready' }, { name: 'IP', priority: 1 }],
    rows: [{ cells: ['web-1', '1/1', '10.0.0.1'] }, { cells: ['a', '0/1', null] }],
  };
  const plain = {
    wide: false,
    noHeaders: false,
    withNamespace: false,
    showLabels: false,
    labelColumns: [],
    namePrefix: '',
  };
  expect(formatTable(table, plain)).toBe('NAME    READY\nweb-1   1/1\na       0/1\n');
  expect(formatTable(table, { ...plain, wide: true, namePrefix: 'pod/' })).toBe(
    'NAME        READY   IP\npod/web-1   1/1     10.0.0.1\npod/a       0/1     <none>\n',
  );
});
