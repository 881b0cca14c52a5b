import type { ContainerState as CriContainerState } from '@kubescript/cri-api';

/** A container as the kubelet sees it: what the runtime reports, with the kubelet's own labels read. Times are ms. */
export interface ContainerRecord {
  readonly id: string;
  readonly name: string;
  readonly sandboxId: string;
  /** How often the container was started before. */
  readonly restartCount: number;
  readonly state: 'created' | 'running' | 'exited' | 'unknown';
  readonly createdAt: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  /** The image as the pod names it. */
  readonly image: string;
  /** Digested reference or id of the image that runs. */
  readonly imageId: string;
  /** Hash of what of the container's spec cannot change without a new container. */
  readonly hash: string;
  readonly logPath: string;
  /** File on the node that the container may leave its last words in, or ''. */
  readonly terminationLog: string;
  readonly terminationPolicy: string;
  readonly user:
    { readonly uid: number; readonly gid: number; readonly supplementalGroups: readonly number[] } | undefined;
}

/** A sandbox as the kubelet sees it. */
export interface SandboxRecord {
  readonly id: string;
  readonly attempt: number;
  readonly ready: boolean;
  readonly createdAt: number;
  readonly hostNetwork: boolean;
  readonly ips: readonly string[];
}

/** Everything that the runtime has of one pod, newest first. */
export interface RuntimePod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly sandboxes: readonly SandboxRecord[];
  readonly containers: readonly ContainerRecord[];
}

/** A pod that the runtime knows nothing of. */
export function emptyRuntimePod(pod: {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
}): RuntimePod {
  return { ...pod, sandboxes: [], containers: [] };
}

/** The newest container of that name. */
export function latestContainer(pod: RuntimePod, name: string): ContainerRecord | undefined {
  return pod.containers.find((container) => container.name === name);
}

/** Addresses of the pod's newest sandbox that runs; none while there is no such. */
export function podIpsOf(pod: RuntimePod): readonly string[] {
  return pod.sandboxes.find((sandbox) => sandbox.ready)?.ips ?? [];
}

/** The kubelet's word for a CRI state. */
export function recordState(state: CriContainerState): ContainerRecord['state'] {
  switch (state) {
    case 'CONTAINER_CREATED':
      return 'created';
    case 'CONTAINER_RUNNING':
      return 'running';
    case 'CONTAINER_EXITED':
      return 'exited';
    case 'CONTAINER_UNKNOWN':
      return 'unknown';
  }
}
