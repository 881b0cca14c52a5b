import type { Deployment, DeploymentStatus, ReplicaSet } from '@kubescript/api/apps/v1';
import type { Pod } from '@kubescript/api/core/v1';
import {
  deepCopy,
  type Clock,
  type DeepReadonly,
  isAlreadyExists,
  isNotFound,
  nameOf,
  namespaceOf,
} from '@kubescript/apimachinery';
import { appsv1, type Client, type EventRecorder, type ResourceClient } from '@kubescript/client';
import { isControlledBy, newControllerRef } from '@kubescript/component-helpers';

import { millisOf } from '../shared/time.ts';
import { findCondition } from '../shared/conditions.ts';
import { sameStatus, semanticEqual } from '../shared/equal.ts';
import { computeHash } from '../shared/hash.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { annotations, maxRevision, newReplicaSetAnnotations, numberIn, podTemplateHash } from './annotations.ts';
import { activeOrLatest, findNewReplicaSet, outdatedReplicaSets, sameTemplate } from './replica-sets.ts';
import {
  desiredReplicas,
  fenceposts,
  isRollingUpdate,
  newReplicaSetSize,
  planNewReplicaSet,
  planOldReplicaSets,
  planProportionalScaling,
  type Scaling,
  wanted,
} from './rolling.ts';
import {
  calculateStatus,
  condition,
  hasProgressDeadline,
  isComplete,
  isTimedOut,
  reasons,
  rolloutStatus,
  setCondition,
} from './status.ts';

type D = DeepReadonly<Deployment>;
type RS = DeepReadonly<ReplicaSet>;

/** One Deployment, what belongs to it, and the means to change it. */
export interface DeploymentSyncOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly deployment: D;
  readonly replicaSets: readonly RS[];
  podsOf(rs: RS): readonly DeepReadonly<Pod>[];
}

/**
 * One turn of the Deployment controller over one Deployment. Each turn takes at most one step (a ReplicaSet created or
 * some scaled) and writes the status; the changes of the ReplicaSets bring the next turn.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).syncDeployment
 */
export class DeploymentSync {
  readonly #options: DeploymentSyncOptions;
  readonly #replicaSetApi: ResourceClient<ReplicaSet>;
  readonly #deploymentApi: ResourceClient<Deployment>;
  /** Replaced by what the server answers, so that a second write in one turn does not conflict with the first. */
  #deployment: D;
  #replicaSets: readonly RS[];

  constructor(options: DeploymentSyncOptions) {
    this.#options = options;
    this.#deployment = options.deployment;
    this.#replicaSets = options.replicaSets;
    const namespace = namespaceOf(options.deployment);
    this.#replicaSetApi = options.client.resource(appsv1.replicasets, namespace);
    this.#deploymentApi = options.client.resource(appsv1.deployments, namespace);
  }

