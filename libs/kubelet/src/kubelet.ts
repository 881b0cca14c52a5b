import { rm } from 'node:fs/promises';

import type { Pod, PodStatus, Service } from '@kubescript/api/core/v1';
import { TaskGroup } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { corev1, newSharedInformer } from '@kubescript/client';
import type { SharedInformer } from '@kubescript/client';
import { isPodTerminal } from '@kubescript/component-helpers';

import { admitPod } from './admission/admit.ts';
import { PodCgroups } from './cgroups/pod-cgroups.ts';
import { podIdentity } from './container/quantities.ts';
import { emptyRuntimePod, podIpsOf } from './container/records.ts';
import type { RuntimePod } from './container/records.ts';
import { messageOf } from './container/sync-error.ts';
import { TerminationMessages } from './container/termination-messages.ts';
import { CachedObjects } from './environment/cached-objects.ts';
import { ImageCollector } from './images/image-collector.ts';
import { ImageManager } from './images/image-manager.ts';
import type { KubeletConfig } from './kubelet-config.ts';
import { graceSecondsOf } from './kuberuntime/container-killer.ts';
import { KuberuntimeManager } from './kuberuntime/kuberuntime-manager.ts';
import type { NodeSettings } from './kuberuntime/node-settings.ts';
import type { ListedPod } from './kuberuntime/runtime-pods.ts';
import { podLogDirectory } from './kuberuntime/sandbox-config.ts';
import { LogRotator } from './logs/log-rotator.ts';
import { removeLogsOfOthers } from './logs/orphaned-logs.ts';
import { renewNodeLease } from './nodelease/node-lease.ts';
import { describeNode } from './nodestatus/describe-node.ts';
import { NodeObserver } from './nodestatus/node-observer.ts';
import type { NodeDescription } from './nodestatus/node-object.ts';
import { NodeStatusManager } from './nodestatus/node-status-manager.ts';
import { Pleg } from './pleg/pleg.ts';
import { PodWorkers } from './podworkers/pod-workers.ts';
import type { PodEnd, PodSteps, SyncResult, Verdict } from './podworkers/pod-workers.ts';
import { ProbeManager } from './prober/probe-manager.ts';
import { generatePodStatus } from './status/pod-status.ts';
import { StatusManager } from './status/status-manager.ts';
import { LocalClaims } from './volumes/claims.ts';
import { TokenManager } from './volumes/token-manager.ts';
import { VolumeManager } from './volumes/volume-manager.ts';

const volumeRefreshMs = 60_000;

/**
 * One node's agent: watches the pods that are assigned to the node, runs them on the container runtime, and tells the
 * API server what became of them.
 * @go kubernetes/pkg/kubelet#Kubelet
 */
export class Kubelet implements PodSteps {
  readonly workers: PodWorkers;
  readonly pleg: Pleg;
  readonly statuses: StatusManager;
  readonly nodeStatus: NodeStatusManager;
  readonly config: KubeletConfig;
  readonly node: NodeSettings;
  private readonly description: NodeDescription;
  private readonly kuberuntime: KuberuntimeManager;
  private readonly probes: ProbeManager;
  private readonly volumes: VolumeManager;
  private readonly tokens: TokenManager;
  private readonly cgroups: PodCgroups;
  private readonly observer: NodeObserver;
  private readonly logRotator: LogRotator;
  private readonly imageCollector: ImageCollector;
  private readonly messages = new TerminationMessages();
  private readonly runtimePods = new Map<string, RuntimePod>();
  private readonly verdicts = new Map<string, Verdict>();
  private readonly admitted = new Set<string>();
  private readonly orphans = new Set<string>();
  /** True once every pod of the API server has its worker: what has none then is nobody's. */
  private knowsPods = false;
  private readonly pods: SharedInformer<Pod>;
  private readonly services: SharedInformer<Service>;

