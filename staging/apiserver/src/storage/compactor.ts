import { type Clock, realClock } from '@kubescript/apimachinery';

import { type Backend, CompactedError } from './backend.ts';

/** Upstream's `--etcd-compaction-interval`. */
export const DEFAULT_COMPACTION_INTERVAL_MS = 5 * 60_000;

/**
 * Drops the history that is older than one interval, every interval, until the signal. Whoever owns the store runs it;
 * it never rejects, a failed round is tried again at the next.
 *
 * @go k8s.io/apiserver/pkg/storage/etcd3#compactor
 */
export async function runCompactor(
  backend: Backend,
  signal: AbortSignal,
  options: { readonly intervalMs?: number; readonly clock?: Clock; onError?(error: unknown): void } = {},
): Promise<void> {
  const { intervalMs = DEFAULT_COMPACTION_INTERVAL_MS, clock = realClock } = options;
  let before = 0;
  while (!signal.aborted) {
    try {
      const now = await backend.currentRevision();
      if (before > 0 && before < now) await backend.compact(before);
      before = now;
    } catch (err) {
      if (!(err instanceof CompactedError)) options.onError?.(err);
    }
    await clock.sleep(intervalMs, signal).catch(() => undefined);
  }
}
