import fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstObjectMember } from './json-member.ts';

const member = (text: string): string | undefined => {
  const bytes = firstObjectMember(Buffer.from(text), 'metadata');
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
};

test('is cut out whatever is in it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (metadata, spec) => {
      const text = JSON.stringify({ metadata, spec });
      expect(member(text)).toBe(`"metadata":${JSON.stringify(metadata)}`);
    }),
  );
});

test.each([
  ['another member comes first', '{"spec":{},"metadata":{}}'],
  ['it is no object', '{"metadata":null}'],
  ['there is nothing', '{}'],
])('is not found where %s', (_, text) => {
  expect(member(text)).toBeUndefined();
});

test('quotes and braces in strings do not end it', () => {
  const metadata = { 'a\\': '}"{', 'b"': '\\"}' };
  expect(member(JSON.stringify({ metadata, x: 1 }))).toBe(`"metadata":${JSON.stringify(metadata)}`);
});
