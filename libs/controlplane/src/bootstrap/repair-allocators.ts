import type { Clock } from '@kubescript/apimachinery';
import { listObjects, systemContext, type ServiceAllocators, type Stores } from '@kubescript/lib-registry';

/** The allocators of Services and the Services that tell what is in use. */
export interface AllocatorDeps {
  readonly stores: Pick<Stores, 'services'>;
  readonly serviceAllocators: ServiceAllocators;
}

const allNamespaces = '';
const repairIntervalMs = 60_000;

/**
 * Learns from the stored Services which addresses and ports are taken. Call it before the first write is served.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator/controller#Repair
 */
export async function repairServiceAllocators(
  { stores, serviceAllocators }: AllocatorDeps,
  signal: AbortSignal,
): Promise<void> {
  serviceAllocators.repair(await listObjects(stores.services, systemContext(allNamespaces, signal)));
}

/**
 * Repairs the allocators again and again until the signal: Services may have been made or removed by other servers on
 * the same store.
 */
export async function runAllocatorRepair(deps: AllocatorDeps, clock: Clock, signal: AbortSignal): Promise<void> {
  let suspects: ReadonlySet<string> = new Set();
  while (await sleepUnlessAborted(clock, signal)) {
    const services = await listObjects(deps.stores.services, systemContext(allNamespaces, signal));
    deps.serviceAllocators.repair(services);
    suspects = deps.serviceAllocators.releaseLeaks(services, suspects);
  }
}

async function sleepUnlessAborted(clock: Clock, signal: AbortSignal): Promise<boolean> {
  await clock.sleep(repairIntervalMs, signal).catch(() => undefined);
  return !signal.aborted;
}
