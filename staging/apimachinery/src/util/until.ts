import { type Clock, realClock } from './clock.ts';

/**
 * Calls `task` at once and then again `periodMs` after each call has ended, until the signal; resolves then. A failure
 * of the task rejects: a loop that must go on catches what it expects.
 * @go k8s.io/apimachinery/pkg/util/wait#UntilWithContext
 */
export async function until(
  task: () => void | Promise<void>,
  periodMs: number,
  options: { readonly signal: AbortSignal; readonly clock?: Clock },
): Promise<void> {
  const { signal, clock = realClock } = options;
  while (!signal.aborted) {
    await task();
    await sleepOrEnd(clock, periodMs, signal);
  }
}

/** Sleeps; returns early, without failing, when the signal is aborted. */
async function sleepOrEnd(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (err) {
    if (!signal.aborted) throw err;
  }
}
