import { gunzipSync } from 'node:zlib';

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';

import { encodePprof } from './pprof.ts';
import { cpuProfile, cpuSamples, heapProfile, heapSamples } from './profiles.ts';

/** The fields of a message, by number; nested messages as bytes. */
function fieldsOf(bytes: Uint8Array): Map<number, unknown[]> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, unknown[]>();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const value: unknown = type === WireType.Varint ? Number(reader.int64()) : reader.bytes();
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

function stringsOf(file: Buffer): string[] {
  const texts = fieldsOf(gunzipSync(file)).get(6) as Uint8Array[];
  return texts.map((text) => Buffer.from(text).toString());
}

const frame = (functionName: string, lineNumber = 0): { functionName: string; url: string; lineNumber: number } => ({
  functionName,
  url: 'file:///a.js',
  lineNumber,
});

test('functions and texts are written once', () => {
  const file = encodePprof({
    types: [['cpu', 'nanoseconds']],
    samples: [
      { frames: [frame('b', 2), frame('a', 1)], values: [10] },
      { frames: [frame('a', 1)], values: [20] },
    ],
    startMs: 1000,
    durationMs: 5,
    period: 1,
  });
  expect(stringsOf(file)).toEqual(['', 'cpu', 'nanoseconds', 'b', 'file:///a.js', 'a']);
  const fields = fieldsOf(gunzipSync(file));
  expect(fields.get(2)).toHaveLength(2);
  expect(fields.get(4)).toHaveLength(2);
  expect(fields.get(5)).toHaveLength(2);
  expect(fields.get(9)).toEqual([1_000_000_000]);
  expect(fields.get(10)).toEqual([5_000_000]);
  const [first] = (fields.get(2) ?? []).map((sample) => fieldsOf(sample as Uint8Array));
  expect([...((first?.get(1)?.[0] ?? []) as Uint8Array)]).toEqual([1, 2]);
});

test('samples carry the stack of their node', () => {
  const node = (id: number, name: string, children: number[] = []) => ({
    id,
    callFrame: { ...frame(name), scriptId: '1', columnNumber: 0 },
    children,
  });
  const samples = cpuSamples({
    nodes: [node(1, '(root)', [2]), node(2, 'main', [3]), node(3, 'work')],
    startTime: 0,
    endTime: 10,
    samples: [3, 3, 2],
    timeDeltas: [4, 5, 1],
  });
  const named = samples.map(({ frames, values }) => [frames.map(({ functionName }) => functionName), values]);
  expect(named).toEqual([
    [
      ['work', 'main'],
      [2, 9000],
    ],
    [['main'], [1, 1000]],
  ]);
});

test('allocations carry the stack of their node', () => {
  const leaf = { id: 2, callFrame: { ...frame('alloc'), scriptId: '', columnNumber: 0 }, selfSize: 64, children: [] };
  const root = {
    id: 1,
    callFrame: { ...frame('(root)'), scriptId: '', columnNumber: 0 },
    selfSize: 0,
    children: [leaf],
  };
  const [sample] = heapSamples({ head: root, samples: [{ size: 64, nodeId: 2 }] });
  expect(sample).toMatchObject({ values: [1, 64], frames: [{ functionName: 'alloc' }] });
});

test('a profile of this process names what ran; two at a time are refused', async () => {
  const busy = setInterval(function burnCycles() {
    const end = performance.now() + 15;
    while (performance.now() < end) JSON.parse(JSON.stringify({ a: [1, 2, 3] }));
  }, 1);
  try {
    const running = cpuProfile(300, AbortSignal.timeout(5000));
    await expect(cpuProfile(1, AbortSignal.timeout(5000))).rejects.toThrow('profiling already in use');
    expect(stringsOf(await running)).toContain('burnCycles');
  } finally {
    clearInterval(busy);
  }
  expect(stringsOf(await heapProfile(10, AbortSignal.timeout(5000)))).toContain('inuse_space');
});
