import { isDeepStrictEqual } from 'node:util';

import type { PodStatus } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { ownedConditions } from './conditions.ts';

/**
 * A strategic merge patch that brings a pod's status from what was written to what it should be: only what changed,
 * and of the conditions only the kubelet's own, so that those of others stay whatever they are now.
 */
export function statusPatch(uid: string, from: DeepReadonly<PodStatus>, to: DeepReadonly<PodStatus>): object {
  const status: Record<string, unknown> = {};
  const before = from as Readonly<Record<string, unknown>>;
  const after = to as Readonly<Record<string, unknown>>;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (key === 'conditions' || isDeepStrictEqual(before[key], after[key])) continue;
    if (key === 'podIPs' || key === 'hostIPs') status[key] = mergedByIp(before[key], after[key]);
    else if (after[key] !== undefined) status[key] = after[key];
    else if (ownedFields.has(key)) status[key] = null;
  }
  const conditions = (to.conditions ?? []).filter(
    (condition) =>
      ownedConditions.has(condition.type) &&
      !isDeepStrictEqual(
        condition,
        (from.conditions ?? []).find(({ type }) => type === condition.type),
      ),
  );
  if (conditions.length > 0) status['conditions'] = conditions.map(withClearedTexts);
  return { metadata: { uid }, status };
}

/** What the kubelet removes when it no longer says it; other fields are not its own. */
const ownedFields: ReadonlySet<string> = new Set([
  'reason',
  'message',
  'podIP',
  'podIPs',
  'hostIP',
  'hostIPs',
  'initContainerStatuses',
  'ephemeralContainerStatuses',
]);

/** Merging keeps what is left out, so texts that no longer hold are taken away. */
function withClearedTexts(condition: object): object {
  return { reason: null, message: null, ...condition };
}

type IpList = readonly { readonly ip: string }[];

/** Lists of addresses are merged by address: those that are gone have to be named. */
function mergedByIp(before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  const kept = new Set((after as IpList).map(({ ip }) => ip));
  const gone = ((before ?? []) as IpList).filter(({ ip }) => !kept.has(ip));
  return [...(after as IpList), ...gone.map(({ ip }) => ({ $patch: 'delete', ip }))];
}
