import type { ControllerRevision, DaemonSet } from '@kubescript/api/apps/v1';
import type { Node, Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  keyOf,
  labelSelectorAsSelector,
  nameOf,
  namespaceOf,
  uidOf,
} from '@kubescript/apimachinery';
import {
  appsv1,
  corev1,
  type EventRecorder,
  newWorkQueue,
  type SharedInformer,
  type WorkQueue,
} from '@kubescript/client';
import { controllerOf, isPodReady } from '@kubescript/component-helpers';

import { currentRevision, revisionHashLabel, revisionsOf, truncateHistory } from '../history/controller-history.ts';
import { claimObjects } from '../shared/controller-ref-manager.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { sameStatus, semanticEqual } from '../shared/equal.ts';
import { asError } from '../shared/errors.ts';
import { Expectations } from '../shared/expectations.ts';
import { isTerminatingNamespace, PodControl } from '../shared/pod-control.ts';
import { indexPodsByController, podsToClaim } from '../shared/pod-index.ts';
import { slowStartBatch } from '../shared/slow-start.ts';
import { templateForNode } from './node-fit.ts';
import { type DaemonSetInput, type DaemonSetPlan, daemonSetStatus, planNodes, planUpdate } from './plan.ts';

const kind = { apiVersion: 'apps/v1', kind: 'DaemonSet' };
const burst = 250;

/**
 * Runs a pod of each DaemonSet on every node that fits.
 *
 * @go k8s.io/kubernetes/pkg/controller/daemon#DaemonSetsController
 */
