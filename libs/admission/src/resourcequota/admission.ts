import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { ResourceQuota } from '@kubescript/api/core/v1';
import {
  addAmounts,
  amountsOf,
  type Amounts,
  type Evaluator,
  evaluatorFor,
  exceeding,
  formatAmounts,
  increase,
  pick,
  quantitiesOf,
  quotaScopes,
  withoutZeros,
} from '@kubescript/component-helpers';
import { systemContext } from '@kubescript/lib-registry';

import { forbid, isFor } from '../generic/attributes.ts';
import { listCached } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

/**
 * ResourceQuota: a namespace gets no more than its quotas allow. What a request takes is written into the quota's
 * status before the object is stored, so that two requests never take the same; the quota controller gives back.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/resourcequota#(*QuotaAdmission).Validate
 */
export function resourceQuota(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'ResourceQuota',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      if (!isCounted(attributes)) return;
      const quotas = await listCached(deps.stores.resourceQuotas, attributes.namespace);
      if (quotas.length > 0) await charge(quotas, attributes, deps);
    },
  };
}

function isCounted(attributes: AdmissionAttributes): boolean {
  if (attributes.namespace === '' || !attributes.object) return false;
  if (attributes.subresource === '') {
    return attributes.resource.resource !== 'namespaces' && !attributes.resource.resource.endsWith('reviews');
  }
  return isFor(attributes, '', 'pods', 'resize');
}

/**
 * Takes what the request adds from every quota that is about it, or from none.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/resourcequota#CheckRequest
 */
async function charge(
  quotas: readonly DeepReadonly<ResourceQuota>[],
  attributes: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<void> {
  const evaluator = evaluatorFor(attributes.resource);
  if (attributes.operation === 'UPDATE' && !evaluator.countsUpdates) return;
  const object = attributes.object as DeepReadonly<KubeObject>;
  const concerned = quotas.filter((quota) => isAbout(quota, evaluator, object));
  for (const quota of concerned) checkConstraints(quota, evaluator, attributes);
  const delta = deltaOf(evaluator, attributes);
  if (delta.size === 0) return;
  const context = { ...systemContext(attributes.namespace), dryRun: attributes.dryRun };
  for (const quota of concerned) if (requestedOf(quota, delta).size > 0) chargedQuota(quota, delta, attributes);
  for (const quota of concerned) {
    if (requestedOf(quota, delta).size === 0) continue;
    const take = (current: ResourceQuota): ResourceQuota => chargedQuota(current, delta, attributes);
    await stores.resourceQuotas.guaranteedUpdate(quota.metadata.name ?? '', take, context);
  }
}

function hardOf(quota: DeepReadonly<ResourceQuota>): Amounts {
  return amountsOf(quota.status.hard);
}

function isAbout(quota: DeepReadonly<ResourceQuota>, evaluator: Evaluator, object: DeepReadonly<KubeObject>): boolean {
  const matchesResource = [...hardOf(quota).keys()].some((name) => evaluator.matchesResource(name));
  return matchesResource && quotaScopes(quota).every((scope) => evaluator.matchesScope(scope, object));
}

function checkConstraints(
  quota: DeepReadonly<ResourceQuota>,
  evaluator: Evaluator,
  attributes: AdmissionAttributes,
): void {
  const name = quota.metadata.name ?? '';
  const restricted = [...hardOf(quota).keys()].filter((resource) => evaluator.matchesResource(resource));
  const problem = evaluator.constraintProblem(restricted, attributes.object as DeepReadonly<KubeObject>);
  if (problem !== undefined) throw forbid(attributes, `failed quota: ${name}: ${problem}`);
  const used = amountsOf(quota.status.used);
  if (restricted.some((resource) => !used.has(resource))) {
    throw forbid(attributes, `status unknown for quota: ${name}, resources: ${restricted.sort().join(',')}`);
  }
}

/** What the request adds; an update that is a create counts whole. */
function deltaOf(evaluator: Evaluator, attributes: AdmissionAttributes): Amounts {
  const usage = evaluator.usage(attributes.object as DeepReadonly<KubeObject>);
  const { oldObject } = attributes;
  if (attributes.operation !== 'UPDATE' || (oldObject?.metadata.resourceVersion ?? '') === '' || !oldObject) {
    return withoutZeros(usage);
  }
  return withoutZeros(increase(usage, evaluator.usage(oldObject)));
}

function requestedOf(quota: DeepReadonly<ResourceQuota>, delta: Amounts): Amounts {
  return pick(delta, hardOf(quota).keys());
}

/** The quota with the request charged to it; throws if it exceeds the quota. */
function chargedQuota<Q extends DeepReadonly<ResourceQuota> | ResourceQuota>(
  quota: Q,
  delta: Amounts,
  attributes: AdmissionAttributes,
): Q {
  const hard = hardOf(quota);
  const requested = pick(delta, hard.keys());
  const used = amountsOf(quota.status.used);
  const total = addAmounts(used, requested);
  const exceeded = exceeding(pick(total, requested.keys()), hard);
  if (exceeded.length > 0) {
    throw forbid(
      attributes,
      `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${formatAmounts(pick(requested, exceeded))}, ` +
        `used: ${formatAmounts(pick(used, exceeded))}, limited: ${formatAmounts(pick(hard, exceeded))}`,
    );
  }
  return { ...quota, status: { ...quota.status, used: quantitiesOf(total) } };
}
