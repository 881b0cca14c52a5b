import { describe, expect, test } from 'vitest';

import { formatFieldPath, resolveFieldPath } from './field-path.ts';
import type { StructuralSchema } from './structural.ts';

const root: StructuralSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        'a b': { type: 'string' },
        "it's": { type: 'string' },
        'a.b': { type: 'string' },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        list: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

const anywhere = { allowArrayNotation: true };

describe('resolveFieldPath', () => {
  test.each([
    ['.spec', 'spec', 'object'],
    [".spec['a b']", 'spec.a b', 'string'],
    [".spec['a.b']", 'spec.a.b', 'string'],
    [".spec['it\\'s']", "spec.it's", 'string'],
    ['.spec.map.key', 'spec.map[key]', 'integer'],
    [".spec.map['k.e.y']", 'spec.map[k.e.y]', 'integer'],
  ])('%s', (jsonPath, shown, type) => {
    const { path, schema } = resolveFieldPath(jsonPath, root, anywhere);
    expect(formatFieldPath(path)).toBe(shown);
    expect(schema.type).toBe(type);
  });

  test.each([
    ['.spec.none', 'does not refer to a valid field'],
    ['.spec.list.x', 'does not refer to a valid field'],
    ['spec', 'expected [ or . but got: spec'],
    ['.spec.', 'unexpected end of JSON path'],
    ['.spec[', 'unexpected end of JSON path'],
    ['.spec[x]', 'expected single quoted string but got x'],
    [".spec['a b'", 'unexpected end of JSON path'],
    [".spec['a b'.", 'expected ] but got .'],
    [".spec['\\z']", 'invalid string literal: invalid escape char z'],
  ])('%s leads nowhere', (jsonPath, message) => {
    expect(() => resolveFieldPath(jsonPath, root, anywhere)).toThrow(message);
  });

  test('keys in brackets are refused where only members may be named', () => {
    const resolve = (): unknown => resolveFieldPath(".spec['a b']", root, { allowArrayNotation: false });
    expect(resolve).toThrow('array notation is not allowed');
  });
});
