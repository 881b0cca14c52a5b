import { schemas } from '@kubescript/api/schemas';
import { FieldPath, formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { coerceEmbedded, newMetadataDecoder, validateEmbedded } from './object-meta.ts';
import type { StructuralSchema } from './structural.ts';

const decode = newMetadataDecoder(schemas);
const schema: StructuralSchema = {
  type: 'object',
  properties: { r: { type: 'object', 'x-kubernetes-embedded-resource': true } },
};
const resource = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };

describe('coerceEmbedded', () => {
  test('drops what metadata does not know', () => {
    const object = { r: { ...resource, metadata: { name: 'a', unknown: 1 } } };
    expect(coerceEmbedded(object, schema, false, { decode, dropInvalid: false }).error).toBeUndefined();
    expect(object).toEqual({ r: resource });
  });

  test('drops invalid metadata where that is wished', () => {
    const object = { r: { ...resource, metadata: { name: 1, labels: { a: 'b' } } } };
    coerceEmbedded(object, schema, false, { decode, dropInvalid: true });
    expect(object.r.metadata).toEqual({ labels: { a: 'b' } });
  });

  test('refuses it elsewhere', () => {
    const object = { r: { ...resource, metadata: { name: 1 } } };
    const { error } = coerceEmbedded(object, schema, false, { decode, dropInvalid: false });
    expect(error && formatFieldError(error)).toContain('r.metadata');
  });
});

describe('validateEmbedded', () => {
  test.each([
    ['a whole resource', resource, []],
    ['nothing', {}, ['r.apiVersion: Required value', 'r.kind: Required value']],
    ['no kind', { ...resource, kind: '' }, ['r.kind: Invalid value: "": must not be empty']],
    ['no version', { ...resource, apiVersion: '' }, ['r.apiVersion: Invalid value: "": must not be empty']],
    [
      'a name that is none',
      { ...resource, metadata: { name: 'a/b' } },
      [`r.metadata.name: Invalid value: "a/b": may not contain '/'`],
    ],
  ])('%s', (_, r, expected) => {
    const errors = validateEmbedded({ r }, schema, false, { path: new FieldPath(''), decode });
    expect(errors.map(formatFieldError)).toEqual(expected);
  });
});
