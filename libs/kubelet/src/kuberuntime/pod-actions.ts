import type { Container, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { isRestartableInitContainer } from '@kubescript/component-helpers';

import { hashOf } from '../container/labels.ts';
import { latestContainer } from '../container/records.ts';
import type { ContainerRecord, RuntimePod } from '../container/records.ts';

/** Why a running container has to end, and what the event says. */
export interface ContainerKill {
  readonly record: ContainerRecord;
  readonly name: string;
  readonly message: string;
  readonly reason: 'LivenessProbe' | 'StartupProbe' | 'SpecChanged' | 'Unknown';
}

/** What has to be done so that the runtime has what the pod asks for. */
export interface PodActions {
  /** End all containers and the sandbox first. */
  readonly killPod: boolean;
  /** Make a sandbox, after `killPod`. */
  readonly createSandbox: boolean;
  /** Attempt number of the sandbox to make. */
  readonly attempt: number;
  /** The sandbox to start containers in, unless one is to be made. */
  readonly sandboxId: string;
  readonly kill: readonly ContainerKill[];
  readonly startEphemeral: readonly string[];
  readonly startInit: readonly string[];
  readonly start: readonly string[];
}

/** Results of probes by container id: what has been found so far, undefined = nothing yet. */
export interface ProbeResults {
  liveness(containerId: string): 'success' | 'failure' | undefined;
  startup(containerId: string): 'success' | 'failure' | undefined;
}

/**
 * Decides what a sync of a pod does, from the spec and what the runtime has. Pure: changes nothing.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).computePodActions
 */
export function computePodActions(pod: DeepReadonly<Pod>, current: RuntimePod, probes: ProbeResults): PodActions {
  const sandbox = sandboxNeed(pod, current);
  return sandbox.create
    ? actionsForNewSandbox(pod, current, sandbox.attempt)
    : actionsInSandbox(pod, current, sandbox.id, probes);
}

/** Whether a container that is not running is to be started (again). @go kubernetes/pkg/kubelet/container#ShouldContainerBeRestarted */
export function shouldContainerRestart(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  record: ContainerRecord | undefined,
): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  if (record === undefined) return true;
  if (record.state === 'running') return false;
  if (record.state === 'unknown' || record.state === 'created') return true;
  const policy = container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always';
  if (policy === 'Never') return false;
  return policy === 'Always' || record.exitCode !== 0;
}

interface SandboxNeed {
  readonly create: boolean;
  readonly attempt: number;
  readonly id: string;
}

/** @go kubernetes/pkg/kubelet/util#PodSandboxChanged */
function sandboxNeed(pod: DeepReadonly<Pod>, current: RuntimePod): SandboxNeed {
  const [newest] = current.sandboxes;
  if (newest === undefined) return { create: true, attempt: 0, id: '' };
  const again = { create: true, attempt: newest.attempt + 1, id: newest.id };
  if (!newest.ready || current.sandboxes.filter(({ ready }) => ready).length > 1) return again;
  const hostNetwork = pod.spec.hostNetwork === true;
  if (newest.hostNetwork !== hostNetwork) return again;
  if (!hostNetwork && newest.ips.length === 0) return again;
  return { create: false, attempt: newest.attempt, id: newest.id };
}

const nothing = { kill: [], startEphemeral: [], startInit: [], start: [] } as const;

function actionsForNewSandbox(pod: DeepReadonly<Pod>, current: RuntimePod, attempt: number): PodActions {
  const base = { ...nothing, killPod: true, createSandbox: true, attempt, sandboxId: '' };
  const giveUp = { ...base, createSandbox: false };
  if (pod.spec.restartPolicy === 'Never' && attempt !== 0 && current.containers.length > 0) return giveUp;
  const start = pod.spec.containers.filter((container) => !hasSucceededForGood(pod, current, container));
  if (start.length === 0) {
    const initialized = hasAnyContainerBeenCreated(pod, current);
    return initialized || pod.spec.initContainers === undefined ? giveUp : base;
  }
  const [firstInit] = pod.spec.initContainers ?? [];
  if (firstInit !== undefined) return { ...base, startInit: [firstInit.name] };
  return { ...base, start: start.map(({ name }) => name) };
}

function hasSucceededForGood(pod: DeepReadonly<Pod>, current: RuntimePod, container: DeepReadonly<Container>): boolean {
  const policy = container.restartPolicy ?? pod.spec.restartPolicy;
  const record = latestContainer(current, container.name);
  return policy === 'OnFailure' && record?.state === 'exited' && record.exitCode === 0;
}

