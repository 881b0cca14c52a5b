import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Container, Pod, VolumeMount } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { randomSuffix } from '@kubescript/apimachinery';
import type { ContainerConfig, Image, Mount } from '@kubescript/cri-api';

import { containerAnnotations, containerLabels } from '../container/labels.ts';
import { containerEnvironment } from '../environment/container-env.ts';
import { expand } from '../environment/expand.ts';
import type { ObjectSource } from '../environment/object-source.ts';
import { prepareSubPath } from '../volumes/sub-path.ts';
import { writeHostsFile } from './hosts-file.ts';
import type { NodeSettings } from './node-settings.ts';
import { containerResources } from './resources.ts';
import { securityContext, verifyNonRoot } from './security-context.ts';

/** What a container is made from besides its spec. */
export interface ContainerSetting {
  readonly node: NodeSettings;
  readonly objects: ObjectSource;
  readonly podIps: readonly string[];
  readonly volumes: ReadonlyMap<string, string>;
  readonly image: Image;
  readonly restartCount: number;
  /** Container whose processes an ephemeral container sees. */
  readonly targetId?: string;
}

/**
 * Makes the runtime's configuration of a container, and the files that are mounted into it.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).generateContainerConfig
 */
export async function containerConfig(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  setting: ContainerSetting,
): Promise<ContainerConfig> {
  verifyNonRoot(pod, container, setting.image);
  const { node, image, restartCount } = setting;
  const context = {
    nodeName: node.nodeName,
    hostIps: node.nodeIps,
    podIps: setting.podIps,
    allocatable: node.allocatable,
  };
  const environment = await containerEnvironment(pod, container, setting.objects, context);
  const logPath = join(container.name, `${String(restartCount)}.log`);
  await mkdir(join(podLogs(pod, node), container.name), { recursive: true });
  return {
    metadata: { name: container.name, attempt: restartCount },
    image: { image: image.id, userSpecifiedImage: container.image ?? '' },
    command: (container.command ?? []).map((part) => expand(part, environment)),
    args: (container.args ?? []).map((part) => expand(part, environment)),
    workingDir: container.workingDir ?? '',
    envs: [...environment].map(([key, value]) => ({ key, value })),
    mounts: await containerMounts(pod, container, setting, environment),
    labels: containerLabels(pod, container),
    annotations: containerAnnotations(pod, container, restartCount),
    logPath,
    stdin: container.stdin === true,
    stdinOnce: container.stdinOnce === true,
    tty: container.tty === true,
    linux: {
      resources: containerResources(pod, container, node.memoryCapacity),
      securityContext: securityContext(pod, container, node.seccompRoot, setting.targetId),
    },
    ...(container.lifecycle?.stopSignal === undefined ? {} : { stopSignal: container.lifecycle.stopSignal }),
  };
}

/** Directory of a container's own files on the node. */
export function containerDirectory(pod: DeepReadonly<Pod>, containerName: string, rootDir: string): string {
  return join(rootDir, 'pods', pod.metadata.uid ?? '', 'containers', containerName);
}

async function containerMounts(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  setting: ContainerSetting,
  environment: ReadonlyMap<string, string>,
): Promise<Mount[]> {
  const mounts: Mount[] = [];
  for (const mount of container.volumeMounts ?? []) mounts.push(await volumeMount(mount, setting.volumes, environment));
  const mountsAt = (path: string): boolean => mounts.some(({ containerPath }) => containerPath === path);
  if (!mountsAt('/etc/hosts')) {
    const hostPath = await writeHostsFile(pod, setting.podIps, setting.node);
    mounts.push({ containerPath: '/etc/hosts', hostPath });
  }
  const logPath = container.terminationMessagePath ?? '/dev/termination-log';
  if (logPath !== '' && !mountsAt(logPath)) {
    const hostPath = await terminationLog(pod, container, setting.node.rootDir);
    mounts.push({ containerPath: logPath, hostPath });
  }
  return mounts;
}

async function volumeMount(
  mount: DeepReadonly<VolumeMount>,
  volumes: ReadonlyMap<string, string>,
  environment: ReadonlyMap<string, string>,
): Promise<Mount> {
  const volumePath = volumes.get(mount.name);
  if (volumePath === undefined) throw new Error(`cannot find volume "${mount.name}" to mount into container`);
  const subPath =
    mount.subPathExpr === undefined ? (mount.subPath ?? '') : expandStrictly(mount.subPathExpr, environment);
  const hostPath = subPath === '' ? volumePath : await prepareSubPath(volumePath, subPath);
  const containerPath = mount.mountPath.startsWith('/') ? mount.mountPath : `/${mount.mountPath}`;
  return {
    containerPath,
    hostPath,
    readonly: mount.readOnly === true,
    recursiveReadOnly: mount.recursiveReadOnly === 'Enabled',
    propagation: propagationOf(mount.mountPropagation),
  };
}

function propagationOf(mode: string | undefined): NonNullable<Mount['propagation']> {
  if (mode === 'HostToContainer') return 'PROPAGATION_HOST_TO_CONTAINER';
  return mode === 'Bidirectional' ? 'PROPAGATION_BIDIRECTIONAL' : 'PROPAGATION_PRIVATE';
}

function expandStrictly(text: string, environment: ReadonlyMap<string, string>): string {
  const result = expand(text, environment);
  const missing = /\$\(([^)]*)\)/.exec(result)?.[1];
  if (missing !== undefined)
    throw new Error(`failed to expand subPath for volumeMount: missing value for "${missing}"`);
  return result;
}

async function terminationLog(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  rootDir: string,
): Promise<string> {
  const directory = containerDirectory(pod, container.name, rootDir);
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomSuffix(8));
  await writeFile(path, '', { mode: 0o666 });
  return path;
}

function podLogs(pod: DeepReadonly<Pod>, node: NodeSettings): string {
  const { namespace = '', name = '', uid = '' } = pod.metadata;
  return join(node.podLogsDir, `${namespace}_${name}_${uid}`);
}
