import type { Lease } from '@kubescript/api/coordination/v1';
import { formatMicroTime, isNotFound } from '@kubescript/apimachinery';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { coordinationv1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { messageOf } from '../container/sync-error.ts';
import { isAborted } from '../runtime/abort.ts';

/** What the heartbeat works with. */
export interface NodeLeaseOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly nodeName: string;
  readonly durationSeconds: number;
  /** Uid of the Node once it is registered, so that the lease goes with it. */
  nodeUid(): string | undefined;
}

const namespace = 'kube-node-lease';

/**
 * Renews the node's Lease, by which the cluster knows that the node lives, every quarter of its duration.
 * @go k8s.io/component-helpers/apimachinery/lease#(*controller).Run
 */
export async function renewNodeLease(options: NodeLeaseOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger, durationSeconds } = options;
  let lease: DeepReadonly<Lease> | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      lease = await renewOnce(options, lease);
      failures = 0;
    } catch (err) {
      if (isAborted(signal)) return;
      lease = undefined;
      failures++;
      if (failures > 5)
        logger.warn('the lease of the node could not be renewed', { node: options.nodeName, err: messageOf(err) });
    }
    const period = failures === 0 ? durationSeconds * 250 : Math.min(7000, 200 * 2 ** (failures - 1));
    await clock.sleep(period, signal).catch(() => undefined);
  }
}

async function renewOnce(
  options: NodeLeaseOptions,
  known: DeepReadonly<Lease> | undefined,
): Promise<DeepReadonly<Lease>> {
  const leases = options.client.resource(coordinationv1.leases, namespace);
  const base = known ?? (await leases.get(options.nodeName).catch(ifNotFound));
  const spec = {
    holderIdentity: options.nodeName,
    leaseDurationSeconds: options.durationSeconds,
    renewTime: formatMicroTime(options.clock.now()),
  };
  if (base !== undefined) return leases.update({ ...base, spec: { ...base.spec, ...spec } });
  const uid = options.nodeUid();
  if (uid === undefined) throw new Error('the node is not registered yet');
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: options.nodeName, uid }];
  return leases.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: options.nodeName, namespace, ownerReferences },
    spec,
  });
}

function ifNotFound(err: unknown): undefined {
  if (isNotFound(err)) return undefined;
  throw err;
}
