import type { PodSandboxConfig } from '@kubescript/cri-api';
import { pauseImage } from '@kubescript/lib-container-runtime';

import { dockerLabel } from './docker-labels.ts';
import type { RememberedSandbox } from './docker-labels.ts';

/** What Docker makes a sandbox from: a pause container that holds the pod's network. */
export function sandboxOptions(config: PodSandboxConfig, owner: string): object {
  const network = config.linux?.securityContext?.namespaceOptions?.network === 'NODE' ? 'NODE' : 'POD';
  const { metadata, labels, annotations, logDirectory, dnsConfig } = config;
  const kept: RememberedSandbox = { metadata, labels, annotations, logDirectory, network };
  const ports = (config.portMappings ?? []).map((mapping) => ({
    port: `${String(mapping.containerPort ?? 0)}/${(mapping.protocol ?? 'TCP').toLowerCase()}`,
    binding: { HostIp: mapping.hostIp ?? '', HostPort: String(mapping.hostPort ?? 0) },
  }));
  const onHost = network === 'NODE';
  return {
    name: dockerName('POD', config, metadata?.attempt ?? 0),
    Image: pauseImage,
    Labels: { [dockerLabel.type]: 'sandbox', [dockerLabel.owner]: owner, [dockerLabel.config]: JSON.stringify(kept) },
    ...(onHost || (config.hostname ?? '') === '' ? {} : { Hostname: config.hostname }),
    ExposedPorts: Object.fromEntries(ports.map(({ port }) => [port, {}])),
    HostConfig: {
      NetworkMode: onHost ? 'host' : 'bridge',
      IpcMode: config.linux?.securityContext?.namespaceOptions?.ipc === 'NODE' ? 'host' : 'shareable',
      PidMode: config.linux?.securityContext?.namespaceOptions?.pid === 'NODE' ? 'host' : '',
      PortBindings: Object.fromEntries(ports.map(({ port, binding }) => [port, [binding]])),
      Dns: [...(dnsConfig?.servers ?? [])],
      DnsSearch: [...(dnsConfig?.searches ?? [])],
      DnsOptions: [...(dnsConfig?.options ?? [])],
      ...(onHost ? {} : { Sysctls: { ...config.linux?.sysctls } }),
      CgroupParent: config.linux?.cgroupParent ?? '',
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'none' },
    },
  };
}

/** A name that shows whose container it is, as kubelets with Docker always made them. */
export function dockerName(container: string, config: PodSandboxConfig, attempt: number): string {
  const { name = '', namespace = '', uid = '' } = config.metadata ?? {};
  return ['k8s', container, name, namespace, uid, `${String(attempt)}-${Math.random().toString(36).slice(2, 8)}`].join(
    '_',
  );
}
