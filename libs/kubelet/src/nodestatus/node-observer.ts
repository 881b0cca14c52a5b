import { readFile } from 'node:fs/promises';

import { messageOf } from '../container/sync-error.ts';
import type { KubeletConfig } from '../kubelet-config.ts';
import type { Pleg } from '../pleg/pleg.ts';
import { fileSystemBytes } from './machine-info.ts';
import type { NodeObservation } from './node-object.ts';

const memoryThreshold = 100 * 1024 * 1024;
const diskThreshold = 0.1;
const trustMs = 5000;

/** Looks at what of the node changes: the runtime, its images, memory and disk. */
export class NodeObserver {
  private readonly config: KubeletConfig;
  private readonly pleg: Pleg;
  private runtimeVersion = '';
  private network = { problem: 'container runtime status has not been read yet', readAt: 0 };

  constructor(config: KubeletConfig, pleg: Pleg) {
    this.config = config;
    this.pleg = pleg;
  }

  /** Name of the runtime, as container ids start with. */
  get runtimeName(): string {
    return this.runtimeVersion.split(':')[0] ?? '';
  }

  /** What keeps pods from having a network; '' = nothing. */
  async networkProblem(): Promise<string> {
    const { clock } = this.config;
    if (this.network.problem !== '' || clock.now() - this.network.readAt > trustMs) await this.runtimeProblem();
    return this.network.problem;
  }

  /** @go kubernetes/pkg/kubelet/nodestatus#ReadyCondition */
  async observe(): Promise<NodeObservation> {
    const { clock, rootDir } = this.config;
    const [notReady, memory, disk, images] = await Promise.all([
      this.runtimeProblem(),
      availableMemory(),
      fileSystemBytes(rootDir),
      this.config.runtime.images.listImages({}).catch(() => ({ images: [] })),
    ]);
    const stale = clock.now() - this.started > 180_000 && !this.pleg.healthy;
    return {
      now: clock.now(),
      runtimeVersion: this.runtimeVersion,
      images: images.images,
      notReady: stale ? 'PLEG is not healthy: the containers could not be listed for 3 minutes' : notReady,
      memoryPressure: memory < memoryThreshold,
      diskPressure: disk.total > 0 && disk.available / disk.total < diskThreshold,
      pidPressure: false,
    };
  }

  private readonly started = Date.now();

  private async runtimeProblem(): Promise<string> {
    const { runtime } = this.config.runtime;
    try {
      if (this.runtimeVersion === '') {
        const { runtimeName, runtimeVersion } = await runtime.version({ version: 'v1' });
        this.runtimeVersion = `${runtimeName}://${runtimeVersion.replace(/^v/, '')}`;
      }
      const { status } = await runtime.status({});
      const failing = (status?.conditions ?? []).filter((condition) => !condition.status);
      const network = failing.find(({ type }) => type === 'NetworkReady');
      this.network = { problem: network === undefined ? '' : describe(network), readAt: this.config.clock.now() };
      return failing.map(describe).join(', ');
    } catch (err) {
      const problem = `container runtime is down: ${messageOf(err)}`;
      this.network = { problem, readAt: this.config.clock.now() };
      return problem;
    }
  }
}

function describe(condition: { readonly type: string; readonly reason: string; readonly message: string }): string {
  const what =
    condition.type === 'NetworkReady'
      ? 'container runtime network not ready: NetworkReady=false'
      : 'container runtime is not ready: RuntimeReady=false';
  return `${what} reason:${condition.reason} message:${condition.message}`;
}

async function availableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const found = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found) * 1024;
}
