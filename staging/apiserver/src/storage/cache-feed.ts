import type { Clock } from '@kubescript/apimachinery';

import { type Backend, type BackendEvent, CompactedError, type KeyValue } from './backend.ts';

/** What a feed fills. */
export interface CacheSink {
  /** Everything that is there, as of `revision`; what was there before is void. */
  reset(kvs: readonly KeyValue[], revision: number): void;
  /** Changes in order, and how far the store has come. */
  progress(events: readonly BackendEvent[], revision: number): void;
  /** A remote store reported its progress without a change. */
  bookmark?(): void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/**
 * Fills a cache from the keys under `prefix`, and keeps it current until the signal. The first list is in the sink when
 * the returned promise resolves; it rejects if that list fails. `done` ends with the feed and never rejects.
 */
export async function startFeed(
  backend: Backend,
  prefix: string,
  sink: CacheSink,
  options: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<{ readonly done: Promise<void> }> {
  const { kvs, revision } = await backend.list(prefix);
  sink.reset(kvs, revision);
  if (backend.observe === undefined) return { done: followRemote(backend, prefix, sink, revision, options) };
  const observation = backend.observe(prefix, revision, {
    onProgress: (events, reached) => {
      sink.progress(events, reached);
    },
  });
  options.signal.addEventListener(
    'abort',
    () => {
      observation[Symbol.dispose]();
    },
    { once: true },
  );
  return { done: Promise.resolve() };
}

/** Watches, and lists anew when the watch cannot go on. */
async function followRemote(
  backend: Backend,
  prefix: string,
  sink: CacheSink,
  from: number,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<void> {
  let revision = from;
  let delay = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      for await (const item of backend.watch(prefix, { afterRevision: revision, signal })) {
        sink.progress(item.events, item.revision);
        if (item.events.length === 0) sink.bookmark?.();
        revision = item.revision;
        delay = FIRST_RETRY_MS;
      }
    } catch (err) {
      if (err instanceof CompactedError) revision = await relist(backend, prefix, sink, revision);
    }
    await clock.sleep(delay, signal).catch(() => undefined);
    delay = Math.min(delay * 2, LAST_RETRY_MS);
  }
}

async function relist(backend: Backend, prefix: string, sink: CacheSink, revision: number): Promise<number> {
  try {
    const list = await backend.list(prefix);
    sink.reset(list.kvs, list.revision);
    return list.revision;
  } catch {
    return revision;
  }
}
