import type { Clock } from '@kubescript/apimachinery';
import type { MetricsRegistry } from '@kubescript/component-base';

import type { AuditBackend, AuditEvent, AuditLevel } from './event.ts';
import type { PolicyEvaluator } from './policy-evaluator.ts';

/** The audit log of a server: what is recorded, and where it goes. */
export interface Audit {
  readonly evaluate: PolicyEvaluator;
  readonly backend: AuditBackend;
  readonly clock: Clock;
}

/** The counters of the audit log. @go k8s.io/apiserver/pkg/audit#metrics */
export interface AuditMetrics {
  onLevel(level: AuditLevel): void;
  onEvents(events: number): void;
  onRejected(): void;
  onError(plugin: string, events: number): void;
}

/** Registers the audit metrics under upstream's names. */
export function newAuditMetrics(registry: MetricsRegistry): AuditMetrics {
  const events = registry.counter({
    name: 'apiserver_audit_event_total',
    help: 'Counter of audit events generated and sent to the audit backend.',
  });
  const rejected = registry.counter({
    name: 'apiserver_audit_requests_rejected_total',
    help: 'Counter of apiserver requests rejected due to an error in audit logging backend.',
  });
  const levels = registry.counter({
    name: 'apiserver_audit_level_total',
    help: 'Counter of policy levels for audit events (1 per request).',
    labels: ['level'],
  });
  const errors = registry.counter({
    name: 'apiserver_audit_error_total',
    help: 'Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the error.',
    labels: ['plugin'],
  });
  return {
    onLevel: (level) => {
      levels.inc({ level });
    },
    onEvents: (count) => {
      events.inc({}, count);
    },
    onRejected: () => {
      rejected.inc();
    },
    onError: (plugin, count) => {
      errors.inc({ plugin }, count);
    },
  };
}

/** Hands events to several backends; one that refuses refuses for all. @go k8s.io/apiserver/pkg/audit#Union */
export class AuditUnion implements AuditBackend {
  readonly #backends: readonly AuditBackend[];

  constructor(backends: readonly AuditBackend[]) {
    this.#backends = backends;
  }

  async processEvents(events: readonly AuditEvent[]): Promise<boolean> {
    const results = await Promise.all(this.#backends.map(async (backend) => backend.processEvents(events)));
    return results.every(Boolean);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#backends.map((backend) => backend[Symbol.asyncDispose]()));
  }
}

/** A backend whose failures do not stop requests. @go k8s.io/apiserver/pkg/server/options#ignoreErrorsBackend */
export class IgnoreErrorsBackend implements AuditBackend {
  readonly #delegate: AuditBackend;

  constructor(delegate: AuditBackend) {
    this.#delegate = delegate;
  }

  async processEvents(events: readonly AuditEvent[]): Promise<boolean> {
    await this.#delegate.processEvents(events);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#delegate[Symbol.asyncDispose]();
  }
}
