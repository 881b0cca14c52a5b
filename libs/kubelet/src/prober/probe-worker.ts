import type { Container, Pod, Probe } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { RuntimeService } from '@kubescript/cri-api';

import { podIdentity } from '../container/quantities.ts';
import { latestContainer, podIpsOf } from '../container/records.ts';
import type { ContainerRecord, RuntimePod } from '../container/records.ts';
import type { EventSink } from '../events/event-sink.ts';
import type { ProbeManager } from './probe-manager.ts';
import { runProbe } from './probe.ts';

/** The probes that a container can have. */
export type ProbeKind = 'startup' | 'readiness' | 'liveness';

/** What one probe of one container runs with. */
export interface ProbeWorkerOptions {
  readonly pod: DeepReadonly<Pod>;
  readonly container: DeepReadonly<Container>;
  readonly probe: DeepReadonly<Probe>;
  readonly kind: ProbeKind;
  readonly results: ProbeManager;
  readonly runtime: RuntimeService;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly nodeIps: readonly string[];
  currentPod(uid: string): RuntimePod | undefined;
}

const words = { startup: 'Startup', readiness: 'Readiness', liveness: 'Liveness' } as const;

/**
 * Runs one probe of one container, period after period, as long as the pod is there.
 * @go kubernetes/pkg/kubelet/prober#worker
 */
export class ProbeWorker {
  readonly pod: DeepReadonly<Pod>;
  readonly kind: ProbeKind;
  /** Every container that was probed. */
  readonly containerIds = new Set<string>();
  private readonly options: ProbeWorkerOptions;
  private readonly stopping = new AbortController();
  private waiting: AbortController | undefined;
  private containerId = '';
  /** A container that failed for good is not probed again; its successor is. */
  private onHold = false;
  private last: 'success' | 'failure' | undefined;
  private run = 0;

  constructor(options: ProbeWorkerOptions) {
    this.options = options;
    this.pod = options.pod;
    this.kind = options.kind;
  }

  start(): void {
    void this.loop();
  }

  stop(): void {
    this.stopping.abort(new Error('the probe was ended'));
  }

  /** Probes now instead of at the end of the period, if the container is another one than before. */
  trigger(): void {
    const record = this.record();
    const startedUp = this.kind !== 'startup' && this.last === undefined;
    if (record !== undefined && (record.id !== this.containerId || startedUp)) this.waiting?.abort();
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const delay = await this.probeOnce();
      this.waiting = new AbortController();
      await this.options.clock.sleep(delay, AbortSignal.any([signal, this.waiting.signal])).catch(() => undefined);
    }
  }

  private record(): ContainerRecord | undefined {
    const current = this.options.currentPod(podIdentity(this.pod).uid);
    return current === undefined ? undefined : latestContainer(current, this.options.container.name);
  }

  /** One period; returns the milliseconds until the next. */
  private async probeOnce(): Promise<number> {
    const { probe, container, clock, results } = this.options;
    const period = (probe.periodSeconds ?? 10) * 1000;
    const record = this.record();
    if (record === undefined) return period;
    if (record.id !== this.containerId) this.follow(record);
    if (record.state !== 'running') {
      if (this.kind === 'readiness') results.record(this, record.id, 'failure');
      return period;
    }
    if (this.onHold) return period;
    const tooEarly = record.startedAt + (probe.initialDelaySeconds ?? 0) * 1000 - clock.now();
    if (tooEarly > 0) return Math.min(period, tooEarly);
    const startedUp = container.startupProbe === undefined || results.startup(record.id) === 'success';
    if ((this.kind === 'startup') === startedUp) return period;
    await this.probeContainer(record);
    return period;
  }

  private follow(record: ContainerRecord): void {
    this.containerId = record.id;
    this.containerIds.add(record.id);
    this.onHold = false;
    this.last = undefined;
    this.run = 0;
  }

  private async probeContainer(record: ContainerRecord): Promise<void> {
    const { pod, container, probe, runtime, events, results, nodeIps } = this.options;
    const current = this.options.currentPod(podIdentity(pod).uid);
    const ips = pod.spec.hostNetwork === true ? nodeIps : current === undefined ? [] : podIpsOf(current);
    const target = { pod, container, containerId: record.id, podIp: ips[0] ?? '' };
    const outcome = await runProbe(probe, target, runtime);
    if (this.stopping.signal.aborted || this.containerId !== record.id) return;
    if (outcome.result === 'unknown') {
      events.event(
        pod,
        'Warning',
        'Unhealthy',
        `${words[this.kind]} probe errored and resulted in unknown state: ${outcome.output}`,
        container.name,
      );
      return;
    }
    if (outcome.result === 'failure')
      events.event(pod, 'Warning', 'Unhealthy', `${words[this.kind]} probe failed: ${outcome.output}`, container.name);
    if (outcome.result === 'warning')
      events.event(
        pod,
        'Warning',
        'ProbeWarning',
        `${words[this.kind]} probe warning: ${outcome.output}`,
        container.name,
      );
    const result = outcome.result === 'failure' ? 'failure' : 'success';
    this.run = result === this.last ? this.run + 1 : 1;
    this.last = result;
    const threshold = result === 'failure' ? (probe.failureThreshold ?? 3) : (probe.successThreshold ?? 1);
    if (this.run < threshold) return;
    results.record(this, record.id, result);
    if (this.kind === 'startup' || (this.kind === 'liveness' && result === 'failure')) {
      this.onHold = true;
      this.run = 0;
    }
  }
}