function actionsInSandbox(
  pod: DeepReadonly<Pod>,
  current: RuntimePod,
  sandboxId: string,
  probes: ProbeResults,
): PodActions {
  const startEphemeral = (pod.spec.ephemeralContainers ?? [])
    .filter(({ name }) => latestContainer(current, name) === undefined)
    .map(({ name }) => name);
  const base = { ...nothing, killPod: false, createSandbox: false, attempt: 0, sandboxId, startEphemeral };
  const active = { ...current, containers: current.containers.filter((record) => record.sandboxId === sandboxId) };
  const init = initActions(pod, active, probes);
  if (init.failed) return { ...base, killPod: true };
  if (!init.initialized) return { ...base, kill: init.kill, startInit: init.start };
  const start: string[] = [];
  const kill: ContainerKill[] = [...init.kill];
  let kept = 0;
  for (const container of pod.spec.containers) {
    const record = latestContainer(current, container.name);
    if (record?.state !== 'running') {
      if (record?.state === 'unknown') kill.push(unknownState(container, record));
      if (shouldContainerRestart(pod, container, record)) start.push(container.name);
      continue;
    }
    const reason = killReason(container, record, probes);
    if (reason === undefined) {
      kept++;
      continue;
    }
    const restarts = reason.reason === 'SpecChanged' || (container.restartPolicy ?? pod.spec.restartPolicy) !== 'Never';
    kill.push({ ...reason, message: `${reason.message}${restarts ? ', will be restarted' : ''}` });
    if (restarts) start.push(container.name);
  }
  if (kept === 0 && start.length === 0) return { ...base, kill, killPod: true };
  return { ...base, kill, startInit: init.start, start };
}

interface InitActions {
  readonly initialized: boolean;
  readonly failed: boolean;
  readonly start: readonly string[];
  readonly kill: readonly ContainerKill[];
}

/**
 * Walks the init containers from the last to the first: the last one that was ever made tells how far the pod is; of
 * those before it only sidecars matter, which are kept running. `current` has the containers of the sandbox in use only.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).computeInitContainerActions
 */
function initActions(pod: DeepReadonly<Pod>, current: RuntimePod, probes: ProbeResults): InitActions {
  const containers = pod.spec.initContainers ?? [];
  let initialized = containers.length === 0 || hasAnyContainerBeenCreated(pod, current);
  let passed = initialized;
  let failed = false;
  const start: string[] = [];
  const kill: ContainerKill[] = [];
  const advance = (index: number): void => {
    const next = containers[index + 1];
    if (next === undefined) initialized = true;
    else start.unshift(next.name);
  };
  for (let index = containers.length - 1; index >= 0; index--) {
    const container = containers[index];
    if (container === undefined) continue;
    const sidecar = isRestartableInitContainer(container);
    const record = latestContainer(current, container.name);
    if (record === undefined) {
      if (passed && sidecar) start.unshift(container.name);
      continue;
    }
    const first = !passed;
    passed = true;
    if (sidecar) {
      const reason = record.state === 'running' ? killReason(container, record, probes) : undefined;
      if (record.state !== 'running') start.unshift(container.name);
      else if (reason !== undefined) {
        kill.push({ ...reason, message: `${reason.message}, will be restarted` });
        start.unshift(container.name);
      } else if (first && isStarted(container, record, probes)) advance(index);
    } else if (first) {
      if (record.state === 'unknown') kill.push(unknownState(container, record));
      if (record.state === 'exited' && record.exitCode === 0) advance(index);
      else if (record.state === 'running') continue;
      else if (shouldContainerRestart(pod, container, record)) start.unshift(container.name);
      else failed = true;
    }
  }
  const [firstContainer] = containers;
  if (!passed && firstContainer !== undefined) start.unshift(firstContainer.name);
  return { initialized, failed, start, kill };
}

function isStarted(container: DeepReadonly<Container>, record: ContainerRecord, probes: ProbeResults): boolean {
  return container.startupProbe === undefined || probes.startup(record.id) === 'success';
}

function killReason(
  container: DeepReadonly<Container>,
  record: ContainerRecord,
  probes: ProbeResults,
): ContainerKill | undefined {
  const { name } = container;
  if (record.hash !== '' && record.hash !== hashOf(container)) {
    return { record, name, reason: 'SpecChanged', message: `Container ${name} definition changed` };
  }
  if (probes.liveness(record.id) === 'failure') {
    return { record, name, reason: 'LivenessProbe', message: `Container ${name} failed liveness probe` };
  }
  if (probes.startup(record.id) === 'failure') {
    return { record, name, reason: 'StartupProbe', message: `Container ${name} failed startup probe` };
  }
  return undefined;
}

function unknownState(container: DeepReadonly<Container>, record: ContainerRecord): ContainerKill {
  const { name } = container;
  return {
    record,
    name,
    reason: 'Unknown',
    message: `Container ${name} is in unknown state, try killing it before restart`,
  };
}

function hasAnyContainerBeenCreated(pod: DeepReadonly<Pod>, current: RuntimePod): boolean {
  return pod.spec.containers.some(({ name }) => latestContainer(current, name) !== undefined);
}
