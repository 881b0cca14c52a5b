import type { ContainerConfig, PodSandboxConfig } from '@kubescript/cri-api';

/** Labels on Docker containers by which the shim knows its own; the configurations are kept as JSON. */
export const dockerLabel = {
  /** `sandbox` or `container`. */
  type: 'io.kubescript.type',
  /** The kubelet that it belongs to: several may share one Docker. */
  owner: 'io.kubescript.owner',
  sandboxId: 'io.kubescript.sandbox-id',
  config: 'io.kubescript.config',
} as const;

/** What of a sandbox's configuration has to be remembered. */
export type RememberedSandbox = Pick<PodSandboxConfig, 'metadata' | 'labels' | 'annotations' | 'logDirectory'> & {
  readonly network: 'POD' | 'NODE';
};

/** What of a container's configuration has to be remembered. */
export type RememberedContainer = Pick<ContainerConfig, 'metadata' | 'labels' | 'annotations' | 'image' | 'mounts'> & {
  readonly logPath: string;
};

/** Reads the configuration of a sandbox back. */
export function rememberedSandbox(labels: Readonly<Record<string, string>>): RememberedSandbox {
  return JSON.parse(labels[dockerLabel.config] ?? '{}') as RememberedSandbox;
}

/** Reads the configuration of a container back. */
export function rememberedContainer(labels: Readonly<Record<string, string>>): RememberedContainer {
  return JSON.parse(labels[dockerLabel.config] ?? '{}') as RememberedContainer;
}
