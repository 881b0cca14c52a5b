import {
  type ClusterEvent,
  type ClusterEventWithHint,
  type PodInfo,
  type QueueingHintFn,
  isWildcard,
  matchesEvent,
} from '@kubescript/kube-scheduler';

import type { QueuedPod } from './queued-pod.ts';

/** Where an event sends a waiting pod. */
export type QueueingStrategy = 'skip' | 'afterBackoff' | 'immediately';

/** The events that the plugins of each profile wait for: profile → plugin → events. */
export type RegisteredEvents = ReadonlyMap<string, ReadonlyMap<string, readonly ClusterEventWithHint[]>>;

interface Hint {
  readonly plugin: string;
  readonly fn: QueueingHintFn | undefined;
}

/**
 * Asks the plugins that turned a pod down whether an event changes their mind.
 * @go kubernetes/pkg/scheduler/backend/queue#(*PriorityQueue).isPodWorthRequeuing
 */
export class RequeueHints {
  readonly #registered: RegisteredEvents;
  readonly #byEvent = new Map<string, ReadonlyMap<string, readonly Hint[]>>();

  constructor(registered: RegisteredEvents) {
    this.#registered = registered;
  }

  /** The plugins of any profile that registered for such an event. */
  interestedPlugins(event: ClusterEvent): ReadonlySet<string> {
    const plugins = new Set<string>();
    for (const hints of this.#hintsFor(event).values()) for (const { plugin } of hints) plugins.add(plugin);
    return plugins;
  }

  strategyFor(pod: QueuedPod, event: ClusterEvent, oldObject: unknown, newObject: unknown): QueueingStrategy {
    if (isWildcard(event)) return 'afterBackoff';
    const rejectors = pod.rejectors;
    if (rejectors.size === 0) return 'afterBackoff';
    let strategy: QueueingStrategy = 'skip';
    for (const { plugin, fn } of this.#hintsFor(event).get(profileOf(pod.podInfo)) ?? []) {
      if (!rejectors.has(plugin)) continue;
      if (hintOf(fn, pod.podInfo, oldObject, newObject) === 'Skip') continue;
      if (pod.pendingPlugins.has(plugin)) return 'immediately';
      strategy = 'afterBackoff';
    }
    return strategy;
  }

  #hintsFor(event: ClusterEvent): ReadonlyMap<string, readonly Hint[]> {
    const key = `${event.resource}/${String(event.actionType)}`;
    const known = this.#byEvent.get(key);
    if (known !== undefined) return known;
    const hints = new Map(
      [...this.#registered].map(([profile, plugins]) => [profile, hintsAmong(plugins, event)] as const),
    );
    this.#byEvent.set(key, hints);
    return hints;
  }
}

/** The profile that a pod asks for. */
export function profileOf(info: PodInfo): string {
  return info.pod.spec.schedulerName ?? 'default-scheduler';
}

function hintsAmong(plugins: ReadonlyMap<string, readonly ClusterEventWithHint[]>, event: ClusterEvent): Hint[] {
  return [...plugins].flatMap(([plugin, events]) =>
    events
      .filter((registered) => matchesEvent(registered.event, event))
      .map(({ queueingHint }) => ({ plugin, fn: queueingHint })),
  );
}

function hintOf(
  fn: QueueingHintFn | undefined,
  pod: PodInfo,
  oldObject: unknown,
  newObject: unknown,
): 'Queue' | 'Skip' {
  if (fn === undefined) return 'Queue';
  try {
    return fn(pod, oldObject, newObject);
  } catch {
    return 'Queue'; // a faulty hint must not strand the pod
  }
}
