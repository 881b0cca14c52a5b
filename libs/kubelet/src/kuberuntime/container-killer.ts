import type { Container, Pod } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { allContainers, isRestartableInitContainer } from '@kubescript/component-helpers';
import { isCriNotFound } from '@kubescript/cri-api';
import type { RuntimeService } from '@kubescript/cri-api';

import { latestContainer, podIpsOf } from '../container/records.ts';
import type { ContainerRecord, RuntimePod } from '../container/records.ts';
import { messageOf } from '../container/sync-error.ts';
import type { EventSink } from '../events/event-sink.ts';
import { runHook } from '../lifecycle/handler-runner.ts';

const minimumGraceSeconds = 2;

/** What ending containers needs. */
export interface ContainerKillerOptions {
  readonly runtime: RuntimeService;
  readonly events: EventSink;
  readonly clock: Clock;
}

/** How a container is to end. */
export interface KillRequest {
  readonly pod: DeepReadonly<Pod>;
  readonly container: DeepReadonly<Container> | undefined;
  readonly record: ContainerRecord;
  readonly podIp: string;
  readonly message: string;
  readonly graceSeconds: number;
  readonly signal?: AbortSignal;
}

/** Seconds that a pod's containers get to end. @go kubernetes/pkg/kubelet/kuberuntime#setTerminationGracePeriod */
export function graceSecondsOf(pod: DeepReadonly<Pod>): number {
  return pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
}

/** Ends containers gracefully: preStop hook, then the stop signal, then SIGKILL when the grace period is over. */
export class ContainerKiller {
  private readonly options: ContainerKillerOptions;

  constructor(options: ContainerKillerOptions) {
    this.options = options;
  }

  /** @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).killContainer */
  async kill(request: KillRequest): Promise<void> {
    const { runtime, events, clock } = this.options;
    const { pod, container, record, signal } = request;
    events.event(pod, 'Normal', 'Killing', request.message, record.name);
    const start = clock.now();
    if (container?.lifecycle?.preStop !== undefined && request.graceSeconds > 0) await this.preStop(request);
    const spent = Math.floor((clock.now() - start) / 1000);
    const left = request.graceSeconds === 0 ? 0 : Math.max(minimumGraceSeconds, request.graceSeconds - spent);
    try {
      await runtime.stopContainer(
        { containerId: record.id, timeout: left },
        { timeoutMs: (left + 120) * 1000, ...(signal === undefined ? {} : { signal }) },
      );
    } catch (err) {
      if (!isCriNotFound(err)) throw err;
    }
  }

  /** Ends all containers of a pod: first the containers, then the sidecars, the last one first. */
  async killAll(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    graceSeconds: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const start = this.options.clock.now();
    const sidecars = (pod.spec.initContainers ?? []).filter(isRestartableInitContainer).reverse();
    const names = new Set(sidecars.map(({ name }) => name));
    const podIp = podIpsOf(current)[0] ?? '';
    const killRecord = (record: ContainerRecord): Promise<void> => {
      const spent = Math.floor((this.options.clock.now() - start) / 1000);
      return this.kill({
        pod,
        record,
        podIp,
        container: allContainers(pod).find(({ name }) => name === record.name),
        message: `Stopping container ${record.name}`,
        graceSeconds: graceSeconds === 0 ? 0 : Math.max(minimumGraceSeconds, graceSeconds - spent),
        ...(signal === undefined ? {} : { signal }),
      });
    };
    const alive = current.containers.filter(({ state }) => state === 'running' || state === 'unknown');
    await Promise.all(alive.filter(({ name }) => !names.has(name)).map(killRecord));
    for (const { name } of sidecars) {
      const record = latestContainer(current, name);
      if (record?.state === 'running' || record?.state === 'unknown') await killRecord(record);
    }
  }

  private async preStop({ pod, container, record, podIp, graceSeconds, signal }: KillRequest): Promise<void> {
    const handler = container?.lifecycle?.preStop;
    if (container === undefined || handler === undefined) return;
    const { runtime, events, clock } = this.options;
    const timeout = new AbortController();
    const limit = AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]);
    const hook = runHook(handler, { pod, container, containerId: record.id, podIp }, { runtime, clock, signal: limit });
    const waiting = new AbortController();
    const late = clock.sleep(graceSeconds * 1000, waiting.signal).then(
      () => {
        timeout.abort(new Error('the grace period is over'));
      },
      () => undefined,
    );
    try {
      await hook;
    } catch (err) {
      signal?.throwIfAborted();
      events.event(pod, 'Warning', 'FailedPreStopHook', `PreStopHook failed: ${messageOf(err)}`, record.name);
    } finally {
      waiting.abort();
      await late;
    }
  }
}
