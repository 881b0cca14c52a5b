import { expect, test } from 'vitest';

import { padToSameLength, replaceOnce } from './single-executable.ts';

test('blobs are filled up with zeros to the longest', () => {
  expect(padToSameLength([Buffer.from('abc'), Buffer.from('d')])).toEqual([Buffer.from('abc'), Buffer.from('d\0\0')]);
});

test('one blob takes the place of another', () => {
  const bytes = Buffer.from('<abc>');
  expect(replaceOnce(bytes, Buffer.from('abc'), Buffer.from('xyz')).toString()).toBe('<xyz>');
  expect(bytes.toString()).toBe('<abc>');
});

test.each(['<abd>', '<abc><abc>'])('nothing is replaced in %s', (text) => {
  expect(() => replaceOnce(Buffer.from(text), Buffer.from('abc'), Buffer.from('xyz'))).toThrow('exactly once');
});
