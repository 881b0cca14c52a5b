import type { JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import { formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { validateBySchema } from './field-errors.ts';

type Schema = JSONSchemaProps;

function problems(value: unknown, schema: Schema): string[] {
  return validateBySchema({ v: value }, { type: 'object', properties: { v: schema } }).map(formatFieldError);
}

const body = 'v in body';
/** Ranges are a matter of the object as a whole. */
const outside = '<nil>: Invalid value: "": Checked value must be of ';

interface Case {
  readonly name: string;
  readonly schema: Schema;
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [value: unknown, ...messages: string[]])[];
}

const cases: readonly Case[] = [
  {
    name: 'a type',
    schema: { type: 'integer' },
    good: [1, -1],
    bad: [
      ['x', `v: Invalid value: "string": ${body} must be of type integer: "string"`],
      [
        1.5,
        `v: Invalid value: "number": ${body} must be of type integer: "number"`,
        `${outside}type integer (default format) in v`,
      ],
      [null, `v: Invalid value: "null": ${body} must be of type integer: "null"`],
      [{}, `v: Invalid value: "object": ${body} must be of type integer: "object"`],
    ],
  },
  { name: 'a nullable type', schema: { type: 'string', nullable: true }, good: [null, 'x'], bad: [] },
  {
    name: 'an integer or a string',
    schema: { 'x-kubernetes-int-or-string': true },
    good: [1, '1'],
    bad: [[true, `v: Invalid value: "boolean": ${body} must be of type integer,string: "boolean"`]],
  },
  {
    name: 'integers of 32 bits',
    schema: { type: 'integer', format: 'int32' },
    good: [2 ** 31 - 1, -(2 ** 31)],
    bad: [
      [2 ** 31, `${outside}type integer with format int32 in v`],
      [
        1.5,
        `v: Invalid value: "float64": ${body} must be of type int32: "float64"`,
        `${outside}type integer with format int32 in v`,
      ],
    ],
  },
  {
    name: 'numbers of single precision',
    schema: { type: 'number', format: 'float' },
    good: [1.5, 3.4e38],
    bad: [[3.5e38, `${outside}type number with format float in v`]],
  },
  {
    name: 'limits',
    schema: { type: 'number', minimum: 1, maximum: 5 },
    good: [1, 5],
    bad: [
      [0, `v: Invalid value: 0: ${body} should be greater than or equal to 1`],
      [6, `v: Invalid value: 6: ${body} should be less than or equal to 5`],
    ],
  },
  {
    name: 'exclusive limits',
    schema: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
    good: [2],
    bad: [
      [1, `v: Invalid value: 1: ${body} should be greater than 1`],
      [5, `v: Invalid value: 5: ${body} should be less than 5`],
    ],
  },
  {
    name: 'a multiple',
    schema: { type: 'number', multipleOf: 0.5 },
    good: [1.5],
    bad: [[1.2, `v: Invalid value: 1.2: ${body} should be a multiple of 0.5`]],
  },
  {
    name: 'lengths, in characters',
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    good: ['ab', '😀😀😀'],
    bad: [
      ['a', `v: Invalid value: "a": ${body} should be at least 2 chars long`],
      ['abcd', 'v: Too long: may not be more than 3 bytes'],
    ],
  },
  {
    name: 'a pattern, anywhere in the text',
    schema: { type: 'string', pattern: 'a+$' },
    good: ['baa'],
    bad: [['ab', `v: Invalid value: "ab": ${body} should match 'a+$'`]],
  },
  {
    name: 'a format',
    schema: { type: 'string', format: 'ipv4' },
    good: ['10.0.0.1'],
    bad: [['x', `v: Invalid value: "x": ${body} must be of type ipv4: "x"`]],
  },
  { name: 'an unknown format', schema: { type: 'string', format: 'mine' }, good: ['x'], bad: [] },
  {
    name: 'an enumeration',
    schema: { type: 'string', enum: ['a', 'b'] },
    good: ['a'],
    bad: [['c', 'v: Unsupported value: "c": supported values: "a", "b"']],
  },
  {
    name: 'numbers of items',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    good: [['a']],
    bad: [
      [[], `v: Invalid value: 0: ${body} should have at least 1 items`],
      [['a', 'b', 'c'], 'v: Too many: 3: must have at most 2 items'],
      [[1], 'v[0]: Invalid value: "integer": v[0] in body must be of type string: "integer"'],
    ],
  },
  {
    name: 'members that have to be',
    schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    good: [{ a: 'x' }],
    bad: [[{}, 'v.a: Required value']],
  },
  {
    name: 'numbers of members',
    schema: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 1 },
    good: [{ a: 'x' }],
    bad: [
      [{}, `v: Invalid value: 0: ${body} should have at least 1 properties`],
      [{ a: 'x', b: 'y' }, 'v: Too many: 2: must have at most 1 item'],
      [{ a: 1 }, 'v.a: Invalid value: "integer": v.a in body must be of type string: "integer"'],
    ],
  },
];

describe.each(cases)('validateBySchema: $name', ({ schema, good, bad }) => {
  test.each(good.map((value) => [value]))('%j is accepted', (value) => {
    expect(problems(value, schema)).toEqual([]);
  });

  test.each(bad.map(([value, ...messages]) => ({ value, messages })))('$value is refused', ({ value, messages }) => {
    expect(problems(value, schema)).toEqual(messages);
  });
});

describe('junctors', () => {
  const small: Schema = { maximum: 5 };
  const even: Schema = { multipleOf: 2 };

  test.each<readonly [string, Partial<Schema>, number, readonly string[]]>([
    ['anyOf: one is enough', { anyOf: [small, even] }, 8, []],
    [
      'anyOf: none',
      { anyOf: [small, even] },
      7,
      [
        '<nil>: Invalid value: "": "v" must validate at least one schema (anyOf)',
        `v: Invalid value: 7: ${body} should be less than or equal to 5`,
      ],
    ],
    [
      'oneOf: both',
      { oneOf: [small, even] },
      4,
      ['<nil>: Invalid value: "": "v" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      'oneOf: none',
      { oneOf: [small, even] },
      7,
      [
        '<nil>: Invalid value: "": "v" must validate one and only one schema (oneOf). Found none valid',
        `v: Invalid value: 7: ${body} should be less than or equal to 5`,
      ],
    ],
    [
      'allOf: one is missing',
      { allOf: [small, even] },
      3,
      [
        `v: Invalid value: 3: ${body} should be a multiple of 2`,
        '<nil>: Invalid value: "": "v" must validate all the schemas (allOf)',
      ],
    ],
    ['not', { not: small }, 3, ['<nil>: Invalid value: "": "v" must not validate the schema (not)']],
  ])('%s', (_, junctor, value, expected) => {
    const found = problems(value, { type: 'integer', ...junctor });
    expect(found).toEqual(expected);
  });
});
