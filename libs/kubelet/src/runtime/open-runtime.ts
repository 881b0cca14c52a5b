import type { Clock } from '@kubescript/apimachinery';

import type { ContainerRuntime } from './container-runtime.ts';
import { criRuntime } from './cri-runtime.ts';

/** What a runtime inside of the kubelet works with. */
export interface RuntimeSettings {
  readonly clock: Clock;
  readonly rootDir: string;
}

/** What is wrong with an endpoint; '' = nothing. */
export function validateRuntimeEndpoint(endpoint: string): string {
  if (/^(unix:\/\/)?\/./.test(endpoint)) return '';
  return `"${endpoint}" is not an endpoint of a container runtime: use unix:///path/to/containerd.sock`;
}

/** Opens the runtime behind an endpoint. Nothing is connected before it is used. */
export function openRuntime(endpoint: string, _settings: RuntimeSettings): ContainerRuntime {
  const problem = validateRuntimeEndpoint(endpoint);
  if (problem !== '') throw new Error(problem);
  return criRuntime(endpoint);
}
