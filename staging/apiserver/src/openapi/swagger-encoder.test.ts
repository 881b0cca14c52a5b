import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SwaggerEncoder } from './swagger-encoder.ts';

const textOf = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString('utf8');
const hashOf = (text: string): string => createHash('sha512').update(text).digest('hex').toUpperCase();

test('a document is encoded as JSON.stringify does it, and its hash is that of the text', () => {
  const members = fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()));
  const documents = fc.record({ swagger: fc.string(), info: fc.jsonValue(), paths: members, definitions: members });
  fc.assert(
    fc.property(documents, (document) => {
      const { chunks, hash, value } = new SwaggerEncoder().encode(document);
      const text = JSON.stringify(document);
      expect(textOf(chunks)).toBe(text);
      expect(hash).toBe(hashOf(text));
      expect(value).toBe(document);
    }),
  );
});

test('documents of other forms are encoded whole, members without a value left out', () => {
  const encoder = new SwaggerEncoder();
  expect(textOf(encoder.encode({}).chunks)).toBe('{}');
  expect(textOf(encoder.encode({ a: undefined, b: [1], c: null }).chunks)).toBe('{"b":[1],"c":null}');
});

test('the slow way pauses, and gives the same', async () => {
  const document = { definitions: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(5_000_000)])) };
  const encoder = new SwaggerEncoder();
  let pauses = 0;
  const slow = await encoder.encodeSlowly(document, () => {
    pauses += 1;
    return Promise.resolve();
  });
  expect(pauses).toBe(3);
  expect(slow.hash).toBe(encoder.encode(document).hash);
});

test('what is the same object is encoded once', () => {
  const encoder = new SwaggerEncoder();
  let read = 0;
  const definition = {
    get type() {
      read += 1;
      return 'object';
    },
  };
  encoder.prepare({ paths: {}, definitions: { A: definition } });
  encoder.encode({ definitions: { A: definition, B: { type: 'string' } } });
  encoder.encode({ definitions: { A: definition } });
  expect(read).toBe(1);
});
