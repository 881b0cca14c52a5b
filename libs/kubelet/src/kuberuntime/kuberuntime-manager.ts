import { mkdir } from 'node:fs/promises';

import type { Container, EphemeralContainer, Pod } from '@kubescript/api/core/v1';
import { formatDuration } from '@kubescript/apimachinery';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { isCriNotFound } from '@kubescript/cri-api';
import type { PodSandboxConfig, RuntimeService } from '@kubescript/cri-api';

import { KeyedBackoff } from '../container/keyed-backoff.ts';
import { formatPod } from '../container/labels.ts';
import { podIdentity } from '../container/quantities.ts';
import { latestContainer, podIpsOf } from '../container/records.ts';
import type { RuntimePod } from '../container/records.ts';
import { ContainerSyncError, messageOf } from '../container/sync-error.ts';
import type { ObjectSource } from '../environment/object-source.ts';
import type { EventSink } from '../events/event-sink.ts';
import type { ImageManager } from '../images/image-manager.ts';
import { runHook } from '../lifecycle/handler-runner.ts';
import { containerConfig } from './container-config.ts';
import { ContainerKiller, graceSecondsOf } from './container-killer.ts';
import type { NodeSettings } from './node-settings.ts';
import { computePodActions } from './pod-actions.ts';
import type { ContainerKill, PodActions, ProbeResults } from './pod-actions.ts';
import { readRuntimePod } from './runtime-pods.ts';
import { podLogDirectory, sandboxConfig } from './sandbox-config.ts';
import { WaitingReasons } from './waiting-reasons.ts';

/** What the runtime manager works with. */
export interface KuberuntimeOptions {
  readonly runtime: RuntimeService;
  readonly images: ImageManager;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly objects: ObjectSource;
  readonly node: NodeSettings;
  readonly probes: ProbeResults;
}

/** What came of one sync of a pod's containers. */
export interface SyncOutcome {
  /** The first of the failures, or undefined. Failures of single containers are in `waiting` as well. */
  readonly error: Error | undefined;
  /** Milliseconds after which a container that is backing off can be tried again; undefined = none is. */
  readonly retryAfter: number | undefined;
}

interface SyncState {
  readonly pod: DeepReadonly<Pod>;
  current: RuntimePod;
  readonly volumes: ReadonlyMap<string, string>;
  sandboxId: string;
  config: PodSandboxConfig;
  error: Error | undefined;
  retryAfter: number | undefined;
}

/**
 * Brings pods to run on a CRI runtime, and ends them.
 * @go kubernetes/pkg/kubelet/kuberuntime#kubeGenericRuntimeManager
 */
export class KuberuntimeManager {
  readonly waiting = new WaitingReasons();
  readonly killer: ContainerKiller;
  private readonly options: KuberuntimeOptions;
  private readonly backoff: KeyedBackoff;

  constructor(options: KuberuntimeOptions) {
    this.options = options;
    this.killer = new ContainerKiller(options);
    this.backoff = new KeyedBackoff(options.clock);
  }

  /** What the runtime has of a pod now. */
  podStatus(pod: DeepReadonly<Pod>): Promise<RuntimePod> {
    return readRuntimePod(this.options.runtime, podIdentity(pod));
  }

