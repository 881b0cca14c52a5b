import type { Clock } from '@kubescript/apimachinery';
import { listObjects, systemContext, type ServiceAllocators, type Stores } from '@kubescript/lib-registry';

import { attempt, sleepUnlessAborted } from './repeat.ts';

/** The allocators of Services and the Services that tell what is in use. */
export interface AllocatorDeps {
  readonly stores: Pick<Stores, 'services'>;
  readonly serviceAllocators: ServiceAllocators;
}

const allNamespaces = '';
const repairIntervalMs = 60_000;
const noSuspects: ReadonlySet<number> = new Set();

/**
 * Takes for the stored Services the addresses and ports that they hold and that nobody took for them (an older version
 * kept that in memory). Call it before the first write is served.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator/controller#RepairIPAddress
 */
export async function repairServiceAllocators(
  { stores, serviceAllocators }: AllocatorDeps,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const services = await listObjects(stores.services, systemContext(allNamespaces, signal));
  if (services.length > 0) await serviceAllocators.repair(services, noSuspects, clock);
}

/**
 * Repairs the allocators again and again until the signal: a server that ended between taking something and storing
 * the Service has left it taken.
 */
export async function runAllocatorRepair(deps: AllocatorDeps, clock: Clock, signal: AbortSignal): Promise<void> {
  let suspects = noSuspects;
  while (await sleepUnlessAborted(clock, repairIntervalMs, signal)) {
    suspects = (await attempt(repairOnce(deps, suspects, clock, signal))) ?? noSuspects;
  }
}

async function repairOnce(
  { stores, serviceAllocators }: AllocatorDeps,
  suspects: ReadonlySet<number>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const services = await listObjects(stores.services, systemContext(allNamespaces, signal));
  return serviceAllocators.repair(services, suspects, clock);
}
