import type { Clock } from '@kubescript/apimachinery';

/** Waits; false when the signal has ended the wait. */
export async function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  await clock.sleep(ms, signal).catch(() => undefined);
  return !signal.aborted;
}

/** Waits for one round of what is done again and again: if it fails, the next one makes up for it. */
export async function attempt<T>(round: Promise<T>): Promise<T | undefined> {
  try {
    return await round;
  } catch {
    return undefined;
  }
}
