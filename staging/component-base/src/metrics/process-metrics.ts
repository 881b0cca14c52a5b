import type { MetricsRegistry } from './registry.ts';

/** Adds the metrics that every process of the cluster has: memory, CPU time and start of the process. */
export function addProcessMetrics(registry: MetricsRegistry): void {
  const started = Math.round(Date.now() / 1000 - process.uptime());
  registry.gauge({ name: 'process_resident_memory_bytes', help: 'Memory in use.' }, () => process.memoryUsage.rss());
  registry.gauge({ name: 'process_start_time_seconds', help: 'When the process started.' }, () => started);
  registry.gauge({ name: 'process_cpu_seconds_total', help: 'CPU time used.' }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
}
