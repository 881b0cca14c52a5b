import type { ContainerImage, Node, NodeCondition, NodeStatus, Taint } from '@kubescript/api/core/v1';
import { formatTime } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Image } from '@kubescript/cri-api';

import type { MachineInfo } from './machine-info.ts';

/** What of the node is settled when the kubelet starts. */
export interface NodeDescription {
  readonly name: string;
  readonly hostname: string;
  readonly ips: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly podCidrs: readonly string[];
  readonly providerId: string;
  readonly unschedulable: boolean;
  readonly port: number;
  readonly machine: MachineInfo;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
}

/** What of the node changes. */
export interface NodeObservation {
  readonly now: number;
  readonly runtimeVersion: string;
  readonly images: readonly Image[];
  /** What keeps the node from running pods; '' = nothing. */
  readonly notReady: string;
  readonly memoryPressure: boolean;
  readonly diskPressure: boolean;
  readonly pidPressure: boolean;
}

/** The Node object to register. @go kubernetes/pkg/kubelet#(*Kubelet).initialNode */
export function newNode(description: NodeDescription, status: NodeStatus): Node {
  const { name, hostname, labels, taints, podCidrs, providerId, unschedulable, machine } = description;
  const { operatingSystem, architecture } = machine.system;
  const [podCIDR] = podCidrs;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': architecture,
        'beta.kubernetes.io/os': operatingSystem,
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': hostname,
        'kubernetes.io/os': operatingSystem,
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: {
      ...(taints.length === 0 ? {} : { taints: taints.map((taint) => ({ ...taint })) }),
      ...(podCIDR === undefined ? {} : { podCIDR, podCIDRs: [...podCidrs] }),
      ...(providerId === '' ? {} : { providerID: providerId }),
      ...(unschedulable ? { unschedulable } : {}),
    },
    status,
  };
}

/** The status of the node now; times of conditions are kept where nothing changed. */
export function nodeStatus(
  description: NodeDescription,
  seen: NodeObservation,
  previous: DeepReadonly<NodeStatus> | undefined,
): NodeStatus {
  return {
    capacity: { ...description.capacity },
    allocatable: { ...description.allocatable },
    conditions: conditionsOf(seen, previous?.conditions ?? []),
    addresses: [
      ...description.ips.map((address) => ({ type: 'InternalIP', address })),
      { type: 'Hostname', address: description.hostname },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: description.port } },
    nodeInfo: { ...description.machine.system, containerRuntimeVersion: seen.runtimeVersion },
    images: imageList(seen.images),
  };
}

function conditionsOf(seen: NodeObservation, previous: readonly DeepReadonly<NodeCondition>[]): NodeCondition[] {
  const pressure = (type: string, noun: string, bad: boolean): NodeCondition =>
    condition(seen.now, previous, {
      type,
      status: bad ? 'True' : 'False',
      reason: `KubeletHas${bad ? pressureWord[noun]?.bad : pressureWord[noun]?.good}`,
      message: bad
        ? `kubelet has ${pressureWord[noun]?.badText ?? ''}`
        : `kubelet has ${pressureWord[noun]?.goodText ?? ''}`,
    });
  const ready = seen.notReady === '';
  return [
    pressure('MemoryPressure', 'memory', seen.memoryPressure),
    pressure('DiskPressure', 'disk', seen.diskPressure),
    pressure('PIDPressure', 'pid', seen.pidPressure),
    condition(seen.now, previous, {
      type: 'Ready',
      status: ready ? 'True' : 'False',
      reason: ready ? 'KubeletReady' : 'KubeletNotReady',
      message: ready ? 'kubelet is posting ready status' : seen.notReady,
    }),
  ];
}

const pressureWord: Readonly<Record<string, { good: string; bad: string; goodText: string; badText: string }>> = {
  memory: {
    good: 'SufficientMemory',
    bad: 'InsufficientMemory',
    goodText: 'sufficient memory available',
    badText: 'insufficient memory available',
  },
  disk: { good: 'NoDiskPressure', bad: 'DiskPressure', goodText: 'no disk pressure', badText: 'disk pressure' },
  pid: {
    good: 'SufficientPID',
    bad: 'InsufficientPID',
    goodText: 'sufficient PID available',
    badText: 'insufficient PID available',
  },
};

function condition(
  now: number,
  previous: readonly DeepReadonly<NodeCondition>[],
  state: Pick<NodeCondition, 'type' | 'status' | 'reason' | 'message'>,
): NodeCondition {
  const before = previous.find(({ type }) => type === state.type);
  const since = before?.status === state.status ? before.lastTransitionTime : undefined;
  return { ...state, lastHeartbeatTime: formatTime(now), lastTransitionTime: since ?? formatTime(now) };
}

/** The largest images first, fifty at most, each by five names at most. */
function imageList(images: readonly Image[]): ContainerImage[] {
  return [...images]
    .sort((a, b) => b.size - a.size)
    .slice(0, 50)
    .map(({ repoTags, repoDigests, size }) => ({ names: [...repoDigests, ...repoTags].slice(0, 5), sizeBytes: size }))
    .filter(({ names }) => names.length > 0);
}
