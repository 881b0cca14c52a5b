import { join } from 'node:path';

import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { allContainers } from '@kubescript/component-helpers';
import type { PodSandboxConfig } from '@kubescript/cri-api';

import { podCgroup } from '../cgroups/pod-cgroups.ts';
import { sandboxLabels } from '../container/labels.ts';
import { podIdentity } from '../container/quantities.ts';
import { podDns } from './dns.ts';
import type { NodeSettings } from './node-settings.ts';
import { namespaceOptions, seccompOf } from './security-context.ts';

/**
 * What a pod's sandbox is made from.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).generatePodSandboxConfig
 */
export async function sandboxConfig(
  pod: DeepReadonly<Pod>,
  attempt: number,
  node: NodeSettings,
): Promise<PodSandboxConfig> {
  const hostNetwork = pod.spec.hostNetwork === true;
  const identity = podIdentity(pod);
  const security = pod.spec.securityContext;
  return {
    metadata: { ...identity, attempt },
    hostname: hostNetwork ? '' : podHostname(pod),
    logDirectory: podLogDirectory(pod, node.podLogsDir),
    dnsConfig: await podDns(pod, node),
    portMappings: hostNetwork ? [] : portMappings(pod),
    labels: sandboxLabels(pod),
    annotations: { ...pod.metadata.annotations },
    linux: {
      cgroupParent: podCgroup(pod, node.cgroupRoot),
      sysctls: Object.fromEntries((security?.sysctls ?? []).map(({ name, value }) => [name, value])),
      securityContext: {
        privileged: allContainers(pod).some((container) => container.securityContext?.privileged === true),
        namespaceOptions: namespaceOptions(pod),
        ...(security?.runAsUser === undefined ? {} : { runAsUser: { value: security.runAsUser } }),
        ...(security?.runAsGroup === undefined || security.runAsUser === undefined
          ? {}
          : { runAsGroup: { value: security.runAsGroup } }),
        supplementalGroups: [
          ...(security?.fsGroup === undefined ? [] : [security.fsGroup]),
          ...(security?.supplementalGroups ?? []),
        ],
        seccomp: seccompOf(security?.seccompProfile ?? { type: 'RuntimeDefault' }, node.seccompRoot),
      },
    },
  };
}

/** Where the logs of a pod's containers are. @go kubernetes/pkg/kubelet/kuberuntime#BuildPodLogsDirectory */
export function podLogDirectory(pod: DeepReadonly<Pod>, podLogsDir: string): string {
  const { namespace, name, uid } = podIdentity(pod);
  return join(podLogsDir, `${namespace}_${name}_${uid}`);
}

/** The host name of a pod, cut to what the kernel takes. @go kubernetes/pkg/kubelet#(*Kubelet).GeneratePodHostNameAndDomain */
export function podHostname(pod: DeepReadonly<Pod>): string {
  const override = pod.spec.hostnameOverride ?? '';
  if (override !== '') return override;
  const own = pod.spec.hostname ?? '';
  return (own === '' ? (pod.metadata.name ?? '') : own).slice(0, 63).replace(/[-.]+$/, '');
}

/** The domain of a pod with a subdomain, or ''. */
export function podDomain(pod: DeepReadonly<Pod>, clusterDomain: string): string {
  const subdomain = pod.spec.subdomain ?? '';
  if (subdomain === '' || (pod.spec.hostnameOverride ?? '') !== '') return '';
  return `${subdomain}.${pod.metadata.namespace ?? ''}.svc.${clusterDomain}`;
}

function portMappings(pod: DeepReadonly<Pod>): NonNullable<PodSandboxConfig['portMappings']> {
  return allContainers(pod).flatMap((container) =>
    (container.ports ?? [])
      .filter(({ hostPort }) => (hostPort ?? 0) > 0)
      .map(({ containerPort, hostPort, hostIP, protocol }) => ({
        containerPort,
        hostPort: hostPort ?? 0,
        hostIp: hostIP ?? '',
        protocol: protocol === 'UDP' || protocol === 'SCTP' ? protocol : 'TCP',
      })),
  );
}
