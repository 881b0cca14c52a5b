import type { Clock } from '@kubescript/apimachinery';

/** Runs `task` with a signal that is aborted after `ms` milliseconds, or together with `signal`. */
export async function within<T>(
  ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const expired = new AbortController();
  const timer = clock.sleep(ms, done.signal).then(
    () => {
      expired.abort(new Error('context deadline exceeded'));
    },
    () => undefined,
  );
  try {
    return await task(AbortSignal.any([signal, expired.signal]));
  } finally {
    done.abort();
    await timer;
  }
}