  private constructor(config: KubeletConfig, description: NodeDescription) {
    const { client, clock, logger, events } = config;
    const { runtime, images } = config.runtime;
    this.config = config;
    this.description = description;
    this.node = nodeSettings(config, description);
    const onError = (err: unknown): void => {
      logger.debug('a watch was interrupted', { err: messageOf(err) });
    };
    const fieldSelector = `spec.nodeName=${config.nodeName}`;
    this.pods = newSharedInformer({
      client: client.resource(corev1.pods),
      selectors: { fieldSelector },
      clock,
      onError,
    });
    this.services = newSharedInformer({ client: client.resource(corev1.services), clock, onError });
    const objects = new CachedObjects(client, clock, this.services.lister);
    this.tokens = new TokenManager(client, clock);
    this.cgroups = new PodCgroups(config.cgroupRoot);
    this.statuses = new StatusManager(client, clock, logger);
    this.workers = new PodWorkers({ steps: this, clock, logger });
    this.probes = new ProbeManager({
      ...{ runtime, events, clock, nodeIps: description.ips },
      currentPod: (uid) => this.runtimePods.get(uid),
      onChange: (uid) => {
        this.workers.wake(uid);
      },
    });
    this.kuberuntime = new KuberuntimeManager({
      ...{ runtime, events, clock, objects, node: this.node, probes: this.probes },
      images: new ImageManager({ images, events, clock, objects }),
    });
    this.volumes = new VolumeManager({
      ...{ rootDir: config.rootDir, clock, claims: new LocalClaims(client) },
      sources: (pod) => ({ objects, tokens: this.tokens, context: this.downwardContext(pod) }),
    });
    const changes = config.runtime.changes?.bind(config.runtime);
    this.pleg = new Pleg({
      ...{ runtime, clock, logger, periodMs: 1000, quietPeriodMs: 10_000 },
      ...(changes === undefined ? {} : { changes }),
      onChange: (uid, pod) => {
        this.handleRuntimeChange(uid, pod);
      },
    });
    this.observer = new NodeObserver(config, this.pleg);
    this.logRotator = new LogRotator(config);
    this.imageCollector = new ImageCollector(config);
    this.nodeStatus = new NodeStatusManager({
      ...{ client, clock, logger, events, description, register: config.registerNode },
      observe: () => this.observer.observe(),
    });
  }

  /** Reads what the machine is; nothing runs before `run`. */
  static async create(config: KubeletConfig): Promise<Kubelet> {
    return new Kubelet(config, await describeNode(config));
  }

  /** Works until the signal. Containers go on running after it; the next kubelet finds them. */
  async run(signal: AbortSignal): Promise<void> {
    const tasks = new TaskGroup(signal);
    tasks.spawn('node status', (stop) => this.nodeStatus.run(stop));
    tasks.spawn('node lease', (stop) =>
      renewNodeLease(
        {
          ...this.config,
          durationSeconds: this.config.nodeLeaseSeconds,
          nodeUid: () => this.nodeStatus.node?.metadata.uid,
        },
        stop,
      ),
    );
    tasks.spawn('services', (stop) => this.services.run(stop));
    tasks.spawn('pods', (stop) => this.pods.run(stop));
    tasks.spawn('sync loop', (stop) => this.syncLoop(stop));
    await tasks.wait().finally(() => this.close());
  }

  /**
   * Takes pods from the API server and changes from the runtime, and gives each to the worker of its pod.
   * @go kubernetes/pkg/kubelet#(*Kubelet).syncLoop
   */
  private async syncLoop(signal: AbortSignal): Promise<void> {
    await waitFor(
      this.config,
      signal,
      () => this.services.hasSynced() && this.pods.hasSynced() && this.nodeStatus.node !== undefined,
    );
    if (signal.aborted) return;
    await this.pleg.relist(signal);
    this.pods.addEventHandler({
      onAdd: (pod) => {
        this.handlePodAddition(pod);
      },
      onUpdate: (_, pod) => {
        this.workers.update(pod);
      },
      onDelete: (pod) => {
        this.handlePodRemoval(pod);
      },
    });
    this.knowsPods = true;
    await this.removeOrphans();
    const tasks = new TaskGroup(signal);
    tasks.spawn('pleg', (stop) => this.pleg.run(stop));
    tasks.spawn('housekeeping', (stop) => this.housekeeping(stop));
    await tasks.wait();
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).HandlePodAdditions */
  private handlePodAddition(pod: DeepReadonly<Pod>): void {
    this.workers.update(pod);
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).HandlePodRemoves */
  private handlePodRemoval(pod: DeepReadonly<Pod>): void {
    this.workers.remove(pod);
  }

