import { ApiClient } from '../framework/api-client.ts';
import type { ApiServerAddress, ApiServerProcess } from '../framework/api-server.ts';
import { memoryWithoutGarbage, residentMegabytes, type ServerMemory } from '../fuzz/server-memory.ts';
import { type Flood, pause } from './flood.ts';

/** How a server stood a flood. */
export interface FloodResult {
  /** How often another client was answered meanwhile, and how long that took at most, in milliseconds. */
  readonly answered: number;
  readonly slowest: number;
  /** The most that was resident meanwhile, in MB. */
  readonly peak: number;
  /** What the server holds afterwards. */
  readonly after: ServerMemory;
}

/** Runs a flood for that long, and looks at how another client and the server's memory fare meanwhile. */
export async function runFlood(server: ApiServerProcess, flood: Flood, ms: number): Promise<FloodResult> {
  const address = await server.address();
  const stop = new AbortController();
  const flooding = flood.run(address, stop.signal);
  const bystanding = standBy(address, stop.signal);
  const measuring = measure(server.pid, stop.signal);
  await pause(ms, stop.signal);
  stop.abort();
  const [, seen, peak] = await Promise.all([flooding, bystanding, measuring]);
  if (!server.running) throw new Error(`the server ended: ${server.printed}`);
  return { ...seen, peak, after: await memoryWithoutGarbage(server.pid, address) };
}

/** A client that behaves, until the signal: it is always answered. */
async function standBy(
  address: ApiServerAddress,
  signal: AbortSignal,
): Promise<Pick<FloodResult, 'answered' | 'slowest'>> {
  using client = new ApiClient(address);
  let [answered, slowest] = [0, 0];
  while (!signal.aborted) {
    const start = performance.now();
    const { status } = await client.request('GET', '/api/v1/namespaces/default');
    if (status !== 200) throw new Error(`another client was answered with ${status}`);
    answered += 1;
    slowest = Math.max(slowest, Math.round(performance.now() - start));
    await pause(25, signal);
  }
  return { answered, slowest };
}

async function measure(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await residentMegabytes(pid));
    await pause(100, signal);
  }
  return peak;
}
