import {
  formatTime,
  labelSelectorAsSelector,
  newBadRequest,
  newForbidden,
  newTooManyRequests,
  StatusError,
  isConflict,
  type Clock,
  type DeepReadonly,
  type KubeObject,
} from '@kubescript/apimachinery';
import type { CreateCall, DeleteCall, EncodedObject, ResourceStore, Rest } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';
import type { Eviction, PodDisruptionBudget } from '@kubescript/api/policy/v1';

import { successStatus } from '../../../generic/encoded.ts';
import { unsetTime } from '../../../generic/zero-values.ts';
import { plainFailure } from '../../../generic/plain-failure.ts';
import { getObject, listObjects } from '../../../generic/read.ts';

const maxDisruptedPods = 2000;
const maxAttempts = 20;
const refusal = "Cannot evict pod as it would violate the pod's disruption budget.";

/**
 * `pods/eviction`: a deletion that asks the pod's disruption budget first.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod/storage#EvictionREST
 */
export class EvictionRest implements Rest {
  readonly kind = { group: 'policy', version: 'v1', kind: 'Eviction' };
  readonly alsoAccepts = ['policy/v1beta1'];
  readonly pods: ResourceStore<Pod>;
  readonly budgets: ResourceStore<PodDisruptionBudget>;
  readonly clock: Clock;

  constructor(pods: ResourceStore<Pod>, budgets: ResourceStore<PodDisruptionBudget>, clock: Clock) {
    this.pods = pods;
    this.budgets = budgets;
    this.clock = clock;
  }

  async create(name: string, object: KubeObject, call: CreateCall): Promise<EncodedObject> {
    const eviction = object as Eviction;
    if (eviction.metadata.name !== name) {
      throw newBadRequest('name in URL does not match name in Eviction object');
    }
    const pod = await getObject(this.pods, name, call);
    await call.validate(eviction);
    if (!needsNoBudget(pod)) await this.askBudget(pod, call);
    await this.deletePod(pod, eviction, call);
    return successStatus();
  }

  /** Takes one disruption of the budget that covers the pod; throws if it has none left. */
  async askBudget(pod: DeepReadonly<Pod>, call: CreateCall): Promise<void> {
    const [budget, another] = await this.budgetsOf(pod, call);
    if (!budget) return;
    if (another) {
      throw plainFailure(
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      );
    }
    if (!isReady(pod) && mayEvictUnready(budget)) return;
    const take = (current: PodDisruptionBudget): PodDisruptionBudget =>
      takeDisruption(current, pod.metadata.name ?? '', this.clock.now());
    await this.budgets.guaranteedUpdate(budget.metadata.name ?? '', take, call);
  }

  async budgetsOf(pod: DeepReadonly<Pod>, call: CreateCall): Promise<readonly DeepReadonly<PodDisruptionBudget>[]> {
    const budgets = await listObjects(this.budgets, call);
    return budgets.filter((budget) => labelSelectorAsSelector(budget.spec.selector).matches(pod.metadata.labels ?? {}));
  }

  async deletePod(pod: DeepReadonly<Pod>, eviction: Eviction, call: CreateCall): Promise<void> {
    const name = pod.metadata.name ?? '';
    if (!needsNoBudget(pod) && !call.dryRun) await this.markDisrupted(name, call);
    const options = eviction.deleteOptions ?? {};
    const deletion: DeleteCall = {
      ...call,
      dryRun: call.dryRun || (options.dryRun ?? []).includes('All'),
      validate: () => Promise.resolve(),
      ...(options.gracePeriodSeconds !== undefined && { gracePeriodSeconds: options.gracePeriodSeconds }),
      ...(options.preconditions && { preconditions: options.preconditions }),
    };
    await this.pods.delete(name, deletion);
  }

  async markDisrupted(name: string, call: CreateCall): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.pods.guaranteedUpdate(name, (pod) => addDisruptionTarget(pod, this.clock.now()), call);
        return;
      } catch (err) {
        if (!isConflict(err) || attempt === maxAttempts) throw err;
      }
    }
  }
}

/** Pods that are not running, or already going, disrupt nobody. */
function needsNoBudget({ status, metadata }: DeepReadonly<Pod>): boolean {
  return (
    status.phase === 'Succeeded' ||
    status.phase === 'Failed' ||
    status.phase === 'Pending' ||
    metadata.deletionTimestamp !== undefined
  );
}

function isReady(pod: DeepReadonly<Pod>): boolean {
  return pod.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function mayEvictUnready({ spec, status }: DeepReadonly<PodDisruptionBudget>): boolean {
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const desired = status.desiredHealthy ?? 0;
  return desired > 0 && (status.currentHealthy ?? 0) >= desired;
}

/**
 * The budget after one more pod was evicted; throws the refusal where it has no disruption left.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod/storage#(*EvictionREST).checkAndDecrement
 */
export function takeDisruption(budget: PodDisruptionBudget, podName: string, now: number): PodDisruptionBudget {
  const { status } = budget;
  const name = budget.metadata.name ?? '';
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    throw tooManyDisruptions(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const budgets = { group: 'policy', resource: 'poddisruptionbudget' };
  const allowed = status.disruptionsAllowed ?? 0;
  if (allowed < 0) throw newForbidden(budgets, name, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > maxDisruptedPods) {
    const message = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    throw newForbidden(budgets, name, message);
  }
  if (allowed === 0) {
    throw tooManyDisruptions(
      `The disruption budget ${name} needs ${String(status.desiredHealthy ?? 0)} healthy pods and has ` +
        `${String(status.currentHealthy ?? 0)} currently`,
      0,
    );
  }
  status.disruptionsAllowed = allowed - 1;
  status.disruptedPods = { ...status.disruptedPods, [podName]: formatTime(now) };
  if (allowed === 1) noteNoDisruptionLeft(budget, now);
  return budget;
}

function tooManyDisruptions(cause: string, retryAfterSeconds: number): StatusError {
  const { status } = newTooManyRequests(refusal, retryAfterSeconds);
  const details = { ...status.details, causes: [{ reason: 'DisruptionBudget', message: cause }] };
  return new StatusError({ ...status, details });
}

function noteNoDisruptionLeft(budget: PodDisruptionBudget, now: number): void {
  const conditions = (budget.status.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed');
  budget.status.conditions = [
    ...conditions,
    {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'InsufficientPods',
      message: '',
      observedGeneration: budget.status.observedGeneration ?? 0,
      lastTransitionTime: formatTime(now),
    },
  ];
}

function addDisruptionTarget(pod: Pod, now: number): Pod {
  const others = (pod.status.conditions ?? []).filter(({ type }) => type !== 'DisruptionTarget');
  pod.status.conditions = [
    ...others,
    {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: unsetTime,
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
      lastTransitionTime: formatTime(now),
    },
  ];
  return pod;
}
