import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { ResourceQuota } from '@kubescript/api/core/v1';
import {
  type Amounts,
  type Evaluator,
  type ScopeRequirement,
  addAmounts,
  amountsOf,
  exceeding,
  formatAmounts,
  increase,
  pick,
  quantitiesOf,
  quotaScopes,
  withoutZeros,
} from '@kubescript/component-helpers';

import type { LimitedResource } from './configuration.ts';

type Quota = DeepReadonly<ResourceQuota>;
type Object_ = DeepReadonly<KubeObject>;

/** What a request is, for quotas. */
export interface QuotaRequest {
  readonly operation: string;
  readonly object: Object_;
  readonly oldObject: Object_ | undefined;
  readonly evaluator: Evaluator;
  /** The limits on this very resource. */
  readonly limited: readonly LimitedResource[];
}

/** What has to be written into quotas for a request. */
export interface Charge {
  readonly quota: string;
  readonly delta: Amounts;
}

/** Quotas do not allow the request; the message says which. */
export class QuotaRefusal extends Error {
  override readonly name = 'QuotaRefusal';
}

/**
 * What the request takes from each quota; throws QuotaRefusal if one does not allow it.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/resourcequota#CheckRequest
 */
export function checkRequest(quotas: readonly Quota[], request: QuotaRequest): readonly Charge[] {
  const { evaluator, object } = request;
  const concerned = quotas.filter((quota) => isAbout(quota, evaluator, object));
  for (const quota of concerned) checkConstraints(quota, request);
  const usage = evaluator.usage(object);
  checkNegative(usage);
  const deltas = concerned.map((quota) => ({ quota, delta: withoutZeros(deltaOf(quota, usage, request)) }));
  const taken = deltas.filter(({ delta }) => delta.size > 0);
  const own = withoutZeros(deltaOf(undefined, usage, request));
  if (concerned.length > 0 ? taken.length === 0 : own.size === 0) return [];
  checkCovered(quotas, concerned, usage, request);
  for (const { quota, delta } of taken) charged(quota, delta);
  return taken
    .filter(({ quota, delta }) => pick(delta, hardOf(quota).keys()).size > 0)
    .map(({ quota, delta }) => ({ quota: quota.metadata.name ?? '', delta }));
}

/** The quota with the request charged to it; throws QuotaRefusal if that exceeds it. */
export function charged<Q extends Quota | ResourceQuota>(quota: Q, delta: Amounts): Q {
  const hard = hardOf(quota);
  const requested = pick(delta, hard.keys());
  const used = amountsOf(quota.status.used);
  const total = addAmounts(used, requested);
  const exceeded = exceeding(pick(total, requested.keys()), hard);
  if (exceeded.length > 0) {
    const text = (amounts: Amounts): string => formatAmounts(pick(amounts, exceeded));
    throw new QuotaRefusal(
      `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${text(requested)}, ` +
        `used: ${text(used)}, limited: ${text(hard)}`,
    );
  }
  return { ...quota, status: { ...quota.status, used: quantitiesOf(total) } };
}

function hardOf(quota: Quota): Amounts {
  return amountsOf(quota.status.hard);
}

function isAbout(quota: Quota, evaluator: Evaluator, object: Object_): boolean {
  const matchesResource = [...hardOf(quota).keys()].some((name) => evaluator.matchesResource(name));
  return matchesResource && quotaScopes(quota).every((scope) => evaluator.matchesScope(scope, object));
}

function checkConstraints(quota: Quota, { evaluator, object }: QuotaRequest): void {
  const name = quota.metadata.name ?? '';
  const restricted = [...hardOf(quota).keys()].filter((resource) => evaluator.matchesResource(resource));
  const problem = evaluator.constraintProblem(restricted, object);
  if (problem !== undefined) throw new QuotaRefusal(`failed quota: ${name}: ${problem}`);
  const used = amountsOf(quota.status.used);
  if (restricted.every((resource) => used.has(resource))) return;
  throw new QuotaRefusal(`status unknown for quota: ${name}, resources: ${restricted.sort().join(',')}`);
}

function checkNegative(usage: Amounts): void {
  const negative = [...usage].filter(([, quantity]) => quantity.asNumber() < 0).map(([name]) => name);
  if (negative.length === 0) return;
  throw new QuotaRefusal(`quota usage is negative for resource(s): ${negative.sort().join(',')}`);
}

/** What the request adds for a quota; all of it if the quota was not about the object before. */
function deltaOf(quota: Quota | undefined, usage: Amounts, { operation, oldObject, evaluator }: QuotaRequest): Amounts {
  if (operation !== 'UPDATE' || !oldObject || (oldObject.metadata.resourceVersion ?? '') === '') return usage;
  if (quota && !isAbout(quota, evaluator, oldObject)) return usage;
  return increase(usage, evaluator.usage(oldObject));
}

/** What is limited by configuration must be allowed by some quota. */
function checkCovered(
  quotas: readonly Quota[],
  concerned: readonly Quota[],
  usage: Amounts,
  { limited, evaluator, object }: QuotaRequest,
): void {
  const covered = new Set(concerned.flatMap((quota) => [...hardOf(quota).keys()]));
  const consumed = [...usage].filter(([, quantity]) => quantity.asNumber() > 0).map(([name]) => name);
  const uncovered = consumed.filter(
    (name) =>
      !covered.has(name) && limited.some(({ matchContains = [] }) => matchContains.some((text) => name.includes(text))),
  );
  if (uncovered.length > 0) throw new QuotaRefusal(`insufficient quota to consume: ${uncovered.sort().join(',')}`);
  const matching = (scopes: readonly ScopeRequirement[]): readonly ScopeRequirement[] =>
    scopes.filter((scope) => evaluator.matchesScope(scope, object));
  const allowed = quotas.flatMap((quota) => matching(quotaScopes(quota)));
  const missing = limited
    .flatMap(({ matchScopes = [] }) => matching(matchScopes))
    .filter(({ scopeName }) => !allowed.some((scope) => scope.scopeName === scopeName));
  if (missing.length === 0) return;
  const text = missing.map(
    ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`,
  );
  throw new QuotaRefusal(`insufficient quota to match these scopes: [${text.join(' ')}]`);
}
