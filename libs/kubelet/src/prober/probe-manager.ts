import type { Container, Pod, Probe } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { isRestartableInitContainer } from '@kubescript/component-helpers';
import type { RuntimeService } from '@kubescript/cri-api';

import { podIdentity } from '../container/quantities.ts';
import type { RuntimePod } from '../container/records.ts';
import type { EventSink } from '../events/event-sink.ts';
import type { ProbeResults } from '../kuberuntime/pod-actions.ts';
import { ProbeWorker } from './probe-worker.ts';
import type { ProbeKind } from './probe-worker.ts';

/** What the probe manager works with. */
export interface ProbeManagerOptions {
  readonly runtime: RuntimeService;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly nodeIps: readonly string[];
  /** The pod as last seen in the runtime. */
  currentPod(uid: string): RuntimePod | undefined;
  /** Told when a result changed that the pod's status or containers depend on. */
  onChange(podUid: string): void;
}

/**
 * Runs the probes of all pods and keeps their results by container.
 * @go kubernetes/pkg/kubelet/prober#manager
 */
export class ProbeManager implements ProbeResults {
  private readonly options: ProbeManagerOptions;
  private readonly workers = new Map<string, ProbeWorker[]>();
  private readonly results: Readonly<Record<ProbeKind, Map<string, 'success' | 'failure'>>> = {
    startup: new Map(),
    readiness: new Map(),
    liveness: new Map(),
  };

  constructor(options: ProbeManagerOptions) {
    this.options = options;
  }

  liveness(containerId: string): 'success' | 'failure' | undefined {
    return this.results.liveness.get(containerId);
  }

  startup(containerId: string): 'success' | 'failure' | undefined {
    return this.results.startup.get(containerId);
  }

  readiness(containerId: string): 'success' | 'failure' | undefined {
    return this.results.readiness.get(containerId);
  }

  /** Begins the probes of a pod; may be called again. */
  addPod(pod: DeepReadonly<Pod>): void {
    const { uid } = podIdentity(pod);
    if (this.workers.has(uid)) return;
    const sidecars = (pod.spec.initContainers ?? []).filter(isRestartableInitContainer);
    const workers = [...sidecars, ...pod.spec.containers].flatMap((container) => this.workersOf(pod, container));
    this.workers.set(uid, workers);
    for (const worker of workers) worker.start();
  }

  /** Has the probes of a pod look again at its containers, which changed. */
  podChanged(uid: string): void {
    for (const worker of this.workers.get(uid) ?? []) worker.trigger();
  }

  /** Ends liveness and startup probes of a pod that is being ended; readiness goes on. */
  stopLiveness(uid: string): void {
    for (const worker of this.workers.get(uid) ?? []) if (worker.kind !== 'readiness') worker.stop();
  }

  /** Ends all probes of a pod and forgets their results. */
  removePod(uid: string): void {
    for (const worker of this.workers.get(uid) ?? []) {
      worker.stop();
      for (const id of worker.containerIds) this.results[worker.kind].delete(id);
    }
    this.workers.delete(uid);
  }

  /** Ends all probes. */
  stop(): void {
    for (const uid of [...this.workers.keys()]) this.removePod(uid);
  }

  private workersOf(pod: DeepReadonly<Pod>, container: DeepReadonly<Container>): ProbeWorker[] {
    const probes: readonly (readonly [ProbeKind, DeepReadonly<Probe> | undefined])[] = [
      ['startup', container.startupProbe],
      ['readiness', container.readinessProbe],
      ['liveness', container.livenessProbe],
    ];
    return probes.flatMap(([kind, probe]) =>
      probe === undefined ? [] : [new ProbeWorker({ ...this.options, pod, container, probe, kind, results: this })],
    );
  }

  /** Takes a result of a worker; tells the pod if it is news. */
  record(worker: ProbeWorker, containerId: string, result: 'success' | 'failure'): void {
    const results = this.results[worker.kind];
    if (results.get(containerId) === result) return;
    results.set(containerId, result);
    this.options.onChange(podIdentity(worker.pod).uid);
    if (worker.kind === 'startup' && result === 'success') this.podChanged(podIdentity(worker.pod).uid);
  }
}
