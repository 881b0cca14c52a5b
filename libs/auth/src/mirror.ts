import type { Clock, DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { Rest, RestWatchEvent } from '@kubescript/apiserver';

/** A store in this process that can be watched. */
export type Watchable = Required<Pick<Rest, 'watch'>>;

/** What a mirror keeps current. */
export interface MirrorTarget {
  clear(): void;
  set(object: DeepReadonly<KubeObject>): void;
  delete(object: DeepReadonly<KubeObject>): void;
}

const RETRY_MS = 200;

/**
 * Keeps `target` equal to what a store has, until the signal. `synced` resolves with the first whole state; `done` when
 * the mirror has ended. Neither rejects: what fails is tried again.
 */
export function mirror(
  store: Watchable,
  target: MirrorTarget,
  signal: AbortSignal,
  clock: Clock,
): { readonly synced: Promise<void>; readonly done: Promise<void> } {
  let onSynced: (() => void) | undefined;
  const synced = new Promise<void>((resolve) => {
    onSynced = resolve;
  });
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await followOnce(store, target, signal, () => onSynced?.());
      } catch {
        // The store says what is wrong to everybody who reads from it.
      }
      await clock.sleep(RETRY_MS, signal).catch(() => undefined);
    }
    onSynced?.();
  };
  return { synced, done: follow() };
}

async function followOnce(
  store: Watchable,
  target: MirrorTarget,
  signal: AbortSignal,
  onSynced: () => void,
): Promise<void> {
  const events = await store.watch(
    {
      resourceVersion: '',
      resourceVersionMatch: 'NotOlderThan',
      labelSelector: '',
      fieldSelector: '',
      allowBookmarks: true,
      sendInitialEvents: true,
    },
    { namespace: '', user: { name: 'system:apiserver', groups: ['system:masters'] }, dryRun: false, signal },
  );
  // The old state serves until the new one is whole.
  let initial: DeepReadonly<KubeObject>[] | undefined = [];
  for await (const event of events) {
    if (initial === undefined) apply(event, target);
    else if (event.type === 'ADDED') initial.push(event.item.object);
    else if (event.type === 'BOOKMARK' && event.initialEventsEnd) {
      target.clear();
      for (const object of initial) target.set(object);
      initial = undefined;
      onSynced();
    } else if (event.type === 'ERROR') return;
  }
}

function apply(event: RestWatchEvent, target: MirrorTarget): void {
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
      target.set(event.item.object);
      return;
    case 'DELETED':
      target.delete(event.item.object);
      return;
    case 'BOOKMARK':
    case 'ERROR':
      return;
  }
}
