import { setTimeout as sleep } from 'node:timers/promises';

import type { ConfigMap } from '@kubescript/api/core/v1';

import { type ConfigMapClient, versionOf } from './config-maps.ts';
import type { Listing, Version, WatchedEvent, WatchStream } from './history.ts';

interface RawEvent {
  readonly type: WatchedEvent['type'] | 'BOOKMARK' | 'ERROR';
  readonly object: ConfigMap & { readonly code?: number };
}

/** A client that keeps a copy of the objects by list and watch, as a reflector does. */
export class Watcher {
  private readonly client: ConfigMapClient;
  private state: ReadonlyMap<string, Version> = new Map();
  private until = 0;
  private streams: WatchStream[] = [];
  private lists: Listing[] = [];
  /** The stream that goes on. */
  private current: { cut(): void } | undefined;

  constructor(client: ConfigMapClient) {
    this.client = client;
  }

  /** The revision up to which it knows everything. */
  get revision(): number {
    return this.until;
  }

  /** Watches until the signal; comes back where it was after a broken connection. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.until === 0) await this.list();
      if (this.until > 0) await this.watchOnce(signal).catch(() => undefined);
      await sleep(20);
    }
  }

  /** What it saw since it was asked last. A stream that goes on is cut in two. */
  take(): { readonly streams: readonly WatchStream[]; readonly lists: readonly Listing[] } {
    this.current?.cut();
    const { streams, lists } = this;
    this.streams = [];
    this.lists = [];
    return { streams, lists };
  }

  private async list(): Promise<void> {
    const list = await this.client.list(true);
    if (list === undefined) return;
    this.lists.push(list);
    this.state = list.items;
    this.until = list.rv;
  }

  private async watchOnce(signal: AbortSignal): Promise<void> {
    let from = this.until;
    let initial = this.state;
    let events: WatchedEvent[] = [];
    const cut = (): void => {
      this.streams.push({ client: this.client.name, from, initial, events, until: this.until });
      [from, initial, events] = [this.until, this.state, []];
    };
    this.current = { cut };
    try {
      for await (const item of this.client.watch(from, signal)) {
        if (typeof item === 'number') continue;
        const event = item as RawEvent;
        if (!('type' in item) || event.type === 'ERROR') {
          this.forget();
          return;
        }
        this.note(event, events);
      }
    } finally {
      cut();
      this.current = undefined;
    }
  }

  /** The server does not know the revision any more: list again. */
  private forget(): void {
    this.until = 0;
  }

  private note({ type, object }: RawEvent, events: WatchedEvent[]): void {
    if (type === 'ERROR') return;
    const version = versionOf(object);
    this.until = version.rv;
    if (type === 'BOOKMARK') return;
    const key = object.metadata.name ?? '';
    events.push({ type, key, version, at: performance.now() });
    const state = new Map(this.state);
    if (type === 'DELETED') state.delete(key);
    else state.set(key, version);
    this.state = state;
  }
}
