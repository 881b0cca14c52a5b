import { type Clock, type DeepReadonly } from '@kubescript/apimachinery';
import type { ConfigMap } from '@kubescript/api/core/v1';
import type { Stores } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from './ensure.ts';

const name = 'kube-apiserver-legacy-service-account-token-tracking';
const namespace = 'kube-system';

/**
 * Notes since when the use of tokens in Secrets is tracked: whoever deletes unused ones must not look further back.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/legacytokentracking#Controller
 */
export async function ensureLegacyTokenTracking(stores: Stores, clock: Clock, signal: AbortSignal): Promise<void> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const data = { since: today };
  const wanted: ConfigMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace }, data };
  const found = await ensureObject(stores.configMaps, wanted, signal);
  if (found === undefined || isGood(found, today)) return;
  await changeObject(stores.configMaps, found, (current) => ({ ...current, data }), signal);
}

/** A day that is still to come would keep tokens longer than they should be. */
function isGood({ data = {} }: DeepReadonly<ConfigMap>, today: string): boolean {
  const since = data['since'] ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(since) && !Number.isNaN(Date.parse(since)) && since <= today;
}