export class DaemonSetController implements Controller {
  readonly name = 'daemonset-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;
  readonly #podControl: PodControl;
  readonly #expectations: Expectations;
  readonly #sets: SharedInformer<DaemonSet>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 2;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#recorder = context.newRecorder(this.name);
    this.#podControl = new PodControl(context.client, this.#recorder);
    this.#expectations = new Expectations(context.clock);
    this.#sets = context.informers.for(appsv1.daemonsets);
    this.#revisions = context.informers.for(appsv1.controllerrevisions);
    this.#pods = context.informers.for(corev1.pods);
    this.#nodes = context.informers.for(corev1.nodes);
    indexPodsByController(this.#pods);
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#sets, this.#revisions, this.#pods, this.#nodes],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** A DaemonSet needs to be looked at. */
  enqueue(ds: DeepReadonly<DaemonSet>): void {
    this.#queue.add(keyOf(ds));
  }

  /** A node came, went, or changed in what daemons look at. */
  onNodes(): void {
    for (const ds of this.#sets.lister.list()) this.enqueue(ds);
  }

  /** A daemon came, changed or went. */
  onPod(pod: DeepReadonly<Pod>, event: 'add' | 'update' | 'delete', old?: DeepReadonly<Pod>): void {
    const ds = this.#ownerOf(pod);
    if (ds === undefined) return;
    const key = keyOf(ds);
    if (event === 'add') this.#expectations.creationObserved(key);
    if (event === 'delete' || pod.metadata.deletionTimestamp !== undefined) {
      this.#expectations.deletionObserved(key, uidOf(pod));
    }
    this.enqueue(ds);
    const minReady = ds.spec.minReadySeconds ?? 0;
    if (old !== undefined && !isPodReady(old) && isPodReady(pod) && minReady > 0) {
      this.#queue.addAfter(key, (minReady + 1) * 1000);
    }
  }

  /** Brings the daemons of one set to what its spec says. */
  async sync(key: string): Promise<void> {
    const ds = this.#sets.lister.getByKey(key);
    if (ds === undefined) {
      this.#expectations.forget(key);
      return;
    }
    const selector = labelSelectorAsSelector(ds.spec.selector);
    if (selector.isEmpty) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      this.#recorder.event(ds, 'Warning', 'SelectingAll', message);
      return;
    }
    if (ds.metadata.deletionTimestamp !== undefined) return;
    const revisions = revisionsOf(this.#revisions.lister.list({ namespace: namespaceOf(ds) }), ds);
    const { current, collided } = await currentRevision(this.#context.client, this.#historyOwner(ds), revisions);
    if (collided) {
      await this.#writeStatus(ds, { ...ds.status, collisionCount: (ds.status.collisionCount ?? 0) + 1 });
      throw new Error(`the name of a revision of ${key} is taken`);
    }
    const hash = current.metadata.labels?.[revisionHashLabel] ?? '';
    const pods = await this.#claimPods(ds);
    const input = { ds, nodes: this.#nodes.lister.list(), pods, hash, now: this.#context.clock.now() };
    if (this.#expectations.satisfied(key)) {
      await this.#apply(input, planNodes(input));
      if (this.#expectations.satisfied(key)) await this.#apply(input, planUpdate(input));
    }
    await truncateHistory(this.#context.client, revisions, {
      limit: ds.spec.revisionHistoryLimit ?? 10,
      isLive: (revision) => nameOf(revision) === nameOf(current) || isUsed(revision, pods),
    });
    await this.#writeStatus(ds, daemonSetStatus(input));
  }

  async #apply({ ds, hash }: DaemonSetInput, plan: DaemonSetPlan): Promise<void> {
    const key = keyOf(ds);
    const createOn = plan.createOn.slice(0, burst);
    const doomed = plan.delete.slice(0, burst);
    if (createOn.length + doomed.length === 0) return;
    this.#expectations.expectBoth(key, createOn.length, doomed.map(uidOf));
    const { successes, error } = await slowStartBatch(createOn.length, async (index) => {
      const template = templateForNode(ds.spec.template, createOn[index] ?? '', { [revisionHashLabel]: hash });
      try {
        await this.#podControl.create(template, ds, kind);
      } catch (err) {
        if (!isTerminatingNamespace(err)) throw err;
        this.#expectations.creationObserved(key);
      }
    });
    this.#expectations.creationObserved(key, createOn.length - successes);
    const results = await Promise.allSettled(doomed.map((pod) => this.#deletePod(key, pod, ds)));
    const failed = results.find((result) => result.status === 'rejected');
    if (error !== undefined) throw asError(error);
    if (failed !== undefined) throw asError(failed.reason);
  }

  async #deletePod(key: string, pod: DeepReadonly<Pod>, ds: DeepReadonly<DaemonSet>): Promise<void> {
    if (pod.status.phase === 'Failed') {
      const message = `Found failed daemon pod ${keyOf(pod)} on node ${pod.spec.nodeName ?? ''}, will try to kill it`;
      this.#recorder.event(ds, 'Warning', 'FailedDaemonPod', message);
    }
    try {
      await this.#podControl.delete(pod, ds);
    } catch (err) {
      this.#expectations.deletionObserved(key, uidOf(pod));
      throw err;
    }
  }

  async #writeStatus(ds: DeepReadonly<DaemonSet>, status: DeepReadonly<DaemonSet>['status']): Promise<void> {
    if (sameStatus(ds.status, status)) return;
    await this.#context.client.resource(appsv1.daemonsets, namespaceOf(ds)).updateStatus({ ...ds, status });
  }

  #historyOwner(ds: DeepReadonly<DaemonSet>): Parameters<typeof currentRevision>[1] {
    return { object: ds, kind, template: ds.spec.template, collisionCount: ds.status.collisionCount };
  }

  #claimPods(ds: DeepReadonly<DaemonSet>): Promise<readonly DeepReadonly<Pod>[]> {
    return claimObjects<Pod>(
      {
        client: this.#context.client,
        owner: ds,
        ownerKind: kind,
        resource: corev1.pods,
        selector: labelSelectorAsSelector(ds.spec.selector),
        freshOwner: () => this.#context.client.resource(appsv1.daemonsets, namespaceOf(ds)).get(nameOf(ds)),
      },
      podsToClaim(this.#pods, namespaceOf(ds), uidOf(ds)),
    );
  }

  #ownerOf(pod: DeepReadonly<Pod>): DeepReadonly<DaemonSet> | undefined {
    const reference = controllerOf(pod);
    if (reference?.kind !== kind.kind) return undefined;
    const ds = this.#sets.lister.get(namespaceOf(pod), reference.name);
    return ds !== undefined && uidOf(ds) === reference.uid ? ds : undefined;
  }

  #addHandlers(): void {
    const enqueue = (ds: DeepReadonly<DaemonSet>): void => {
      this.enqueue(ds);
    };
    this.#sets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, ds) => {
        enqueue(ds);
      },
      onDelete: enqueue,
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => {
        this.onPod(pod, 'add');
      },
      onUpdate: (old, pod) => {
        this.onPod(pod, 'update', old);
      },
      onDelete: (pod) => {
        this.onPod(pod, 'delete');
      },
    });
    this.#nodes.addEventHandler({
      onAdd: () => {
        this.onNodes();
      },
      onUpdate: (old, node) => {
        const matters =
          !semanticEqual(old.metadata.labels, node.metadata.labels) || !semanticEqual(old.spec, node.spec);
        if (matters) this.onNodes();
      },
      onDelete: () => {
        this.onNodes();
      },
    });
  }
}

function isUsed(revision: DeepReadonly<ControllerRevision>, pods: readonly DeepReadonly<Pod>[]): boolean {
  const hash = revision.metadata.labels?.[revisionHashLabel];
  return pods.some((pod) => pod.metadata.labels?.[revisionHashLabel] === hash);
}
