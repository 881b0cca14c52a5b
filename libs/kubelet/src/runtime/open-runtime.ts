import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import type { Clock } from '@kubescript/apimachinery';

import { dockerRuntime } from '../dockershim/docker-runtime.ts';
import { hollowRuntime } from '../hollow/hollow-runtime.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import { criRuntime } from './cri-runtime.ts';

/** What a runtime inside of the kubelet works with. */
export interface RuntimeSettings {
  readonly clock: Clock;
  /** Tells the pods of this kubelet from those of others on the same Docker. */
  readonly rootDir: string;
}

const forms = /^(?:(?:unix:\/\/)?(\/.+)|docker:\/\/(\/.+)|(hollow:\/\/))$/;

/** What is wrong with an endpoint; '' = nothing. */
export function validateRuntimeEndpoint(endpoint: string): string {
  if (forms.test(endpoint)) return '';
  const choice = 'unix:///path/to/containerd.sock, docker:///var/run/docker.sock or hollow://';
  return `"${endpoint}" is not the endpoint of a container runtime: use ${choice}`;
}

/** Opens the runtime behind an endpoint. Nothing is connected before it is used. */
export function openRuntime(endpoint: string, { clock, rootDir }: RuntimeSettings): ContainerRuntime {
  const [, socket, docker, hollow] = forms.exec(endpoint) ?? [];
  if (socket !== undefined) return criRuntime(socket);
  if (docker !== undefined) {
    return dockerRuntime(docker, createHash('sha256').update(resolve(rootDir)).digest('hex').slice(0, 12));
  }
  if (hollow !== undefined) return hollowRuntime(clock);
  throw new Error(validateRuntimeEndpoint(endpoint));
}
