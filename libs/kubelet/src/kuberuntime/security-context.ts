import type { Container, Pod, SeccompProfile } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Image, Init, LinuxContainerSecurityContext, NamespaceMode } from '@kubescript/cri-api';

import { formatPod } from '../container/labels.ts';

type SecurityContext = Init<typeof LinuxContainerSecurityContext>;

/** Paths that containers do not see (OCI defaults). */
const maskedPaths = [
  '/proc/asound',
  '/proc/acpi',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
];
const readonlyPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

/** Namespaces of a pod's sandbox and containers; `targetId` is set for ephemeral containers that share a process namespace. */
export function namespaceOptions(
  pod: DeepReadonly<Pod>,
  targetId?: string,
): {
  readonly network: NamespaceMode;
  readonly pid: NamespaceMode;
  readonly ipc: NamespaceMode;
  readonly targetId?: string;
} {
  const { hostNetwork, hostIPC, hostPID, shareProcessNamespace } = pod.spec;
  const pid = hostPID === true ? 'NODE' : shareProcessNamespace === true ? 'POD' : 'CONTAINER';
  return {
    network: hostNetwork === true ? 'NODE' : 'POD',
    ipc: hostIPC === true ? 'NODE' : 'POD',
    ...(targetId === undefined ? { pid } : { pid: 'TARGET' as const, targetId }),
  };
}

/**
 * Security of a container: its own settings over the pod's.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).determineEffectiveSecurityContext
 */
export function securityContext(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  seccompRoot: string,
  targetId?: string,
): SecurityContext {
  const own = container.securityContext;
  const shared = pod.spec.securityContext;
  const privileged = own?.privileged === true;
  const runAsUser = own?.runAsUser ?? shared?.runAsUser;
  const runAsGroup = own?.runAsGroup ?? shared?.runAsGroup;
  const unmasked = own?.procMount === 'Unmasked' || privileged;
  const groups = [...(shared?.supplementalGroups ?? []), ...(shared?.fsGroup === undefined ? [] : [shared.fsGroup])];
  const seccomp = own?.seccompProfile ?? shared?.seccompProfile;
  return {
    privileged,
    namespaceOptions: namespaceOptions(pod, targetId),
    ...(runAsUser === undefined ? {} : { runAsUser: { value: runAsUser } }),
    ...(runAsGroup === undefined ? {} : { runAsGroup: { value: runAsGroup } }),
    readonlyRootfs: own?.readOnlyRootFilesystem === true,
    supplementalGroups: groups,
    supplementalGroupsPolicy: shared?.supplementalGroupsPolicy === 'Strict' ? 'Strict' : 'Merge',
    noNewPrivs: own?.allowPrivilegeEscalation === false,
    ...(own?.capabilities === undefined
      ? {}
      : {
          capabilities: {
            addCapabilities: (own.capabilities.add ?? []).map(withoutPrefix),
            dropCapabilities: (own.capabilities.drop ?? []).map(withoutPrefix),
          },
        }),
    maskedPaths: unmasked ? [] : maskedPaths,
    readonlyPaths: unmasked ? [] : readonlyPaths,
    seccomp: seccompOf(privileged ? undefined : seccomp, seccompRoot),
  };
}

/** A seccomp profile as CRI wants it; without one, unconfined. */
export function seccompOf(
  profile: DeepReadonly<SeccompProfile> | undefined,
  root: string,
): { readonly profileType: 'RuntimeDefault' | 'Unconfined' | 'Localhost'; readonly localhostRef?: string } {
  switch (profile?.type) {
    case 'RuntimeDefault':
      return { profileType: 'RuntimeDefault' };
    case 'Localhost':
      return { profileType: 'Localhost', localhostRef: `${root}/${profile.localhostProfile ?? ''}` };
    default:
      return { profileType: 'Unconfined' };
  }
}

/**
 * Refuses a container that would run as root although it must not.
 * @go kubernetes/pkg/kubelet/kuberuntime#verifyRunAsNonRoot
 */
export function verifyNonRoot(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  image: Image | undefined,
): void {
  const nonRoot = container.securityContext?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot;
  if (nonRoot !== true) return;
  const where = `(pod: "${formatPod(pod)}", container: ${container.name})`;
  const user = container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
  if (user === 0) throw new Error(`container's runAsUser breaks non-root policy ${where}`);
  if (user !== undefined) return;
  if (image?.uid?.value !== undefined && image.uid.value !== 0) return;
  if (image !== undefined && image.uid === undefined && image.username !== '') {
    throw new Error(
      `container has runAsNonRoot and image has non-numeric user (${image.username}), cannot verify user is non-root ${where}`,
    );
  }
  throw new Error(`container has runAsNonRoot and image will run as root ${where}`);
}

function withoutPrefix(capability: string): string {
  return capability.replace(/^CAP_/, '');
}
