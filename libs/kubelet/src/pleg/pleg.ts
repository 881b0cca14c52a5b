import type { Clock } from '@kubescript/apimachinery';
import type { Logger } from '@kubescript/component-base';
import type { RuntimeService } from '@kubescript/cri-api';

import { messageOf } from '../container/sync-error.ts';
import { listRuntimePods } from '../kuberuntime/runtime-pods.ts';
import type { ListedPod } from '../kuberuntime/runtime-pods.ts';

/** What the generator works with. */
export interface PlegOptions {
  readonly runtime: RuntimeService;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between two lists while nothing is heard from the runtime itself. */
  readonly periodMs: number;
  /** Signals of the runtime that something changed; the next list follows at once. Ends where it has none. */
  readonly changes?: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** Milliseconds between two lists while `changes` tells of every change. */
  readonly quietPeriodMs: number;
  /** A pod whose sandboxes or containers are not as before; undefined = the runtime has nothing of it any more. */
  onChange(uid: string, pod: ListedPod | undefined): void;
}

const followUpMs = 150;

/**
 * The pod lifecycle event generator: compares what the runtime has with what it had, and wakes the pods concerned.
 * @go kubernetes/pkg/kubelet/pleg#GenericPLEG
 */
export class Pleg {
  private readonly options: PlegOptions;
  private pods: ReadonlyMap<string, ListedPod> = new Map();
  private lastList = 0;
  private waiting: AbortController | undefined;
  private wanted = false;
  private hearing = false;
  /** The runtime tells of an end before its lists show it: a list that follows an event is repeated a little later. */
  private followUp = false;

  constructor(options: PlegOptions) {
    this.options = options;
  }

  /** Whether lists have succeeded lately. @go kubernetes/pkg/kubelet/pleg#(*GenericPLEG).Healthy */
  get healthy(): boolean {
    return this.options.clock.now() - this.lastList < 180_000;
  }

  /** What the last list saw. */
  get listed(): ReadonlyMap<string, ListedPod> {
    return this.pods;
  }

  /** Lists as soon as possible. */
  relistSoon(): void {
    this.wanted = true;
    this.waiting?.abort();
  }

  /** Works until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const listening = this.listen(signal);
    while (!signal.aborted) {
      this.wanted = false;
      await this.relist(signal);
      const pause = this.pauseBeforeNext();
      if (pause !== undefined) {
        await this.options.clock.sleep(pause, signal).catch(() => undefined);
        continue;
      }
      this.waiting = new AbortController();
      const period = this.hearing ? this.options.quietPeriodMs : this.options.periodMs;
      await this.options.clock.sleep(period, AbortSignal.any([signal, this.waiting.signal])).catch(() => undefined);
    }
    await listening;
  }

  /** @go kubernetes/pkg/kubelet/pleg#(*GenericPLEG).Relist */
  async relist(signal?: AbortSignal): Promise<void> {
    try {
      const pods = await listRuntimePods(this.options.runtime, signal);
      this.lastList = this.options.clock.now();
      const before = this.pods;
      this.pods = pods;
      for (const [uid, pod] of pods) if (!sameStates(before.get(uid), pod)) this.options.onChange(uid, pod);
      for (const uid of before.keys()) if (!pods.has(uid)) this.options.onChange(uid, undefined);
    } catch (err) {
      if (signal?.aborted === true) return;
      this.options.logger.warn('the containers of the runtime could not be listed', { err: messageOf(err) });
    }
  }

  /** Milliseconds to the next list if one was asked for while the last was under way. */
  private pauseBeforeNext(): number | undefined {
    if (this.wanted) return 20;
    if (!this.followUp) return undefined;
    this.followUp = false;
    return followUpMs;
  }

  private async listen(signal: AbortSignal): Promise<void> {
    const { changes, clock } = this.options;
    if (changes === undefined) return;
    while (!signal.aborted) {
      try {
        const stream = changes(signal)[Symbol.asyncIterator]();
        let next = stream.next();
        this.hearing = true;
        this.relistSoon();
        for (let event = await next; event.done !== true; event = await next) {
          this.followUp = true;
          this.relistSoon();
          next = stream.next();
        }
        this.hearing = false;
        return;
      } catch {
        this.hearing = false;
        this.relistSoon();
      }
      await clock.sleep(5000, signal).catch(() => undefined);
    }
  }
}

function sameStates(a: ListedPod | undefined, b: ListedPod): boolean {
  if (a === undefined || a.states.size !== b.states.size) return false;
  for (const [id, state] of b.states) if (a.states.get(id) !== state) return false;
  return true;
}
