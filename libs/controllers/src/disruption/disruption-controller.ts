import type { Deployment, ReplicaSet, StatefulSet } from '@kubescript/api/apps/v1';
import type { Pod, ReplicationController } from '@kubescript/api/core/v1';
import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import { type DeepReadonly, keyOf, labelSelectorAsSelector, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { appsv1, corev1, newWorkQueue, policyv1, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { controllerOf, isPodReady } from '@kubescript/component-helpers';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { sameStatus, semanticEqual } from '../shared/equal.ts';
import { budgetStatus } from './plan.ts';

/**
 * Keeps the status of PodDisruptionBudgets current, by which evictions are allowed.
 *
 * @go k8s.io/kubernetes/pkg/controller/disruption#DisruptionController
 */
export class DisruptionController implements Controller {
  readonly name = 'disruption-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #budgets: SharedInformer<PodDisruptionBudget>;
  readonly #pods: SharedInformer<Pod>;
  readonly #deployments: SharedInformer<Deployment>;
  readonly #replicaSets: SharedInformer<ReplicaSet>;
  readonly #statefulSets: SharedInformer<StatefulSet>;
  readonly #replicationControllers: SharedInformer<ReplicationController>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#budgets = context.informers.for(policyv1.poddisruptionbudgets);
    this.#pods = context.informers.for(corev1.pods);
    this.#deployments = context.informers.for(appsv1.deployments);
    this.#replicaSets = context.informers.for(appsv1.replicasets);
    this.#statefulSets = context.informers.for(appsv1.statefulsets);
    this.#replicationControllers = context.informers.for(corev1.replicationcontrollers);
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 1,
        logger: this.#context.newLogger(this.name),
        waitFor: [
          this.#budgets,
          this.#pods,
          this.#deployments,
          this.#replicaSets,
          this.#statefulSets,
          this.#replicationControllers,
        ],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** The budgets that select a pod must be looked at. */
  onPod(pod: DeepReadonly<Pod>): void {
    for (const budget of this.#budgets.lister.list({ namespace: namespaceOf(pod) })) {
      if (labelSelectorAsSelector(budget.spec.selector).matches(pod.metadata.labels)) this.#queue.add(keyOf(budget));
    }
  }

  /** Counts the pods of one budget. */
  async sync(key: string): Promise<void> {
    const budget = this.#budgets.lister.getByKey(key);
    if (budget === undefined || budget.metadata.deletionTimestamp !== undefined) return;
    const selector = labelSelectorAsSelector(budget.spec.selector);
    const pods = this.#pods.lister.list({
      namespace: namespaceOf(budget),
      filter: (pod) => selector.matches(pod.metadata.labels) && !hasEnded(pod),
    });
    const status = budgetStatus({ budget, pods, scale: this.#scaleOf(pods), now: this.#context.clock.now() });
    if (status.disruptedPods !== undefined) this.#queue.addAfter(key, 120_000);
    if (sameStatus(status, budget.status)) return;
    const api = this.#context.client.resource(policyv1.poddisruptionbudgets, namespaceOf(budget));
    await api.updateStatus({ ...budget, status });
  }

  /** The sum of the replicas that the controllers of these pods ask for, each counted once. */
  #scaleOf(pods: readonly DeepReadonly<Pod>[]): number {
    const scales = new Map<string, number>();
    for (const pod of pods) {
      const found = this.#controllerScale(pod);
      if (found !== undefined) scales.set(found.uid, found.replicas);
    }
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }

  #controllerScale(pod: DeepReadonly<Pod>): { readonly uid: string; readonly replicas: number } | undefined {
    const reference = controllerOf(pod);
    if (reference === undefined) return undefined;
    const namespace = namespaceOf(pod);
    const { name, uid } = reference;
    switch (reference.kind) {
      case 'ReplicaSet': {
        const rs = this.#replicaSets.lister.get(namespace, name);
        const owner = rs === undefined ? undefined : controllerOf(rs);
        const deployment =
          owner?.kind === 'Deployment' ? this.#deployments.lister.get(namespace, owner.name) : undefined;
        if (deployment !== undefined) return { uid: uidOf(deployment), replicas: deployment.spec.replicas ?? 1 };
        return rs === undefined ? undefined : { uid, replicas: rs.spec.replicas ?? 1 };
      }
      case 'StatefulSet': {
        const set = this.#statefulSets.lister.get(namespace, name);
        return set === undefined ? undefined : { uid, replicas: set.spec.replicas ?? 1 };
      }
      case 'ReplicationController': {
        const rc = this.#replicationControllers.lister.get(namespace, name);
        return rc === undefined ? undefined : { uid, replicas: rc.spec.replicas ?? 1 };
      }
      default:
        return undefined;
    }
  }

  #enqueueNamespace(namespace: string): void {
    for (const budget of this.#budgets.lister.list({ namespace })) this.#queue.add(keyOf(budget));
  }

  #addHandlers(): void {
    this.#budgets.addEventHandler({
      onAdd: (budget) => {
        this.#queue.add(keyOf(budget));
      },
      onUpdate: (_, budget) => {
        this.#queue.add(keyOf(budget));
      },
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => {
        this.onPod(pod);
      },
      onUpdate: (old, pod) => {
        if (semanticEqual(budgetFacts(old), budgetFacts(pod))) return;
        this.onPod(old);
        this.onPod(pod);
      },
      onDelete: (pod) => {
        this.onPod(pod);
      },
    });
    const onScale = {
      onUpdate: (old: { spec: { replicas?: number } }, object: { spec: { replicas?: number }; metadata: object }) => {
        const { namespace = '' } = object.metadata as { readonly namespace?: string };
        if (old.spec.replicas !== object.spec.replicas) this.#enqueueNamespace(namespace);
      },
    };
    this.#deployments.addEventHandler(onScale);
    this.#replicaSets.addEventHandler(onScale);
    this.#statefulSets.addEventHandler(onScale);
    this.#replicationControllers.addEventHandler(onScale);
  }
}

function hasEnded(pod: DeepReadonly<Pod>): boolean {
  return pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
}

function budgetFacts(pod: DeepReadonly<Pod>): unknown {
  return [pod.metadata.labels, isPodReady(pod), pod.metadata.deletionTimestamp !== undefined, hasEnded(pod)];
}
