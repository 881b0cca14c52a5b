import { type BenchRequest, request } from './client.ts';
import type { ServerProcess } from './server-process.ts';

/** What one piece of work cost. */
export interface Measurement {
  readonly name: string;
  readonly operations: number;
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per operation, in microseconds. */
  readonly cpuMicroseconds: number;
  /** Resident memory of the server afterwards, in megabytes. */
  readonly residentMegabytes: number;
}

/** Work to measure: `operations` requests by `clients` at once. */
export interface Work {
  readonly name: string;
  readonly operations: number;
  readonly clients: number;
  readonly request: (index: number) => BenchRequest;
}

/** Does the work and measures it; throws if a request is refused. */
export async function measure(server: ServerProcess, work: Work): Promise<Measurement> {
  const cpuBefore = server.cpuMicroseconds();
  const started = performance.now();
  const latencies = await perform(server, work);
  const seconds = (performance.now() - started) / 1000;
  return summarize(work.name, latencies, {
    seconds,
    cpuMicroseconds: server.cpuMicroseconds() - cpuBefore,
    residentMegabytes: server.residentMegabytes(),
  });
}

/** Does the work; returns the latency of each request. */
export async function perform(server: ServerProcess, work: Omit<Work, 'name'>): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  async function client(): Promise<void> {
    while (next < work.operations) {
      const call = work.request(next++);
      const started = performance.now();
      const { status } = await request(server, call);
      latencies.push(performance.now() - started);
      if (status >= 300) throw new Error(`${call.method} ${call.path} was answered with ${String(status)}`);
    }
  }
  await Promise.all(Array.from({ length: work.clients }, client));
  return latencies;
}

/** The figures of work that was done. */
export function summarize(
  name: string,
  latencies: readonly number[],
  totals: { readonly seconds: number; readonly cpuMicroseconds: number; readonly residentMegabytes: number },
): Measurement {
  const sorted = [...latencies].sort((a, b) => a - b);
  const operations = sorted.length;
  const quantile = (share: number): number => sorted[Math.min(operations - 1, Math.floor(operations * share))] ?? 0;
  return {
    name,
    operations,
    perSecond: operations / totals.seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpuMicroseconds: totals.cpuMicroseconds / operations,
    residentMegabytes: totals.residentMegabytes,
  };
}
