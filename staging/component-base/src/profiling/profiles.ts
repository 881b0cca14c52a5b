import type { Profiler } from 'node:inspector';
import type { Session } from 'node:inspector/promises';

import { type Clock, realClock } from '@kubescript/apimachinery';

import { type Frame, type StackSample, encodePprof } from './pprof.ts';

/** Microseconds between two samples of the CPU. */
const cpuIntervalUs = 1000;
/** Bytes between two samples of the heap. */
const heapIntervalBytes = 128 * 1024;

let isProfiling = false;

/**
 * Profiles of this process, one at a time: what ran, and what was allocated and is still there, during some seconds.
 * The inspector is loaded with the first of them.
 */
async function withInspector<T>(run: (session: Session) => Promise<T>): Promise<T> {
  if (isProfiling) throw new Error('Could not enable profiling: profiling already in use');
  isProfiling = true;
  try {
    const inspector = await import('node:inspector/promises');
    const session = new inspector.Session();
    session.connect();
    try {
      return await run(session);
    } finally {
      session.disconnect();
    }
  } finally {
    isProfiling = false;
  }
}

/** What the process did for `ms` milliseconds, as a pprof file. Rejects if another profile is being taken. */
export function cpuProfile(ms: number, signal: AbortSignal, clock: Clock = realClock): Promise<Buffer> {
  return withInspector(async (session) => {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: cpuIntervalUs });
    const startMs = clock.now();
    await session.post('Profiler.start');
    await clock.sleep(ms, signal).catch(() => undefined);
    const { profile } = await session.post('Profiler.stop');
    return encodePprof({
      types: [
        ['samples', 'count'],
        ['cpu', 'nanoseconds'],
      ],
      samples: cpuSamples(profile),
      startMs,
      durationMs: (profile.endTime - profile.startTime) / 1000,
      period: cpuIntervalUs * 1000,
    });
  });
}

/** Collects the garbage of this process now. Rejects if a profile is being taken. */
export function collectGarbage(): Promise<void> {
  return withInspector((session) => session.post('HeapProfiler.collectGarbage'));
}

/** What was allocated within `ms` milliseconds and is still in use, as a pprof file. */
export function heapProfile(ms: number, signal: AbortSignal, clock: Clock = realClock): Promise<Buffer> {
  return withInspector(async (session) => {
    const startMs = clock.now();
    await session.post('HeapProfiler.startSampling', { samplingInterval: heapIntervalBytes });
    await clock.sleep(ms, signal).catch(() => undefined);
    const { profile } = await session.post('HeapProfiler.stopSampling');
    return encodePprof({
      types: [
        ['inuse_objects', 'count'],
        ['inuse_space', 'bytes'],
      ],
      samples: heapSamples(profile as unknown as HeapProfile),
      startMs,
      durationMs: ms,
      period: heapIntervalBytes,
    });
  });
}

/** The stacks of a V8 profile with how often and how long each was seen. */
export function cpuSamples(profile: Profiler.Profile): readonly StackSample[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes) for (const child of children) parents.set(child, id);
  const seen = new Map<number, { count: number; micros: number }>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const entry = seen.get(id) ?? { count: 0, micros: 0 };
    entry.count += 1;
    entry.micros += profile.timeDeltas?.[index] ?? 0;
    seen.set(id, entry);
  }
  return [...seen].map(([id, { count, micros }]) => {
    const frames: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame;
      if (frame !== undefined && frame.functionName !== '(root)') frames.push(frame);
    }
    return { frames, values: [count, micros * 1000] };
  });
}

/** A sampled heap, as V8 describes it. */
export interface HeapProfile {
  readonly head: HeapNode;
  readonly samples: readonly { readonly nodeId: number; readonly size: number }[];
}

interface HeapNode {
  readonly id: number;
  readonly callFrame: Frame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

/** The stacks of a V8 heap profile with what each allocated. */
export function heapSamples(profile: HeapProfile): readonly StackSample[] {
  const counts = new Map<number, number>();
  for (const { nodeId } of profile.samples) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const samples: StackSample[] = [];
  const visit = (node: HeapNode, above: readonly Frame[]): void => {
    const frames = node.callFrame.functionName === '(root)' ? above : [node.callFrame, ...above];
    if (node.selfSize > 0) samples.push({ frames, values: [counts.get(node.id) ?? 0, node.selfSize] });
    for (const child of node.children) visit(child, frames);
  };
  visit(profile.head, []);
  return samples;
}
