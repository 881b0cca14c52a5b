import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import type { Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type KubeObject,
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
import { controllerOf } from '@kubescript/component-helpers';

import { claimObjects } from '../shared/controller-ref-manager.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { indexPodsByController } from '../shared/pod-index.ts';
import { semanticEqual } from '../shared/equal.ts';
import { DeploymentSync } from './deployment-sync.ts';

const ownerIndex = 'controllerUid';

/**
 * Runs Deployments: a ReplicaSet per template, sized so that pods are replaced as the strategy allows.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#DeploymentController
 */
export class DeploymentController implements Controller {
  readonly name = 'deployment-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;
  readonly #deployments: SharedInformer<Deployment>;
  readonly #replicaSets: SharedInformer<ReplicaSet>;
  readonly #pods: SharedInformer<Pod>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#recorder = context.newRecorder(this.name);
    this.#deployments = context.informers.for(appsv1.deployments);
    this.#replicaSets = context.informers.for(appsv1.replicasets);
    this.#pods = context.informers.for(corev1.pods);
    indexPodsByController(this.#pods);
    this.#replicaSets.addIndexer(ownerIndex, (rs) => [controllerOf(rs)?.uid ?? `orphans/${namespaceOf(rs)}`]);
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#deployments, this.#replicaSets, this.#pods],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** A Deployment needs to be looked at. */
  enqueue(deployment: DeepReadonly<Deployment>): void {
    this.#queue.add(keyOf(deployment));
  }

  /** A ReplicaSet appeared or vanished: its Deployment, or those that may adopt it, must look. */
  onReplicaSet(rs: DeepReadonly<ReplicaSet>): void {
    const owner = this.#deploymentOf(rs);
    if (owner !== undefined) this.enqueue(owner);
    else if (controllerOf(rs) === undefined) this.#enqueueSelecting(rs);
  }

  /** A ReplicaSet changed: its Deployments of before and after must look. */
  onReplicaSetUpdate(old: DeepReadonly<ReplicaSet>, rs: DeepReadonly<ReplicaSet>): void {
    const before = controllerOf(old);
    if (before?.uid !== controllerOf(rs)?.uid) {
      const owner = this.#deploymentOf(old);
      if (owner !== undefined) this.enqueue(owner);
    }
    if (
      controllerOf(rs) !== undefined ||
      before !== undefined ||
      !semanticEqual(old.metadata.labels, rs.metadata.labels)
    ) {
      this.onReplicaSet(rs);
    }
  }

  /** A pod is gone: a Deployment that is to be recreated may go on once its last old pod is. */
  onPodDelete(pod: DeepReadonly<Pod>): void {
    const reference = controllerOf(pod);
    if (reference?.kind !== 'ReplicaSet') return;
    const rs = this.#replicaSets.lister.get(namespaceOf(pod), reference.name);
    const owner = rs === undefined || uidOf(rs) !== reference.uid ? undefined : this.#deploymentOf(rs);
    if (owner?.spec.strategy?.type === 'Recreate') this.enqueue(owner);
  }

  /** Brings one Deployment a step closer to what its spec says. */
  async sync(key: string): Promise<void> {
    const deployment = this.#deployments.lister.getByKey(key);
    if (deployment === undefined) return;
    const selector = labelSelectorAsSelector(deployment.spec.selector);
    if (selector.isEmpty) {
      this.#recorder.event(
        deployment,
        'Warning',
        'SelectingAll',
        'This deployment is selecting all pods. A non-empty selector is required.',
      );
      return;
    }
    const replicaSets = await this.#claimReplicaSets(deployment);
    const sync = new DeploymentSync({
      client: this.#context.client,
      clock: this.#context.clock,
      recorder: this.#recorder,
      deployment,
      replicaSets,
      podsOf: (rs) => this.#pods.lister.byIndex(ownerIndex, uidOf(rs)),
    });
    const again = await sync.run();
    if (again !== undefined) this.#queue.addAfter(key, again);
  }

  #claimReplicaSets(deployment: DeepReadonly<Deployment>): Promise<readonly DeepReadonly<ReplicaSet>[]> {
    const namespace = namespaceOf(deployment);
    const candidates = [
      ...this.#replicaSets.lister.byIndex(ownerIndex, uidOf(deployment)),
      ...this.#replicaSets.lister.byIndex(ownerIndex, `orphans/${namespace}`),
    ];
    return claimObjects<ReplicaSet>(
      {
        client: this.#context.client,
        owner: deployment,
        ownerKind: { apiVersion: 'apps/v1', kind: 'Deployment' },
        resource: appsv1.replicasets,
        selector: labelSelectorAsSelector(deployment.spec.selector),
        freshOwner: () => this.#context.client.resource(appsv1.deployments, namespace).get(nameOf(deployment)),
      },
      candidates,
    );
  }

  #deploymentOf(object: DeepReadonly<KubeObject>): DeepReadonly<Deployment> | undefined {
    const reference = controllerOf(object);
    if (reference?.kind !== 'Deployment') return undefined;
    const owner = this.#deployments.lister.get(namespaceOf(object), reference.name);
    return owner !== undefined && uidOf(owner) === reference.uid ? owner : undefined;
  }

  #enqueueSelecting(rs: DeepReadonly<ReplicaSet>): void {
    for (const deployment of this.#deployments.lister.list({ namespace: namespaceOf(rs) })) {
      const selector = labelSelectorAsSelector(deployment.spec.selector);
      if (!selector.isEmpty && selector.matches(rs.metadata.labels)) this.enqueue(deployment);
    }
  }

  #addHandlers(): void {
    this.#deployments.addEventHandler({
      onAdd: (deployment) => {
        this.enqueue(deployment);
      },
      onUpdate: (_, deployment) => {
        this.enqueue(deployment);
      },
      onDelete: (deployment) => {
        this.enqueue(deployment);
      },
    });
    this.#replicaSets.addEventHandler({
      onAdd: (rs) => {
        this.onReplicaSet(rs);
      },
      onUpdate: (old, rs) => {
        this.onReplicaSetUpdate(old, rs);
      },
      onDelete: (rs) => {
        this.onReplicaSet(rs);
      },
    });
    this.#pods.addEventHandler({
      onDelete: (pod) => {
        this.onPodDelete(pod);
      },
    });
  }
}