  /**
   * Does what is missing between the pod's spec and the runtime. Fails never for a single container: its reason is kept
   * for the status, and the sync is repeated.
   * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).SyncPod
   */
  async syncPod(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    volumes: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<SyncOutcome> {
    const actions = computePodActions(pod, current, this.options.probes);
    if (actions.killPod) await this.endOldSandboxes(pod, current, actions, signal);
    else for (const kill of actions.kill) await this.killOne(pod, current, kill, signal);
    if (actions.killPod && !actions.createSandbox) return { error: undefined, retryAfter: undefined };
    const config = await sandboxConfig(pod, actions.attempt, this.options.node);
    const state: SyncState = {
      ...{ pod, current, volumes, config, sandboxId: actions.sandboxId },
      ...{ error: undefined, retryAfter: undefined },
    };
    if (actions.createSandbox) await this.createSandbox(state);
    for (const container of pod.spec.ephemeralContainers ?? []) {
      if (actions.startEphemeral.includes(container.name)) await this.startEphemeral(state, container, signal);
    }
    for (const name of actions.startInit) await this.startNamed(state, pod.spec.initContainers ?? [], name, signal);
    for (const name of actions.start) await this.startNamed(state, pod.spec.containers, name, signal);
    return { error: state.error, retryAfter: state.retryAfter };
  }

  /**
   * Ends everything of a pod: containers within `graceSeconds`, then its sandboxes. May be called again.
   * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).KillPod
   */
  async killPod(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    graceSeconds: number,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.killer.killAll(pod, current, graceSeconds, signal);
    for (const { id } of current.sandboxes)
      await ignoreNotFound(this.options.runtime.stopPodSandbox({ podSandboxId: id }));
  }

  /** Removes what is left of a pod from the runtime: containers, then sandboxes, with their logs' writers. */
  async removePod(current: RuntimePod): Promise<void> {
    const { runtime } = this.options;
    for (const { id } of current.containers) await ignoreNotFound(runtime.removeContainer({ containerId: id }));
    for (const { id } of current.sandboxes) {
      await ignoreNotFound(runtime.stopPodSandbox({ podSandboxId: id }));
      await ignoreNotFound(runtime.removePodSandbox({ podSandboxId: id }));
    }
    this.waiting.forget(current.uid);
    this.backoff.forget(`${current.uid}/`);
  }

  /**
   * Removes dead containers that newer ones replaced, and sandboxes that nothing is in any more.
   * @go kubernetes/pkg/kubelet/kuberuntime#(*containerGC).GarbageCollect
   */
  async collectGarbage(current: RuntimePod): Promise<void> {
    const { runtime } = this.options;
    const kept = new Map<string, number>();
    const keptSandboxes = new Set<string>();
    for (const record of current.containers) {
      const count = kept.get(record.name) ?? 0;
      const dead = record.state === 'exited';
      if (dead && count >= 2) await ignoreNotFound(runtime.removeContainer({ containerId: record.id }));
      else {
        kept.set(record.name, count + 1);
        keptSandboxes.add(record.sandboxId);
      }
    }
    for (const { id, ready } of current.sandboxes.slice(1)) {
      if (!ready && !keptSandboxes.has(id)) await ignoreNotFound(runtime.removePodSandbox({ podSandboxId: id }));
    }
  }

  private async endOldSandboxes(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    actions: PodActions,
    signal: AbortSignal,
  ): Promise<void> {
    if (actions.createSandbox && current.sandboxes.length > 0) {
      this.options.events.event(
        pod,
        'Normal',
        'SandboxChanged',
        'Pod sandbox changed, it will be killed and re-created.',
      );
    }
    await this.killPod(pod, current, graceSecondsOf(pod), signal);
  }

  private async killOne(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    kill: ContainerKill,
    signal: AbortSignal,
  ): Promise<void> {
    const container = containersOf(pod).find(({ name }) => name === kill.name);
    const probe =
      kill.reason === 'LivenessProbe'
        ? container?.livenessProbe
        : kill.reason === 'StartupProbe'
          ? container?.startupProbe
          : undefined;
    await this.killer.kill({
      pod,
      container,
      record: kill.record,
      podIp: podIpsOf(current)[0] ?? '',
      message: kill.message,
      graceSeconds: probe?.terminationGracePeriodSeconds ?? graceSecondsOf(pod),
      signal,
    });
  }

  private async createSandbox(state: SyncState): Promise<void> {
    const { runtime, events } = this.options;
    const { pod } = state;
    await mkdir(podLogDirectory(pod, this.options.node.podLogsDir), { recursive: true });
    try {
      const runtimeHandler = (pod.spec.runtimeClassName ?? '') === '' ? '' : (pod.spec.runtimeClassName ?? '');
      const { podSandboxId } = await runtime.runPodSandbox({ config: state.config, runtimeHandler });
      state.sandboxId = podSandboxId;
    } catch (err) {
      const text = `Failed to create pod sandbox: ${messageOf(err)}`;
      events.event(pod, 'Warning', 'FailedCreatePodSandBox', text);
      throw new ContainerSyncError('CreatePodSandboxError', text, { cause: err });
    }
    const fresh = await this.podStatus(pod);
    state.current = { ...state.current, sandboxes: fresh.sandboxes };
  }

  private async startNamed(
    state: SyncState,
    containers: readonly DeepReadonly<Container>[],
    name: string,
    signal: AbortSignal,
  ): Promise<void> {
    const container = containers.find((candidate) => candidate.name === name);
    if (container === undefined) return;
    signal.throwIfAborted();
    await this.attempt(state, container, () => this.startContainer(state, container, signal));
  }

  private async startEphemeral(
    state: SyncState,
    ephemeral: DeepReadonly<EphemeralContainer>,
    signal: AbortSignal,
  ): Promise<void> {
    const { targetContainerName = '', ...container } = ephemeral;
    const targetId = targetContainerName === '' ? undefined : latestContainer(state.current, targetContainerName)?.id;
    await this.attempt(state, container, () => this.startContainer(state, container, signal, targetId));
  }

  private async attempt(
    state: SyncState,
    container: DeepReadonly<Container>,
    start: () => Promise<void>,
  ): Promise<void> {
    const uid = state.pod.metadata.uid ?? '';
    try {
      await start();
      this.waiting.delete(uid, container.name);
    } catch (err) {
      if (!(err instanceof ContainerSyncError)) throw err;
      this.waiting.set(uid, container.name, { reason: err.reason, message: err.message });
      state.error ??= err;
    }
  }

  /**
   * Starts one container: back-off, image, configuration, create, start, postStart hook.
   * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).startContainer
   */
  private async startContainer(
    state: SyncState,
    container: DeepReadonly<Container>,
    signal: AbortSignal,
    targetId?: string,
  ): Promise<void> {
    const { pod } = state;
    this.checkBackoff(state, container);
    const image = await abortable(this.options.images.ensure(pod, container), signal);
    const previous = latestContainer(state.current, container.name);
    const setting = {
      node: this.options.node,
      objects: this.options.objects,
      podIps: pod.spec.hostNetwork === true ? this.options.node.nodeIps : podIpsOf(state.current),
      volumes: state.volumes,
      image,
      restartCount: previous === undefined ? 0 : previous.restartCount + 1,
      ...(targetId === undefined ? {} : { targetId }),
    };
    const config = await containerConfig(pod, container, setting).catch((err: unknown) =>
      this.fail(pod, container.name, 'CreateContainerConfigError', err),
    );
    const containerId = await this.createAndStart(state, config);
    await this.postStart(state, container, containerId);
  }

  private async createAndStart(state: SyncState, config: Awaited<ReturnType<typeof containerConfig>>): Promise<string> {
    const { runtime, events } = this.options;
    const { pod, sandboxId: podSandboxId, config: sandbox } = state;
    const name = config.metadata?.name ?? '';
    const { containerId } = await runtime
      .createContainer({ podSandboxId, config, sandboxConfig: sandbox })
      .catch((err: unknown) => this.fail(pod, name, 'CreateContainerError', err));
    events.event(pod, 'Normal', 'Created', 'Container created', name);
    await runtime
      .startContainer({ containerId })
      .catch((err: unknown) => this.fail(pod, name, 'RunContainerError', err));
    events.event(pod, 'Normal', 'Started', 'Container started', name);
    return containerId;
  }

  private async postStart(state: SyncState, container: DeepReadonly<Container>, containerId: string): Promise<void> {
    const handler = container.lifecycle?.postStart;
    if (handler === undefined) return;
    const { runtime, clock, events } = this.options;
    const { pod } = state;
    const podIp = podIpsOf(state.current)[0] ?? '';
    try {
      await runHook(handler, { pod, container, containerId, podIp }, { runtime, clock });
    } catch (err) {
      events.event(pod, 'Warning', 'FailedPostStartHook', `PostStartHook failed: ${messageOf(err)}`, container.name);
      const current = await this.podStatus(pod);
      const record = latestContainer(current, container.name);
      const message = 'FailedPostStartHook';
      if (record !== undefined) {
        await this.killer.kill({ pod, container, record, podIp, message, graceSeconds: graceSecondsOf(pod) });
      }
      throw new ContainerSyncError('PostStartHookError', messageOf(err), { cause: err });
    }
  }

  /** @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).doBackOff */
  private checkBackoff(state: SyncState, container: DeepReadonly<Container>): void {
    const { pod } = state;
    const record = latestContainer(state.current, container.name);
    if (record?.state !== 'exited') return;
    const key = `${pod.metadata.uid ?? ''}/${container.name}/${record.hash}`;
    const remaining = this.backoff.remaining(key, record.finishedAt);
    if (remaining === 0) {
      this.backoff.next(key);
      return;
    }
    state.retryAfter = Math.min(state.retryAfter ?? remaining, remaining);
    const delay = formatDuration(this.backoff.delay(key));
    const text = `back-off ${delay} restarting failed container=${container.name} pod=${formatPod(pod)}`;
    this.options.events.event(
      pod,
      'Warning',
      'BackOff',
      `Back-off restarting failed container ${container.name} in pod ${formatPod(pod)}`,
      container.name,
    );
    throw new ContainerSyncError('CrashLoopBackOff', text);
  }

  private fail(
    pod: DeepReadonly<Pod>,
    container: string,
    reason: 'CreateContainerConfigError' | 'CreateContainerError' | 'RunContainerError',
    err: unknown,
  ): never {
    this.options.events.event(pod, 'Warning', 'Failed', `Error: ${messageOf(err)}`, container);
    throw new ContainerSyncError(reason, messageOf(err), { cause: err });
  }
}

function containersOf(pod: DeepReadonly<Pod>): readonly DeepReadonly<Container>[] {
  return [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
}

async function ignoreNotFound(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (err) {
    if (!isCriNotFound(err)) throw err;
  }
}

/** Gives up waiting (not the work itself) when the signal is aborted. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