  /** Takes the step; resolves with the milliseconds after which to look again even if nothing changes. */
  async run(): Promise<number | undefined> {
    if (this.#deployment.metadata.deletionTimestamp !== undefined) {
      const newRs = findNewReplicaSet(this.#deployment, this.#replicaSets);
      await this.#writeStatus(calculateStatus(this.#deployment, newRs, this.#replicaSets, this.#now()));
      return undefined;
    }
    await this.checkPaused();
    if (this.#deployment.spec.paused === true || this.#isScaling()) await this.scale();
    else if (isRollingUpdate(this.#deployment)) await this.rollOut();
    else await this.recreate();
    return this.#progressCheckDue();
  }

  /** Notes in the Progressing condition that a rollout was paused or goes on: its deadline does not run meanwhile. */
  async checkPaused(): Promise<void> {
    const d = this.#deployment;
    if (!hasProgressDeadline(d)) return;
    const current = findCondition(d.status.conditions, 'Progressing');
    if (current?.reason === reasons.timedOut) return;
    const isPaused = current?.reason === reasons.paused;
    if ((d.spec.paused === true) === isPaused) return;
    const next = isPaused
      ? condition('Progressing', 'Unknown', reasons.resumed, 'Deployment is resumed', this.#now())
      : condition('Progressing', 'Unknown', reasons.paused, 'Deployment is paused', this.#now());
    const status = deepCopy(d.status) as DeploymentStatus;
    setCondition(status, next);
    await this.#writeStatus(status);
  }

  /**
   * Gives the ReplicaSets the sizes that a changed `spec.replicas` asks for, without going on with a rollout.
   *
   * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).sync
   */
  async scale(): Promise<void> {
    const newRs = await this.#newReplicaSet(false);
    const old = this.#oldReplicaSets(newRs);
    await this.#scaleAll(this.#scalings(newRs, old));
    if (this.#deployment.spec.paused === true) await this.#cleanUp(old);
    const all = this.#current(newRs, old);
    await this.#writeStatus(calculateStatus(this.#deployment, this.#updated(newRs), all, this.#now()));
  }

  /**
   * One step of a rolling update: up with the new ReplicaSet if there is room, else down with the old ones.
   *
   * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).rolloutRolling
   */
  async rollOut(): Promise<void> {
    const newRs = await this.#newReplicaSet(true);
    if (newRs === undefined) return;
    const old = this.#oldReplicaSets(newRs);
    const up = planNewReplicaSet(this.#deployment, newRs, [...old, newRs]);
    if (up !== undefined) {
      await this.#scaleAll([up]);
    } else {
      const down = planOldReplicaSets(this.#deployment, newRs, old);
      if (down.length > 0) await this.#scaleAll(down);
      else if (isComplete(this.#deployment, this.#deployment.status)) await this.#cleanUp(old);
    }
    await this.#finish(newRs, old);
  }

  /**
   * One step of a recreation: down with the old pods, and only when they are gone up with the new ones.
   *
   * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).rolloutRecreate
   */
  async recreate(): Promise<void> {
    let newRs = await this.#newReplicaSet(false);
    const old = this.#oldReplicaSets(newRs);
    const active = old.filter((rs) => wanted(rs) > 0);
    if (active.length > 0) {
      await this.#scaleAll(active.map((replicaSet) => ({ replicaSet, replicas: 0 })));
    } else if (!this.#oldPodsRun(old)) {
      newRs ??= await this.#newReplicaSet(true);
      const desired = desiredReplicas(this.#deployment);
      if (newRs !== undefined && wanted(newRs) !== desired)
        await this.#scaleAll([{ replicaSet: newRs, replicas: desired }]);
      if (isComplete(this.#deployment, this.#deployment.status)) await this.#cleanUp(old);
    }
    await this.#finish(newRs, old);
  }

  async #finish(newRs: RS | undefined, old: readonly RS[]): Promise<void> {
    const all = this.#current(newRs, old);
    await this.#writeStatus(rolloutStatus(this.#deployment, this.#updated(newRs), all, this.#now()));
  }

  #scalings(newRs: RS | undefined, old: readonly RS[]): readonly Scaling[] {
    const d = this.#deployment;
    const desired = desiredReplicas(d);
    const only = activeOrLatest(newRs, old);
    if (only !== undefined) return wanted(only) === desired ? [] : [{ replicaSet: only, replicas: desired }];
    if (newRs !== undefined && isSaturated(d, newRs)) {
      return old.filter((rs) => wanted(rs) > 0).map((replicaSet) => ({ replicaSet, replicas: 0 }));
    }
    return isRollingUpdate(d) ? planProportionalScaling(d, [...old, ...(newRs === undefined ? [] : [newRs])]) : [];
  }

  /** True if a ReplicaSet was sized for another number of replicas than is asked for now. */
  #isScaling(): boolean {
    return this.#replicaSets.some((rs) => {
      const sizedFor = numberIn(rs, annotations.desiredReplicas);
      return wanted(rs) > 0 && sizedFor !== undefined && sizedFor !== desiredReplicas(this.#deployment);
    });
  }

  #oldPodsRun(old: readonly RS[]): boolean {
    return old.some((rs) =>
      this.#options.podsOf(rs).some((pod) => pod.status.phase !== 'Failed' && pod.status.phase !== 'Succeeded'),
    );
  }

  #oldReplicaSets(newRs: RS | undefined): readonly RS[] {
    return this.#replicaSets.filter((rs) => rs.metadata.uid !== newRs?.metadata.uid);
  }

  /** The same ReplicaSets as the server last answered them. */
  #current(newRs: RS | undefined, old: readonly RS[]): readonly RS[] {
    return [...old, ...(newRs === undefined ? [] : [newRs])].map((rs) => this.#updated(rs) ?? rs);
  }

  #updated(rs: RS | undefined): RS | undefined {
    return rs === undefined
      ? undefined
      : (this.#replicaSets.find((known) => known.metadata.uid === rs.metadata.uid) ?? rs);
  }

  /**
   * The ReplicaSet of the present template, with its annotations up to date; made if there is none and `create` says so.
   *
   * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).getNewReplicaSet
   */
  async #newReplicaSet(create: boolean): Promise<RS | undefined> {
    const existing = findNewReplicaSet(this.#deployment, this.#replicaSets);
    const revision = maxRevision(this.#oldReplicaSets(existing)) + 1;
    if (existing !== undefined) return this.#adjustNewReplicaSet(existing, revision);
    return create ? this.#createReplicaSet(revision) : undefined;
  }

  async #adjustNewReplicaSet(existing: RS, revision: number): Promise<RS> {
    const d = this.#deployment;
    const wantedAnnotations = newReplicaSetAnnotations(d, existing.metadata.annotations, revision);
    const minReadySeconds = d.spec.minReadySeconds ?? 0;
    let rs = existing;
    if (
      !semanticEqual(existing.metadata.annotations, wantedAnnotations) ||
      (existing.spec.minReadySeconds ?? 0) !== minReadySeconds
    ) {
      const changed = deepCopy(existing) as ReplicaSet;
      changed.metadata.annotations = wantedAnnotations;
      changed.spec.minReadySeconds = minReadySeconds;
      rs = await this.#updateReplicaSet(changed);
    }
    const message = `Found new replica set "${nameOf(rs)}"`;
    await this.#noteNewReplicaSet(
      rs,
      () => condition('Progressing', 'True', reasons.found, message, this.#now()),
      true,
    );
    return rs;
  }

  async #createReplicaSet(revision: number): Promise<RS | undefined> {
    const d = this.#deployment;
    const made = replicaSetFor(d, this.#replicaSets, revision);
    let rs: RS;
    try {
      rs = await this.#replicaSetApi.create(made);
    } catch (err) {
      if (isTerminatingNamespace(err)) return undefined;
      const known = await this.#resolveCreateFailure(made, err);
      if (known === undefined) throw err;
      rs = known;
    }
    this.#replicaSets = [...this.#replicaSets.filter((known) => known.metadata.uid !== rs.metadata.uid), rs];
    if (wanted(rs) > 0) {
      this.#event('ScalingReplicaSet', `Scaled up replica set ${nameOf(rs)} from 0 to ${String(wanted(rs))}`);
    }
    const message = `Created new replica set "${nameOf(rs)}"`;
    await this.#noteNewReplicaSet(
      rs,
      () => condition('Progressing', 'True', reasons.created, message, this.#now()),
      false,
    );
    return rs;
  }

  /** A name that is taken is ours already, or a collision of hashes, which the next turn avoids with another hash. */
  async #resolveCreateFailure(made: ReplicaSet, err: unknown): Promise<RS | undefined> {
    const d = this.#deployment;
    const status = deepCopy(d.status) as DeploymentStatus;
    if (isAlreadyExists(err)) {
      const existing = await this.#replicaSetApi.get(nameOf(made));
      if (isControlledBy(existing, d) && sameTemplate(existing.spec.template, d.spec.template)) return existing;
      status.collisionCount = (status.collisionCount ?? 0) + 1;
    } else {
      const message = `Failed to create new replica set "${nameOf(made)}": ${err instanceof Error ? err.message : String(err)}`;
      this.#options.recorder.event(d, 'Warning', reasons.createError, message);
      if (!hasProgressDeadline(d)) return undefined;
      setCondition(status, condition('Progressing', 'False', reasons.createError, message, this.#now()));
    }
    await this.#writeStatus(status);
    return undefined;
  }

  /** Copies the revision to the Deployment, and starts the clock of its deadline. */
  async #noteNewReplicaSet(
    rs: RS,
    progress: () => ReturnType<typeof condition>,
    onlyIfUnknown: boolean,
  ): Promise<void> {
    const d = this.#deployment;
    const status = deepCopy(d.status) as DeploymentStatus;
    const known = findCondition(d.status.conditions, 'Progressing') !== undefined;
    if (hasProgressDeadline(d) && !(known && onlyIfUnknown)) setCondition(status, progress());
    const revision = rs.metadata.annotations?.[annotations.revision] ?? '';
    const sameRevision = d.metadata.annotations?.[annotations.revision] === revision;
    if (sameRevision && semanticEqual(status, d.status)) return;
    const metadata = { ...d.metadata, annotations: { ...d.metadata.annotations, [annotations.revision]: revision } };
    this.#deployment = await this.#deploymentApi.updateStatus({ ...d, metadata, status });
  }

  async #scaleAll(scalings: readonly Scaling[]): Promise<void> {
    for (const { replicaSet, replicas } of scalings) await this.#scaleOne(replicaSet, replicas);
  }

  async #scaleOne(rs: RS, replicas: number): Promise<void> {
    const desired = String(desiredReplicas(this.#deployment));
    const max = String(desiredReplicas(this.#deployment) + fenceposts(this.#deployment).maxSurge);
    const noted = rs.metadata.annotations ?? {};
    const before = wanted(rs);
    if (before === replicas && noted[annotations.desiredReplicas] === desired && noted[annotations.maxReplicas] === max)
      return;
    const changed = deepCopy(rs) as ReplicaSet;
    changed.spec.replicas = replicas;
    changed.metadata.annotations = { ...noted, [annotations.desiredReplicas]: desired, [annotations.maxReplicas]: max };
    await this.#updateReplicaSet(changed);
    if (before === replicas) return;
    const direction = before < replicas ? 'up' : 'down';
    this.#event(
      'ScalingReplicaSet',
      `Scaled ${direction} replica set ${nameOf(rs)} from ${String(before)} to ${String(replicas)}`,
    );
  }

  async #updateReplicaSet(changed: ReplicaSet): Promise<RS> {
    const rs = await this.#replicaSetApi.update(changed);
    this.#replicaSets = this.#replicaSets.map((known) => (known.metadata.uid === rs.metadata.uid ? rs : known));
    return rs;
  }

  async #cleanUp(old: readonly RS[]): Promise<void> {
    for (const rs of outdatedReplicaSets(this.#deployment, old)) {
      try {
        await this.#replicaSetApi.delete(nameOf(rs), { propagationPolicy: 'Background' });
      } catch (err) {
        if (!isNotFound(err)) throw err;
      }
    }
  }

  async #writeStatus(status: DeploymentStatus): Promise<void> {
    if (sameStatus(this.#deployment.status, status)) return;
    this.#deployment = await this.#deploymentApi.updateStatus({ ...this.#deployment, status });
  }

  /** A rollout that stands still must be looked at when its deadline has passed. */
  #progressCheckDue(): number | undefined {
    const d = this.#deployment;
    const current = d.status.conditions?.find((c) => c.type === 'Progressing');
    if (!hasProgressDeadline(d) || current === undefined || d.spec.paused === true) return undefined;
    if (isComplete(d, d.status) || isTimedOut(d, d.status, this.#now()) || current.reason === reasons.available)
      return undefined;
    const due = millisOf(current.lastUpdateTime) + (d.spec.progressDeadlineSeconds ?? 600) * 1000;
    return Math.max(1000, due - this.#now() + 1000);
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #event(reason: string, message: string): void {
    this.#options.recorder.event(this.#deployment, 'Normal', reason, message);
  }
}

/** The ReplicaSet for the present template of a Deployment, sized as the strategy allows now. */
export function replicaSetFor(d: D, existing: readonly RS[], revision: number): ReplicaSet {
  const template = deepCopy(d.spec.template) as Deployment['spec']['template'];
  const hash = computeHash(template, d.status.collisionCount);
  const labels = { ...template.metadata?.labels, [podTemplateHash]: hash };
  const { matchLabels, ...selector } = deepCopy(d.spec.selector) as Deployment['spec']['selector'];
  const replicas = newReplicaSetSize(d, existing, 0);
  const desired = desiredReplicas(d);
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: {
      name: `${nameOf(d)}-${hash}`,
      namespace: namespaceOf(d),
      labels,
      ownerReferences: [newControllerRef(d, { apiVersion: 'apps/v1', kind: 'Deployment' })],
      annotations: {
        ...newReplicaSetAnnotations(d, undefined, revision),
        [annotations.desiredReplicas]: String(desired),
        [annotations.maxReplicas]: String(desired + fenceposts(d).maxSurge),
      },
    },
    spec: {
      replicas,
      minReadySeconds: d.spec.minReadySeconds ?? 0,
      selector: { ...selector, matchLabels: { ...matchLabels, [podTemplateHash]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: 0 },
  };
}

/** True if the new ReplicaSet has taken over altogether. */
function isSaturated(d: D, newRs: RS): boolean {
  const desired = desiredReplicas(d);
  return (
    wanted(newRs) === desired &&
    numberIn(newRs, annotations.desiredReplicas) === desired &&
    (newRs.status.availableReplicas ?? 0) === desired
  );
}
