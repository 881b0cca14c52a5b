import { randomBytes } from 'node:crypto';

import type { ContainerConfig, ContainerState, PodSandboxConfig } from '@kubescript/cri-api';

import { criNotFound } from '../runtime/unsupported.ts';

/** A sandbox that exists in memory only. */
export interface HollowSandbox {
  readonly id: string;
  readonly config: PodSandboxConfig;
  readonly createdAt: number;
  readonly ip: string;
  ready: boolean;
}

/** A container that exists in memory only. */
export interface HollowContainer {
  readonly id: string;
  readonly podSandboxId: string;
  readonly config: ContainerConfig;
  readonly logPath: string;
  readonly createdAt: number;
  state: ContainerState;
  startedAt: number;
  finishedAt: number;
  exitCode: number;
}

/** What a hollow runtime holds. Times are nanoseconds. */
export class HollowStore {
  readonly sandboxes = new Map<string, HollowSandbox>();
  readonly containers = new Map<string, HollowContainer>();
  readonly images = new Map<string, { readonly id: string; readonly name: string }>();
  private nextAddress = 1;

  sandbox(id: string): HollowSandbox {
    const found = this.sandboxes.get(id);
    if (found === undefined) throw criNotFound('sandbox', id);
    return found;
  }

  container(id: string): HollowContainer {
    const found = this.containers.get(id);
    if (found === undefined) throw criNotFound('container', id);
    return found;
  }

  containersOf(podSandboxId: string): HollowContainer[] {
    return [...this.containers.values()].filter((container) => container.podSandboxId === podSandboxId);
  }

  newId(): string {
    return randomBytes(32).toString('hex');
  }

  /** Addresses of the range for benchmarks (RFC 2544), where nothing answers. */
  newAddress(): string {
    const n = this.nextAddress++ % 0x1ffff;
    return `198.${String(18 + (n >> 16))}.${String((n >> 8) & 255)}.${String(n & 255)}`;
  }
}
