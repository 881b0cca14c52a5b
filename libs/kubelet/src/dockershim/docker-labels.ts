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

/** Reads a configuration back; undefined if the container is not of the shim. */
export function remembered<T>(labels: Readonly<Record<string, string>>): T {
  return JSON.parse(labels[dockerLabel.config] ?? '{}') as T;
}
