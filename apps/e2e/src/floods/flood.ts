import type { ApiServerAddress } from '../framework/api-server.ts';

/** What hostile or broken clients do to a server. */
export interface Flood {
  readonly name: string;
  /** Goes on until the signal; what the server does about it is not looked at. Leaves nothing open. */
  run(server: ApiServerAddress, signal: AbortSignal): Promise<void>;
}

/** Does something over and over, so many at a time, until the signal. Failures are what floods are answered with. */
export async function repeat(
  atOnce: number,
  signal: AbortSignal,
  once: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await once(signal);
      } catch {
        await pause(10, signal);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Resolves after that many milliseconds, or at the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
