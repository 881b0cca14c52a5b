import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait and how often to look, in milliseconds. */
export interface WaitOptions {
  readonly timeout?: number;
  readonly every?: number;
}

/**
 * Calls `probe` until it returns something other than undefined, and returns that. Throws after `timeout` ms, saying
 * what was awaited and what was seen last.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined>,
  options: WaitOptions = {},
): Promise<T> {
  const { timeout = 60_000, every = 100 } = options;
  const deadline = Date.now() + timeout;
  let last: unknown = 'nothing';
  while (Date.now() < deadline) {
    try {
      const value = await probe();
      if (value !== undefined) return value;
    } catch (err) {
      last = err;
    }
    await sleep(every);
  }
  throw new Error(
    `waited ${timeout} ms for ${what}; last seen: ${last instanceof Error ? last.message : String(last)}`,
  );
}
