import { readFileSync, readdirSync } from 'node:fs';

import type { MetricsRegistry } from './registry.ts';

const pageSize = 4096;
const stability = 'none';

/**
 * Adds the metrics that every process of the cluster has: memory, CPU time, open files, traffic, start of the process.
 *
 * @go prometheus/collectors#NewProcessCollector
 */
export function addProcessMetrics(registry: MetricsRegistry): void {
  const started = Math.round(Date.now() / 1000 - process.uptime());
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    registry.gauge({ name, help, stability }, read);
  };
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss());
  gauge('process_virtual_memory_bytes', 'Virtual memory size in bytes.', virtualMemory);
  gauge('process_virtual_memory_max_bytes', 'Maximum amount of virtual memory available in bytes.', () =>
    limitOf('Max address space'),
  );
  gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => started);
  gauge('process_open_fds', 'Number of open file descriptors.', openFiles);
  gauge('process_max_fds', 'Maximum number of open file descriptors.', () => limitOf('Max open files'));
  gauge('nodejs_heap_used_bytes', 'Memory in use in the heap of V8.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory outside the heap of V8 that its objects hold, buffers included.',
    () => process.memoryUsage().external,
  );
  addProcessCounters(registry);
}

function addProcessCounters(registry: MetricsRegistry): void {
  const counter = (name: string, help: string, read: () => number | undefined): void => {
    registry.counter({ name, help, stability }, (set) => {
      const total = read();
      if (total !== undefined) set(total);
    });
  };
  counter('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  counter('process_network_receive_bytes_total', 'Number of bytes received by the process over the network.', () =>
    traffic('InOctets'),
  );
  counter('process_network_transmit_bytes_total', 'Number of bytes sent by the process over the network.', () =>
    traffic('OutOctets'),
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

/** The soft limit; what is not limited is as large as an unsigned number can be. */
function limitOf(name: string): number | undefined {
  return fromProc(() => {
    const text = new RegExp(`^${name} +(\\S+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return text === 'unlimited' ? 2 ** 64 : Number(text);
  });
}

/** A field of the extended statistics of IP, which has a line of names and one of numbers. */
const traffic = (field: string): number | undefined =>
  fromProc(() => {
    const rows = readFileSync('/proc/self/net/netstat', 'utf8').split('\n');
    const [names, numbers] = rows.filter((row) => row.startsWith('IpExt:')).map((row) => row.split(' '));
    return Number(numbers?.[names?.indexOf(field) ?? -1]);
  });
