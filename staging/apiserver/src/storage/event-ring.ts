import type { CacheEvent } from './cache-event.ts';

/** The most recent changes of a resource, oldest first; old ones are dropped as new ones come. */
export class EventRing {
  private readonly capacity: number;
  private events: CacheEvent[] = [];
  private head = 0;
  /** Everything above this revision is here. */
  private start: number;

  constructor(capacity: number, start: number) {
    this.capacity = capacity;
    this.start = start;
  }

  /** The revision since which no change is missing. */
  get startRevision(): number {
    return this.start;
  }

  push(event: CacheEvent): void {
    this.events.push(event);
    if (this.events.length - this.head <= this.capacity) return;
    const dropped = this.events[this.head];
    if (dropped !== undefined) this.start = dropped.revision;
    this.head += 1;
    if (this.head < this.capacity) return;
    this.events = this.events.slice(this.head);
    this.head = 0;
  }

  /** All changes above `revision`; undefined if some of them were dropped. */
  since(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.start) return undefined;
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low);
  }
}
