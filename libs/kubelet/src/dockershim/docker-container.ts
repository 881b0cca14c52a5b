import { join } from 'node:path';

import type { ContainerConfig, Mount, PodSandboxConfig } from '@kubescript/cri-api';

import { dockerLabel } from './docker-labels.ts';
import type { RememberedContainer } from './docker-labels.ts';
import { dockerName } from './docker-sandbox.ts';

/** What Docker makes a container of a pod from. */
export function containerOptions(
  config: ContainerConfig,
  sandbox: { readonly id: string; readonly config: PodSandboxConfig; readonly owner: string },
): object {
  const attempt = config.metadata?.attempt ?? 0;
  const logPath = join(sandbox.config.logDirectory ?? '', config.logPath ?? '');
  const { metadata, labels, annotations, image, mounts } = config;
  const kept: RememberedContainer = { metadata, labels, annotations, image, mounts, logPath };
  const security = config.linux?.securityContext;
  const user = security?.runAsUser?.value;
  const group = security?.runAsGroup?.value;
  return {
    name: dockerName(metadata?.name ?? '', sandbox.config, attempt),
    Image: image?.image ?? '',
    Labels: {
      [dockerLabel.type]: 'container',
      [dockerLabel.owner]: sandbox.owner,
      [dockerLabel.sandboxId]: sandbox.id,
      [dockerLabel.config]: JSON.stringify(kept),
    },
    ...((config.command ?? []).length === 0 ? {} : { Entrypoint: [...(config.command ?? [])] }),
    ...((config.args ?? []).length === 0
      ? (config.command ?? []).length === 0
        ? {}
        : { Cmd: [] }
      : { Cmd: [...(config.args ?? [])] }),
    Env: (config.envs ?? []).map(({ key = '', value = '' }) => `${key}=${value}`),
    ...((config.workingDir ?? '') === '' ? {} : { WorkingDir: config.workingDir }),
    ...(user === undefined ? {} : { User: group === undefined ? String(user) : `${String(user)}:${String(group)}` }),
    Tty: config.tty === true,
    OpenStdin: config.stdin === true,
    StdinOnce: config.stdinOnce === true,
    HostConfig: hostConfig(config, sandbox),
  };
}

/** The Docker form of a container's resources. */
export function dockerResources(
  resources: NonNullable<NonNullable<ContainerConfig['linux']>['resources']> | undefined,
): object {
  const memory = resources?.memoryLimitInBytes ?? 0;
  return {
    CpuShares: resources?.cpuShares ?? 0,
    CpuPeriod: resources?.cpuPeriod ?? 0,
    CpuQuota: resources?.cpuQuota ?? 0,
    Memory: memory,
    MemorySwap: memory,
  };
}

function hostConfig(
  config: ContainerConfig,
  sandbox: { readonly id: string; readonly config: PodSandboxConfig },
): object {
  const security = config.linux?.securityContext;
  const pid = security?.namespaceOptions?.pid;
  const oom = config.linux?.resources?.oomScoreAdj ?? 0;
  return {
    NetworkMode: `container:${sandbox.id}`,
    IpcMode: security?.namespaceOptions?.ipc === 'NODE' ? 'host' : `container:${sandbox.id}`,
    PidMode:
      pid === 'NODE'
        ? 'host'
        : pid === 'POD'
          ? `container:${sandbox.id}`
          : pid === 'TARGET'
            ? `container:${security?.namespaceOptions?.targetId ?? ''}`
            : '',
    Privileged: security?.privileged === true,
    ReadonlyRootfs: security?.readonlyRootfs === true,
    CapAdd: [...(security?.capabilities?.addCapabilities ?? [])],
    CapDrop: [...(security?.capabilities?.dropCapabilities ?? [])],
    GroupAdd: (security?.supplementalGroups ?? []).map(String),
    SecurityOpt: securityOptions(config),
    ...(security?.privileged === true || security?.maskedPaths === undefined
      ? {}
      : { MaskedPaths: [...security.maskedPaths] }),
    ...(security?.privileged === true || security?.readonlyPaths === undefined
      ? {}
      : { ReadonlyPaths: [...security.readonlyPaths] }),
    Mounts: (config.mounts ?? []).map(dockerMount),
    CgroupParent: sandbox.config.linux?.cgroupParent ?? '',
    OomScoreAdj: Math.max(oom, 0),
    RestartPolicy: { Name: 'no' },
    LogConfig: { Type: 'json-file', Config: {} },
    ...dockerResources(config.linux?.resources),
  };
}

function securityOptions(config: ContainerConfig): string[] {
  const security = config.linux?.securityContext;
  const options = security?.noNewPrivs === true ? ['no-new-privileges'] : [];
  const seccomp = security?.seccomp;
  if (seccomp?.profileType === 'Unconfined') options.push('seccomp=unconfined');
  if (seccomp?.profileType === 'Localhost') options.push(`seccomp=${seccomp.localhostRef ?? ''}`);
  return options;
}

function dockerMount(mount: Mount): object {
  const propagation = {
    PROPAGATION_PRIVATE: 'rprivate',
    PROPAGATION_HOST_TO_CONTAINER: 'rslave',
    PROPAGATION_BIDIRECTIONAL: 'rshared',
  };
  return {
    Type: 'bind',
    Source: mount.hostPath ?? '',
    Target: mount.containerPath ?? '',
    ReadOnly: mount.readonly === true,
    BindOptions: { Propagation: propagation[mount.propagation ?? 'PROPAGATION_PRIVATE'] },
  };
}