  private handleRuntimeChange(uid: string, pod: ListedPod | undefined): void {
    if (this.workers.has(uid)) this.workers.wake(uid);
    else if (pod !== undefined && this.knowsPods) this.scheduleOrphanRemoval(pod);
  }

  async syncPod(pod: DeepReadonly<Pod>, signal: AbortSignal): Promise<SyncResult> {
    const { uid } = podIdentity(pod);
    const refusal = this.refusalOf(pod);
    if (refusal !== undefined) return this.refuse(pod, refusal);
    let current = await this.readPod(pod);
    let status = this.publishStatus(pod, current);
    if (status.phase === 'Succeeded' || status.phase === 'Failed') return terminal();
    await this.checkNetwork(pod);
    await this.cgroups.ensure(pod);
    const volumes = await this.volumes.mount(pod).catch((err: unknown) => this.mountFailed(pod, err));
    signal.throwIfAborted();
    this.probes.addPod(pod);
    const outcome = await this.kuberuntime.syncPod(pod, current, volumes, signal).finally(() => {
      this.pleg.relistSoon();
    });
    current = await this.readPod(pod);
    status = this.publishStatus(pod, current);
    if (status.phase === 'Succeeded' || status.phase === 'Failed') return terminal();
    await this.kuberuntime.collectGarbage(current);
    this.probes.podChanged(uid);
    return { terminal: false, resyncAfter: this.resyncAfter(pod, outcome) };
  }

  async syncTerminatingPod(pod: DeepReadonly<Pod>, end: PodEnd, signal: AbortSignal): Promise<void> {
    const { uid } = podIdentity(pod);
    if (end.verdict !== undefined) this.verdicts.set(uid, end.verdict);
    this.probes.stopLiveness(uid);
    const current = await this.readPod(pod);
    this.publishStatus(pod, current);
    await this.kuberuntime.killPod(pod, current, end.graceSeconds ?? graceSecondsOf(pod), signal);
    this.probes.removePod(uid);
    this.publishStatus(pod, await this.readPod(pod), true);
  }

  async syncTerminatedPod(pod: DeepReadonly<Pod>): Promise<void> {
    const { uid } = podIdentity(pod);
    this.publishStatus(pod, await this.readPod(pod), true);
    await this.volumes.unmount(uid);
    await this.cgroups.remove(pod);
    this.tokens.forget(uid);
    this.statuses.reclaimed(pod);
  }

  async forgetPod(pod: DeepReadonly<Pod>): Promise<void> {
    const { uid } = podIdentity(pod);
    const current = await this.kuberuntime.podStatus(pod);
    await this.kuberuntime.removePod(current);
    await rm(podLogDirectory(pod, this.config.podLogsDir), { recursive: true, force: true });
    await this.volumes.unmount(uid);
    this.messages.forget(current);
    this.statuses.forget(uid);
    this.runtimePods.delete(uid);
    this.verdicts.delete(uid);
    this.admitted.delete(uid);
  }

  /** The pods of this node as last seen, with the statuses made for them. @go kubernetes/pkg/kubelet#(*Kubelet).GetPods */
  podsWithStatus(): DeepReadonly<Pod>[] {
    return this.pods.lister.list().map((pod) => {
      const status = this.statuses.get(podIdentity(pod).uid);
      return status === undefined ? pod : { ...pod, status };
    });
  }

  /** What the runtime has of a pod, as last seen. */
  runtimePod(uid: string): RuntimePod | undefined {
    return this.runtimePods.get(uid);
  }

  /** Reads a pod from the runtime and remembers it for probes and endpoints. */
  async readPod(pod: DeepReadonly<Pod>): Promise<RuntimePod> {
    const current = await this.kuberuntime.podStatus(pod);
    await this.messages.load(current);
    this.runtimePods.set(current.uid, current);
    return current;
  }

