import type { Clock } from '@kubescript/apimachinery';
import {
  type MaybeStatus,
  type PodInfo,
  type WaitingPod,
  errorStatus,
  unschedulable,
} from '@kubescript/kube-scheduler';

/** A pod that Permit plugins hold back, until all of them allow it, one rejects it, or one's patience ends. */
export class HeldPod implements WaitingPod {
  readonly podInfo: PodInfo;
  readonly pendingPlugins: Set<string>;
  readonly #verdict = Promise.withResolvers<MaybeStatus>();
  readonly #timeouts = new AbortController();

  constructor(podInfo: PodInfo, timeouts: ReadonlyMap<string, number>, clock: Clock) {
    this.podInfo = podInfo;
    this.pendingPlugins = new Set(timeouts.keys());
    for (const [plugin, ms] of timeouts) {
      clock.sleep(ms, this.#timeouts.signal).then(
        () => {
          this.reject(plugin, `rejected due to timeout after waiting ${String(ms / 1000)}s at plugin ${plugin}`);
        },
        () => undefined, // decided before
      );
    }
  }

  allow(plugin: string): void {
    this.pendingPlugins.delete(plugin);
    if (this.pendingPlugins.size === 0) this.#decide(undefined);
  }

  reject(plugin: string, message: string): void {
    this.#decide(unschedulable(message).by(plugin));
  }

  /** What became of the pod; undefined = it may be bound. */
  async verdict(signal: AbortSignal): Promise<MaybeStatus> {
    const onAbort = (): void => {
      this.#decide(errorStatus(signal.reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.#verdict.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #decide(status: MaybeStatus): void {
    this.#timeouts.abort();
    this.#verdict.resolve(status);
  }
}
