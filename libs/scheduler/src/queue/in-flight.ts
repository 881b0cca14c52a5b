import type { ClusterEvent } from '@kubescript/kube-scheduler';

/** An event that happened while pods were being scheduled. */
export interface RecordedEvent {
  readonly event: ClusterEvent;
  readonly oldObject: unknown;
  readonly newObject: unknown;
  /** The only pod that it concerns; undefined = any. */
  readonly podId?: string;
}

/**
 * Remembers what happened since each pod that is being scheduled left the queue: such an event may be just what the
 * pod will turn out to wait for. Keeps no more than the oldest of those pods needs.
 */
export class InFlightPods {
  /** Pod → sequence number of the first event it did not see. In the order of leaving the queue, so oldest first. */
  readonly #since = new Map<string, number>();
  #events: RecordedEvent[] = [];
  #firstSequence = 0;

  get size(): number {
    return this.#since.size;
  }

  has(id: string): boolean {
    return this.#since.has(id);
  }

  start(id: string): void {
    this.#since.set(id, this.#firstSequence + this.#events.length);
  }

  record(event: RecordedEvent): void {
    if (this.#since.size > 0) this.#events.push(event);
  }

  /** What happened since the pod left the queue. */
  eventsFor(id: string): readonly RecordedEvent[] {
    const since = this.#since.get(id);
    if (since === undefined) return [];
    return this.#events
      .slice(since - this.#firstSequence)
      .filter((event) => event.podId === undefined || event.podId === id);
  }

  /** The pod is not in flight any more: it is bound, gone, or back in the queue. */
  finish(id: string): void {
    if (!this.#since.delete(id)) return;
    const oldest = this.#since.values().next();
    const needed = oldest.done === true ? this.#firstSequence + this.#events.length : oldest.value;
    const unneeded = needed - this.#firstSequence;
    if (unneeded > 1000 || unneeded === this.#events.length) {
      this.#events = this.#events.slice(unneeded);
      this.#firstSequence = needed;
    }
  }
}