  private publishStatus(pod: DeepReadonly<Pod>, current: RuntimePod, isTerminal = false): PodStatus {
    const { uid } = podIdentity(pod);
    const previous = this.statuses.get(uid) ?? pod.status;
    const verdict = this.verdicts.get(uid) ?? this.deadlineVerdict(pod);
    const known = [...(previous.containerStatuses ?? []), ...(previous.initContainerStatuses ?? [])];
    const status = generatePodStatus(pod, current, {
      ...{ now: this.config.clock.now(), nodeIps: this.description.ips, isTerminal, previous },
      ...(verdict === undefined ? {} : { verdict }),
      runtimeName: this.observer.runtimeName,
      waiting: this.kuberuntime.waiting,
      isStarted: (container, { id }) => {
        if (container.startupProbe === undefined) return true;
        const result = this.probes.startup(id);
        return result === undefined
          ? known.some((one) => isSame(one, id) && one.started === true)
          : result === 'success';
      },
      isReady: (container, { id }) => {
        if (
          container.startupProbe !== undefined &&
          this.probes.startup(id) === undefined &&
          !known.some((one) => isSame(one, id) && one.started === true)
        )
          return false;
        if (container.startupProbe !== undefined && this.probes.startup(id) === 'failure') return false;
        if (container.readinessProbe === undefined) return true;
        const result = this.probes.readiness(id);
        return result === undefined ? known.some((one) => isSame(one, id) && one.ready) : result === 'success';
      },
      terminationMessage: (id) => this.messages.get(id),
    });
    this.statuses.set(pod, status);
    return status;
  }

  /** Why a pod may not run here; asked once, and never of a pod that ran already. */
  private refusalOf(pod: DeepReadonly<Pod>): Verdict | undefined {
    const { uid } = podIdentity(pod);
    if (this.admitted.has(uid)) return undefined;
    const node = this.nodeStatus.node;
    const ran = pod.status.startTime !== undefined || this.pleg.listed.has(uid);
    const others = this.workers
      .activePods()
      .filter((other) => this.admitted.has(podIdentity(other).uid) && !isPodTerminal(other));
    const refusal = ran || node === undefined ? undefined : admitPod(pod, others, node, this.description.allocatable);
    if (refusal === undefined) this.admitted.add(uid);
    return refusal;
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).rejectPod */
  private refuse(pod: DeepReadonly<Pod>, verdict: Verdict): SyncResult {
    const { uid } = podIdentity(pod);
    this.config.events.event(pod, 'Warning', verdict.reason, verdict.message);
    this.verdicts.set(uid, verdict);
    this.publishStatus(pod, emptyRuntimePod(podIdentity(pod)));
    return { terminal: true, verdict, resyncAfter: undefined };
  }

  private deadlineVerdict(pod: DeepReadonly<Pod>): Verdict | undefined {
    const seconds = pod.spec.activeDeadlineSeconds;
    const start = this.statuses.get(podIdentity(pod).uid)?.startTime ?? pod.status.startTime;
    if (seconds === undefined || start === undefined) return undefined;
    if (this.config.clock.now() < Date.parse(start) + seconds * 1000) return undefined;
    const message = 'Pod was active on the node longer than the specified deadline';
    return { phase: 'Failed', reason: 'DeadlineExceeded', message };
  }

  private resyncAfter(
    pod: DeepReadonly<Pod>,
    outcome: { readonly error: Error | undefined; readonly retryAfter: number | undefined },
  ): number | undefined {
    const due: number[] = [];
    if (outcome.retryAfter !== undefined) due.push(outcome.retryAfter);
    else if (outcome.error !== undefined) due.push(10_000);
    const refreshed = (pod.spec.volumes ?? []).some(
      (volume) => volume.emptyDir === undefined && volume.hostPath === undefined,
    );
    if (refreshed) due.push(volumeRefreshMs + Math.floor(Math.random() * 15_000));
    const start = this.statuses.get(podIdentity(pod).uid)?.startTime;
    if (pod.spec.activeDeadlineSeconds !== undefined && start !== undefined) {
      due.push(Math.max(100, Date.parse(start) + pod.spec.activeDeadlineSeconds * 1000 - this.config.clock.now()));
    }
    return due.length === 0 ? undefined : Math.max(10, Math.min(...due));
  }

