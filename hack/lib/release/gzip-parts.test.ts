import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { compress, compressAround } from './gzip-parts.ts';

test('data is compressed around a part that is compressed already', async () => {
  const part = Buffer.from('part');
  const compressed = await compress(part);
  const pieces = await compressAround(Buffer.from('before part after'), part, compressed);
  expect(pieces[1]).toBe(compressed);
  expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe('before part after');
});

test.each(['nothing', 'part and part'])('%s does not hold the part once', async (text) => {
  await expect(compressAround(Buffer.from(text), Buffer.from('part'), Buffer.alloc(0))).rejects.toThrow('exactly once');
});

test('the same bytes are compressed to the same bytes, without a time', async () => {
  const [first, second] = [await compress(Buffer.from('text')), await compress(Buffer.from('text'))];
  expect(first).toEqual(second);
  expect(first.readUInt32LE(4)).toBe(0);
});
