import type { Pod } from '@kubescript/api/core/v1';
import { type Clock, type DeepReadonly, isNotFound, nameOf, namespaceOf, formatTime } from '@kubescript/apimachinery';
import { type Client, corev1 } from '@kubescript/client';
import { podCondition, withPodCondition } from '@kubescript/component-helpers';

/** What to write about a pod that could not be scheduled. */
export interface PodFailure {
  readonly reason: 'Unschedulable' | 'SchedulerError' | 'SchedulingGated';
  readonly message: string;
  /** The node being made free for it; '' takes a nomination back; undefined leaves it alone. */
  readonly nominatedNodeName?: string | undefined;
}

/** Writes into a pod's status why it has no node. */
export class PodReporter {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Sets the condition PodScheduled to False, and the nominated node, unless the pod says so already. A pod that is
   * gone is no error.
   */
  async reportFailure(pod: DeepReadonly<Pod>, failure: PodFailure, signal: AbortSignal): Promise<void> {
    const patch = failurePatch(pod, failure, formatTime(this.#clock.now()));
    if (patch === undefined) return;
    const pods = this.#client.resource(corev1.pods, namespaceOf(pod));
    try {
      const options = { subresource: 'status', signal };
      await pods.patch(nameOf(pod), 'application/strategic-merge-patch+json', patch, options);
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}

/** The patch of a pod's status, or undefined if it needs none. */
export function failurePatch(pod: DeepReadonly<Pod>, failure: PodFailure, now: string): unknown {
  const { reason, message, nominatedNodeName } = failure;
  const condition = { type: 'PodScheduled', status: 'False', reason, message };
  const generation = pod.metadata.generation;
  const observed = generation === undefined ? condition : { ...condition, observedGeneration: generation };
  const conditions = withPodCondition(pod.status.conditions, observed, now);
  const isNominationNew = nominatedNodeName !== undefined && nominatedNodeName !== (pod.status.nominatedNodeName ?? '');
  if (conditions === pod.status.conditions && !isNominationNew) return undefined;
  const status = {
    ...(conditions === pod.status.conditions
      ? {}
      : { conditions: [podCondition({ ...pod, status: { conditions } }, 'PodScheduled')] }),
    ...(isNominationNew ? { nominatedNodeName: nominatedNodeName === '' ? null : nominatedNodeName } : {}),
  };
  return { metadata: { uid: pod.metadata.uid }, status };
}
