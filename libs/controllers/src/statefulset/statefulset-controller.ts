import type { ControllerRevision, StatefulSet } from '@kubescript/api/apps/v1';
import type { PersistentVolumeClaim, Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  isAlreadyExists,
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

import { currentRevision, revisionsOf, templateIn, truncateHistory } from '../history/controller-history.ts';
import { claimObjects } from '../shared/controller-ref-manager.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { sameStatus } from '../shared/equal.ts';
import { Expectations } from '../shared/expectations.ts';
import { PodControl } from '../shared/pod-control.ts';
import { indexPodsByController, podsToClaim } from '../shared/pod-index.ts';
import { claimsFor, ordinalOf, podNameFor, templateForOrdinal } from './identity.ts';
import { planStatefulSet, type StatefulSetInput, statefulSetStatus } from './plan.ts';

const kind = { apiVersion: 'apps/v1', kind: 'StatefulSet' };

/**
 * Runs pods that keep their names and volumes.
 *
 * @go k8s.io/kubernetes/pkg/controller/statefulset#StatefulSetController
 */
export class StatefulSetController implements Controller {
  readonly name = 'statefulset-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #podControl: PodControl;
  readonly #recorder: EventRecorder;
  readonly #expectations: Expectations;
  readonly #sets: SharedInformer<StatefulSet>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #pods: SharedInformer<Pod>;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#recorder = context.newRecorder(this.name);
    this.#podControl = new PodControl(context.client, this.#recorder);
    this.#expectations = new Expectations(context.clock);
    this.#sets = context.informers.for(appsv1.statefulsets);
    this.#revisions = context.informers.for(appsv1.controllerrevisions);
    this.#pods = context.informers.for(corev1.pods);
    this.#claims = context.informers.for(corev1.persistentvolumeclaims);
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
        waitFor: [this.#sets, this.#revisions, this.#pods, this.#claims],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** A StatefulSet needs to be looked at. */
  enqueue(set: DeepReadonly<StatefulSet>): void {
    this.#queue.add(keyOf(set));
  }

  /** A pod came, changed or went. */
  onPod(pod: DeepReadonly<Pod>, event: 'add' | 'update' | 'delete', old?: DeepReadonly<Pod>): void {
    const reference = controllerOf(pod);
    if (reference === undefined) {
      if (event !== 'delete') this.#enqueueSelecting(pod);
      return;
    }
    const set = this.#sets.lister.get(namespaceOf(pod), reference.name);
    if (reference.kind !== kind.kind || set === undefined || uidOf(set) !== reference.uid) return;
    const key = keyOf(set);
    if (event === 'add') this.#expectations.creationObserved(key);
    if (event === 'delete' || pod.metadata.deletionTimestamp !== undefined) {
      this.#expectations.deletionObserved(key, uidOf(pod));
    }
    this.enqueue(set);
    const minReady = set.spec.minReadySeconds ?? 0;
    if (old !== undefined && !isPodReady(old) && isPodReady(pod) && minReady > 0) {
      this.#queue.addAfter(key, (minReady + 1) * 1000);
    }
  }

  /** Takes one StatefulSet a step further. */
  async sync(key: string): Promise<void> {
    const set = this.#sets.lister.getByKey(key);
    if (set === undefined) {
      this.#expectations.forget(key);
      return;
    }
    if (labelSelectorAsSelector(set.spec.selector).isEmpty || set.metadata.deletionTimestamp !== undefined) return;
    const revisions = revisionsOf(this.#revisions.lister.list({ namespace: namespaceOf(set) }), set);
    const { current: update, collided } = await currentRevision(
      this.#context.client,
      this.#historyOwner(set),
      revisions,
    );
    if (collided) {
      await this.#writeStatus(set, { ...set.status, collisionCount: (set.status.collisionCount ?? 0) + 1 });
      throw new Error(`the name of a revision of ${key} is taken`);
    }
    const known = revisions.find((revision) => nameOf(revision) === set.status.currentRevision) ?? update;
    const pods = await this.#claimPods(set);
    const input: StatefulSetInput = {
      set,
      pods,
      currentRevision: nameOf(known),
      updateRevision: nameOf(update),
      now: this.#context.clock.now(),
    };
    if (this.#expectations.satisfied(key)) await this.#apply(input, { current: known, update });
    await truncateHistory(this.#context.client, revisions, {
      limit: set.spec.revisionHistoryLimit ?? 10,
      isLive: (revision) => isLive(nameOf(revision), input),
    });
    await this.#writeStatus(set, statefulSetStatus(input));
  }

  async #apply(
    input: StatefulSetInput,
    revisions: Readonly<Record<'current' | 'update', DeepReadonly<ControllerRevision>>>,
  ): Promise<void> {
    const { set } = input;
    const key = keyOf(set);
    const plan = planStatefulSet(input);
    if (plan.create.length + plan.delete.length === 0) return;
    this.#expectations.expectBoth(key, plan.create.length, plan.delete.map(uidOf));
    const creations = plan.create.map(async ({ ordinal, revision }) => {
      const source = revisions[revision];
      try {
        await this.#createClaims(set, ordinal);
        const template = templateForOrdinal(set, templateIn(source), ordinal, nameOf(source));
        await this.#podControl.create(template, set, kind, { name: podNameFor(set, ordinal) });
      } catch (err) {
        this.#expectations.creationObserved(key);
        if (!isAlreadyExists(err)) throw err;
      }
    });
    const deletions = plan.delete.map(async (pod) => {
      try {
        await this.#podControl.delete(pod, set);
      } catch (err) {
        this.#expectations.deletionObserved(key, uidOf(pod));
        throw err;
      }
    });
    const results = await Promise.allSettled([...creations, ...deletions]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #createClaims(set: DeepReadonly<StatefulSet>, ordinal: number): Promise<void> {
    for (const claim of claimsFor(set, ordinal)) {
      if (this.#claims.lister.get(namespaceOf(claim), nameOf(claim)) !== undefined) continue;
      try {
        await this.#context.client.resource(corev1.persistentvolumeclaims, namespaceOf(set)).create(claim);
        const message = `create Claim ${nameOf(claim)} Pod ${podNameFor(set, ordinal)} in StatefulSet ${nameOf(set)} success`;
        this.#recorder.event(set, 'Normal', 'SuccessfulCreate', message);
      } catch (err) {
        if (!isAlreadyExists(err)) throw err;
      }
    }
  }

  async #writeStatus(set: DeepReadonly<StatefulSet>, status: DeepReadonly<StatefulSet>['status']): Promise<void> {
    if (sameStatus(set.status, status)) return;
    await this.#context.client.resource(appsv1.statefulsets, namespaceOf(set)).updateStatus({ ...set, status });
  }

  #historyOwner(set: DeepReadonly<StatefulSet>): Parameters<typeof currentRevision>[1] {
    return { object: set, kind, template: set.spec.template, collisionCount: set.status.collisionCount || undefined };
  }

  #claimPods(set: DeepReadonly<StatefulSet>): Promise<readonly DeepReadonly<Pod>[]> {
    return claimObjects<Pod>(
      {
        client: this.#context.client,
        owner: set,
        ownerKind: kind,
        resource: corev1.pods,
        selector: labelSelectorAsSelector(set.spec.selector),
        mayAdopt: (pod) => ordinalOf(set, pod) !== undefined,
        freshOwner: () => this.#context.client.resource(appsv1.statefulsets, namespaceOf(set)).get(nameOf(set)),
      },
      podsToClaim(this.#pods, namespaceOf(set), uidOf(set)),
    );
  }

  #enqueueSelecting(pod: DeepReadonly<Pod>): void {
    for (const set of this.#sets.lister.list({ namespace: namespaceOf(pod) })) {
      const selector = labelSelectorAsSelector(set.spec.selector);
      if (ordinalOf(set, pod) !== undefined && !selector.isEmpty && selector.matches(pod.metadata.labels))
        this.enqueue(set);
    }
  }

  #addHandlers(): void {
    const enqueue = (set: DeepReadonly<StatefulSet>): void => {
      this.enqueue(set);
    };
    this.#sets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, set) => {
        enqueue(set);
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
  }
}

function isLive(
  revision: string,
  { currentRevision: current, updateRevision: update, pods }: StatefulSetInput,
): boolean {
  if (revision === current || revision === update) return true;
  return pods.some((pod) => pod.metadata.labels?.['controller-revision-hash'] === revision);
}
