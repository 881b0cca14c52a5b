import { isCriNotFound } from '@kubescript/cri-api';
import type { ContainerStatus, PodSandboxStatus, RuntimeService } from '@kubescript/cri-api';

import { criLabel } from '../container/labels.ts';
import { recordState } from '../container/records.ts';
import type { ContainerRecord, RuntimePod, SandboxRecord } from '../container/records.ts';

/** What a relist sees of a pod: cheap, without addresses and exit codes. */
export interface ListedPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** State by id, of sandboxes and containers. */
  readonly states: ReadonlyMap<string, string>;
}

/** Lists all pods of the runtime that a kubelet made, by uid, in two calls. */
export async function listRuntimePods(runtime: RuntimeService, signal?: AbortSignal): Promise<Map<string, ListedPod>> {
  const options = signal === undefined ? {} : { signal };
  const [{ items }, { containers }] = await Promise.all([
    runtime.listPodSandbox({}, options),
    runtime.listContainers({}, options),
  ]);
  const pods = new Map<string, ListedPod & { readonly states: Map<string, string> }>();
  for (const entry of [...items, ...containers]) {
    const uid = entry.labels[criLabel.podUid];
    if (uid === undefined || uid === '') continue;
    let pod = pods.get(uid);
    if (pod === undefined) {
      const name = entry.labels[criLabel.podName] ?? '';
      pod = { uid, name, namespace: entry.labels[criLabel.podNamespace] ?? '', states: new Map() };
      pods.set(uid, pod);
    }
    pod.states.set(entry.id, entry.state);
  }
  return pods;
}

/**
 * Reads everything that the runtime has of a pod now. What disappears while it is read is left out.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).GetPodStatus
 */
export async function readRuntimePod(
  runtime: RuntimeService,
  pod: { readonly uid: string; readonly name: string; readonly namespace: string },
): Promise<RuntimePod> {
  const labelSelector = { [criLabel.podUid]: pod.uid };
  const [{ items }, { containers }] = await Promise.all([
    runtime.listPodSandbox({ filter: { labelSelector } }),
    runtime.listContainers({ filter: { labelSelector } }),
  ]);
  const [sandboxes, records] = await Promise.all([
    Promise.all(items.map(({ id }) => orUndefined(runtime.podSandboxStatus({ podSandboxId: id })))),
    Promise.all(
      containers.map(async ({ id, podSandboxId }) => {
        const found = await orUndefined(runtime.containerStatus({ containerId: id }));
        return found?.status && containerRecord(found.status, podSandboxId);
      }),
    ),
  ]);
  return {
    ...pod,
    sandboxes: sandboxes.flatMap((found) => (found?.status ? [sandboxRecord(found.status)] : [])).sort(newestFirst),
    containers: records.filter((record) => record !== undefined).sort(newestFirst),
  };
}

function sandboxRecord(status: PodSandboxStatus): SandboxRecord {
  const network = status.network;
  const ips = network === undefined ? [] : [network.ip, ...network.additionalIps.map(({ ip }) => ip)];
  return {
    id: status.id,
    attempt: status.metadata?.attempt ?? 0,
    ready: status.state === 'SANDBOX_READY',
    createdAt: milliseconds(status.createdAt),
    hostNetwork: status.linux?.namespaces?.options?.network === 'NODE',
    ips: ips.filter((ip) => ip !== ''),
  };
}

function containerRecord(status: ContainerStatus, sandboxId: string): ContainerRecord {
  return {
    id: status.id,
    name: status.labels[criLabel.containerName] ?? status.metadata?.name ?? '',
    sandboxId,
    restartCount: Number(status.annotations[criLabel.restartCount] ?? status.metadata?.attempt ?? 0),
    state: recordState(status.state),
    createdAt: milliseconds(status.createdAt),
    startedAt: milliseconds(status.startedAt),
    finishedAt: milliseconds(status.finishedAt),
    exitCode: status.exitCode,
    reason: status.reason,
    message: status.message,
    image: status.image?.image ?? '',
    imageId: status.imageId || status.imageRef,
    hash: status.annotations[criLabel.hash] ?? '',
    logPath: status.logPath,
    terminationLog:
      status.mounts.find(({ containerPath }) => containerPath === status.annotations[criLabel.terminationMessagePath])
        ?.hostPath ?? '',
    terminationPolicy: status.annotations[criLabel.terminationMessagePolicy] ?? 'File',
    user: status.user?.linux,
  };
}

function newestFirst(a: { readonly createdAt: number }, b: { readonly createdAt: number }): number {
  return b.createdAt - a.createdAt;
}

function milliseconds(nanoseconds: number): number {
  return Math.floor(nanoseconds / 1e6);
}

async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (err) {
    if (isCriNotFound(err)) return undefined;
    throw err;
  }
}
