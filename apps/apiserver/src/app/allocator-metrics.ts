import type { MetricsRegistry } from '@kubescript/component-base';
import type { AllocatorObserver, ServiceAllocators } from '@kubescript/lib-registry';

const ips = 'kube_apiserver_clusterip_allocator';
const ports = 'kube_apiserver_nodeport_allocator';

/**
 * What the allocators of Services do, under upstream's names.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator#metricsRecorder
 * @go k8s.io/kubernetes/pkg/registry/core/service/portallocator#metricsRecorder
 */
export function newAllocatorObserver(metrics: MetricsRegistry): AllocatorObserver {
  const counter = (name: string, help: string, labels: readonly string[]): ReturnType<MetricsRegistry['counter']> =>
    metrics.counter({ name, help, labels });
  const byRange = ['cidr', 'scope'];
  const ipAllocations = counter(`${ips}_allocation_total`, 'Number of Cluster IPs allocations', byRange);
  const ipErrors = counter(
    `${ips}_allocation_errors_total`,
    'Number of errors trying to allocate Cluster IPs',
    byRange,
  );
  const duration = metrics.histogram({
    name: `${ips}_allocation_duration_seconds`,
    help: 'Duration in seconds to allocate a Cluster IP by ServiceCIDR',
    labels: ['cidr'],
  });
  const portAllocations = counter(`${ports}_allocation_total`, 'Number of NodePort allocations', ['scope']);
  const portErrors = counter(`${ports}_allocation_errors_total`, 'Number of errors trying to allocate NodePort', [
    'scope',
  ]);
  return {
    onIpAllocated(cidr, scope, seconds) {
      ipAllocations.inc({ cidr, scope });
      duration.observe(seconds, { cidr });
    },
    onIpError: (cidr, scope) => {
      ipErrors.inc({ cidr, scope });
    },
    onPortAllocated: (scope) => {
      portAllocations.inc({ scope });
    },
    onPortError: (scope) => {
      portErrors.inc({ scope });
    },
  };
}

/** Shows how much of the ranges is taken, as it is when metrics are asked for. */
export function addAllocationGauges(metrics: MetricsRegistry, allocators: ServiceAllocators): void {
  const gauge = (name: string, what: string, labels: readonly string[]): ReturnType<MetricsRegistry['gauge']> =>
    metrics.gauge({ name, help: `Gauge measuring the number of ${what} for Services`, labels });
  const allocatedIps = gauge(`${ips}_allocated_ips`, 'allocated IPs', ['cidr']);
  const availableIps = gauge(`${ips}_available_ips`, 'available IPs', ['cidr']);
  const allocatedPorts = gauge(`${ports}_allocated_ports`, 'allocated NodePorts', []);
  const availablePorts = gauge(`${ports}_available_ports`, 'available NodePorts', []);
  async function readUse(): Promise<void> {
    const [ranges, used] = await Promise.all([allocators.ips.use(), allocators.ports.used()]);
    for (const one of [allocatedIps, availableIps]) one.reset();
    for (const { cidr, allocated, available } of ranges) {
      allocatedIps.set(allocated, { cidr });
      availableIps.set(available, { cidr });
    }
    const { first, last } = allocators.ports.range;
    allocatedPorts.set(used.length);
    availablePorts.set(last - first + 1 - used.length);
  }
  // Where the store does not answer, the last figures are shown.
  metrics.beforeExposition(() => readUse().catch(() => undefined));
}