  private async checkNetwork(pod: DeepReadonly<Pod>): Promise<void> {
    if (pod.spec.hostNetwork === true) return;
    const problem = await this.observer.networkProblem();
    if (problem === '') return;
    const text = `network is not ready: ${problem}`;
    this.config.events.event(pod, 'Warning', 'NetworkNotReady', text);
    throw new Error(text);
  }

  private mountFailed(pod: DeepReadonly<Pod>, err: unknown): never {
    this.config.events.event(pod, 'Warning', 'FailedMount', messageOf(err));
    throw err;
  }

  private downwardContext(pod: DeepReadonly<Pod>): {
    readonly nodeName: string;
    readonly hostIps: readonly string[];
    readonly podIps: readonly string[];
    readonly allocatable: Readonly<Record<string, string>>;
  } {
    const current = this.runtimePods.get(podIdentity(pod).uid);
    const own = current === undefined ? [] : podIpsOf(current);
    const podIps = pod.spec.hostNetwork === true ? this.description.ips : own;
    return {
      nodeName: this.config.nodeName,
      hostIps: this.description.ips,
      podIps,
      allocatable: this.description.allocatable,
    };
  }

  private async housekeeping(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.config;
    for (let round = 0; !signal.aborted; round++) {
      try {
        await this.logRotator.rotate();
        if (round % 30 === 0) await this.imageCollector.collect();
        if (round % 6 === 0) await this.removeOrphans();
      } catch (err) {
        logger.warn('housekeeping failed', { err: messageOf(err) });
      }
      await clock.sleep(10_000, signal).catch(() => undefined);
    }
  }

  /** Removes from the runtime, the disk and the cgroups what belongs to pods that are not this node's any more. */
  private async removeOrphans(): Promise<void> {
    for (const [uid, pod] of this.pleg.listed) if (!this.workers.has(uid)) this.scheduleOrphanRemoval(pod);
    for (const uid of await this.volumes.podsOnDisk()) {
      if (!this.workers.has(uid) && !this.pleg.listed.has(uid)) await this.volumes.unmount(uid);
    }
    const uids = new Set([...this.pleg.listed.keys(), ...this.workers.allPods().map((pod) => podIdentity(pod).uid)]);
    await this.cgroups.removeOthers(uids);
    await removeLogsOfOthers(this.config.podLogsDir, uids);
  }

  private scheduleOrphanRemoval(listed: ListedPod): void {
    if (this.orphans.has(listed.uid)) return;
    this.orphans.add(listed.uid);
    void this.removeOrphan(listed).finally(() => this.orphans.delete(listed.uid));
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).SyncTerminatingRuntimePod */
  private async removeOrphan({ uid, name, namespace }: ListedPod): Promise<void> {
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { uid, name, namespace },
      spec: { containers: [] },
      status: {},
    };
    try {
      const current = await this.kuberuntime.podStatus(pod);
      await this.kuberuntime.killPod(pod, current, 30);
      await this.kuberuntime.removePod(current);
      await this.volumes.unmount(uid);
      await rm(podLogDirectory(pod, this.config.podLogsDir), { recursive: true, force: true });
      await this.cgroups.removeOthers(new Set(this.workers.allPods().map((other) => podIdentity(other).uid)));
    } catch (err) {
      this.config.logger.warn('what is left of a pod could not be removed', { pod: name, err: messageOf(err) });
    }
  }

  private async close(): Promise<void> {
    this.probes.stop();
    await this.workers.stop();
    await this.statuses.close();
  }
}

function terminal(): SyncResult {
  return { terminal: true, resyncAfter: undefined };
}

function isSame(status: { readonly containerID?: string }, id: string): boolean {
  return status.containerID?.endsWith(`//${id}`) === true;
}

function nodeSettings(config: KubeletConfig, description: NodeDescription): NodeSettings {
  return {
    ...config,
    nodeIps: description.ips,
    memoryCapacity: description.machine.memoryBytes,
    allocatable: description.allocatable,
  };
}

async function waitFor({ clock }: KubeletConfig, signal: AbortSignal, done: () => boolean): Promise<void> {
  while (!signal.aborted && !done()) await clock.sleep(20, signal).catch(() => undefined);
}
