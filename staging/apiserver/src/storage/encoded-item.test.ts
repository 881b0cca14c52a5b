import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { KubeObject } from '@kubescript/apimachinery';
import { expect, test, vi } from 'vitest';

import { EncodedItem } from './encoded-item.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const bytesOf = (object: unknown): Uint8Array => Buffer.from(JSON.stringify(object));
const objectOf = (bytes: Uint8Array): KubeObject => JSON.parse(Buffer.from(bytes).toString()) as KubeObject;

test('an encoding is made once', () => {
  const make = vi.fn(bytesOf);
  const item = new EncodedItem({ metadata: { name: 'a' } });
  expect(item.encoding('v1', make)).toBe(item.encoding('v1', make));
  expect(make).toHaveBeenCalledTimes(1);
});

test('an object that was let go is made again, an equal one, when it is asked for', async () => {
  const item = new EncodedItem<KubeObject>({ metadata: { name: 'a', labels: { app: 'web' } } });
  item.encoding('v1', bytesOf);
  const restore = vi.fn(objectOf);
  item.letGo('v1', restore);
  expect(item.object.metadata.name).toBe('a');
  expect(restore).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  expect(item.object).toEqual({ metadata: { name: 'a', labels: { app: 'web' } } });
  expect(restore).toHaveBeenCalledTimes(1);
});

test('an object without that encoding is kept', async () => {
  const object = { metadata: { name: 'a' } };
  const item = new EncodedItem<KubeObject>(object);
  item.letGo('v1', objectOf);
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  expect(item.object).toBe(object);
});

test('what is kept does not keep the block of memory that it was made in', () => {
  const item = new EncodedItem({ metadata: { name: 'a' } });
  const block = Buffer.alloc(1024, 'x');
  const kept = item.encoding('short', () => block.subarray(8, 16));
  expect(Buffer.from(kept).toString()).toBe('xxxxxxxx');
  expect(kept.buffer.byteLength).toBe(8);
  const whole = new Uint8Array([1, 2]);
  expect(item.encoding('whole', () => whole)).toBe(whole);
});
