import type { Clock } from '@kubescript/apimachinery';
import type { Transport } from '@kubescript/client';

import type { AuditBackend, AuditEvent } from './event.ts';

/** How to reach the webhook and what to do when it fails. */
export interface AuditWebhookOptions {
  readonly transport: Transport;
  /** Appended to the path of the transport's server; '' or '/'. */
  readonly path: string;
  /** Milliseconds before the second try; each further wait is half as long again. */
  readonly initialBackoffMs: number;
  readonly clock: Clock;
  /** Told of events that were lost. */
  readonly onLost: (error: unknown, events: number) => void;
}

const attempts = 5;
const backoffFactor = 1.5;
const jitter = 0.2;

/** Posts events as an EventList to a webhook. @go k8s.io/apiserver/plugin/pkg/audit/webhook#NewBackend */
export class AuditWebhookBackend implements AuditBackend {
  readonly #options: AuditWebhookOptions;
  readonly #stop = new AbortController();

  constructor(options: AuditWebhookOptions) {
    this.#options = options;
  }

  async processEvents(events: readonly AuditEvent[]): Promise<boolean> {
    try {
      await this.#postWithRetries(events);
      return true;
    } catch (error) {
      this.#options.onLost(error, events.length);
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the audit webhook is closing'));
    await this.#options.transport[Symbol.asyncDispose]();
  }

  async #postWithRetries(events: readonly AuditEvent[]): Promise<void> {
    let delay = this.#options.initialBackoffMs;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#post(events);
        return;
      } catch (error) {
        if (attempt >= attempts) throw error;
      }
      await this.#options.clock.sleep(delay * (1 + Math.random() * jitter), this.#stop.signal);
      delay *= backoffFactor;
    }
  }

  async #post(events: readonly AuditEvent[]): Promise<void> {
    const { transport, path } = this.#options;
    const response = await transport.request({ method: 'POST', path, body: eventList(events) });
    const text = await response.text();
    if (response.status >= 300)
      throw new Error(`the webhook answered ${String(response.status)}: ${text.slice(0, 200)}`);
  }
}

function eventList(events: readonly AuditEvent[]): unknown {
  const items = events.map(({ kind: _kind, apiVersion: _apiVersion, ...event }) => event);
  return { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items };
}
