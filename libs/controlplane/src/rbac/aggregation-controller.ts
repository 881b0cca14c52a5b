import { isDeepStrictEqual } from 'node:util';

import { type Clock, type DeepReadonly } from '@kubescript/apimachinery';
import type { ClusterRole } from '@kubescript/api/rbac/v1';
import { listObjects, systemContext, type Stores } from '@kubescript/lib-registry';

import { changeObject } from '../bootstrap/ensure.ts';
import { aggregatedRules } from './aggregate.ts';

const allNamespaces = '';
const settleMs = 50;
const retryMs = 1000;

/**
 * Brings every aggregated role up to date with its parts. Roles may be parts of each other, so it repeats until
 * nothing changes any more.
 *
 * @go k8s.io/kubernetes/pkg/controller/clusterroleaggregation#ClusterRoleAggregationController
 */
export async function aggregateClusterRoles(stores: Stores, signal: AbortSignal): Promise<void> {
  for (let changed = true; changed;) {
    const roles = await listObjects(stores.clusterRoles, systemContext(allNamespaces, signal));
    const stale = roles.filter((role) => isStale(role, roles));
    for (const role of stale) {
      const rules = aggregatedRules(role, roles);
      await changeObject(stores.clusterRoles, role, (current) => ({ ...current, rules }), signal);
    }
    changed = stale.length > 0;
  }
}

function isStale(role: DeepReadonly<ClusterRole>, roles: readonly DeepReadonly<ClusterRole>[]): boolean {
  return role.aggregationRule !== undefined && !isDeepStrictEqual(role.rules, aggregatedRules(role, roles));
}

/**
 * Keeps aggregated roles up to date until the signal: whenever a cluster role changes, shortly after. A watch that
 * ends is begun again.
 */
export async function runClusterRoleAggregation(stores: Stores, clock: Clock, signal: AbortSignal): Promise<void> {
  do {
    await followChanges(stores, clock, signal).catch(() => undefined);
    await clock.sleep(retryMs, signal).catch(() => undefined);
  } while (!signal.aborted);
}

async function followChanges(stores: Stores, clock: Clock, signal: AbortSignal): Promise<void> {
  const context = systemContext(allNamespaces, signal);
  const events = await stores.clusterRoles.watch(
    {
      resourceVersion: '',
      resourceVersionMatch: '',
      labelSelector: '',
      fieldSelector: '',
      allowBookmarks: false,
      sendInitialEvents: undefined,
    },
    context,
  );
  for await (const event of events) {
    if (event.type === 'ERROR') return;
    if (event.type === 'BOOKMARK') continue;
    await clock.sleep(settleMs, signal);
    await aggregateClusterRoles(stores, signal);
  }
}
