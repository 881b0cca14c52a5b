import { readFileSync, readdirSync } from 'node:fs';

import type { MetricsRegistry } from './registry.ts';

const pageSize = 4096;

/** Adds the metrics that every process of the cluster has: memory, CPU time, open files, start of the process. */
export function addProcessMetrics(registry: MetricsRegistry): void {
  const started = Math.round(Date.now() / 1000 - process.uptime());
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    registry.gauge({ name, help }, read);
  };
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss());
  gauge('process_virtual_memory_bytes', 'Virtual memory size in bytes.', virtualMemory);
  gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => started);
  gauge('process_open_fds', 'Number of open file descriptors.', openFiles);
  gauge('process_max_fds', 'Maximum number of open file descriptors.', maxFiles);
  gauge('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('nodejs_heap_used_bytes', 'Memory in use in the heap of V8.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory outside the heap of V8 that its objects hold, buffers included.',
    () => process.memoryUsage().external,
  );
}

/** Files of /proc exist on Linux only. */
function fromProc<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const virtualMemory = (): number | undefined =>
  fromProc(() => Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[0]) * pageSize);

const openFiles = (): number | undefined => fromProc(() => readdirSync('/proc/self/fd').length);

const maxFiles = (): number | undefined =>
  fromProc(() => Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]));
