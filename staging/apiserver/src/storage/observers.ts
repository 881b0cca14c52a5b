import type { BackendEvent, BackendObserver } from './backend.ts';

/** Who wants to be told of the changes under which prefix. */
export class Observers {
  private readonly entries = new Set<{ readonly prefix: string; readonly observer: BackendObserver }>();

  /** Adds an observer; disposing the result removes it. */
  add(prefix: string, observer: BackendObserver): Disposable {
    const entry = { prefix, observer };
    this.entries.add(entry);
    return { [Symbol.dispose]: () => void this.entries.delete(entry) };
  }

  /** Tells everybody what changed, and that all up to `revision` has been told. */
  publish(events: readonly BackendEvent[], revision: number): void {
    for (const { prefix, observer } of this.entries) {
      const own = events.length === 0 ? events : events.filter((event) => event.kv.key.startsWith(prefix));
      observer.onProgress(own, revision);
    }
  }
}
