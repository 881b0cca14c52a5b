import type { MetricsRegistry } from '@kubescript/component-base';

/** The two steps of admission. */
export type AdmissionStep = 'admit' | 'validate';

/** Told how long something took, in seconds, and whether it refused the request. */
export type Observer = (seconds: number, rejected: boolean) => void;

/** Why a webhook's refusal, or that of its caller, ended a request. */
export type WebhookRejectionError = 'calling_webhook_error' | 'apiserver_internal_error' | 'no_error';

/** One call of a webhook, for its metrics. */
export interface WebhookCallLabels {
  readonly name: string;
  readonly type: 'admit' | 'validating';
  readonly operation: string;
}

/**
 * The metrics of admission, under upstream's names.
 *
 * @go k8s.io/apiserver/pkg/admission/metrics#AdmissionMetrics
 */
export interface AdmissionMetrics {
  step(type: AdmissionStep, operation: string): Observer;
  controller(name: string, type: AdmissionStep, operation: string): Observer;
  webhook(labels: WebhookCallLabels, call: { seconds: number; rejected: boolean; code: number }): void;
  webhookRejection(labels: WebhookCallLabels, error: WebhookRejectionError, code: number): void;
  webhookFailOpen(labels: WebhookCallLabels): void;
  matchCondition(labels: MatchConditionLabels, result: 'error' | 'exclusion' | 'match', seconds: number): void;
}

/** Whose conditions were evaluated. */
export interface MatchConditionLabels {
  readonly name: string;
  readonly kind: 'webhook' | 'policy';
  readonly type: AdmissionStep;
  readonly operation: string;
}

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const conditionLabels = ['name', 'kind', 'type', 'operation'];

/** Declares the metrics; asking again for the same registry gives the same ones. */
export function newAdmissionMetrics(registry: MetricsRegistry): AdmissionMetrics {
  const histogram = (name: string, help: string, labels: readonly string[], limits = buckets): Histogram =>
    registry.histogram({ name: `apiserver_admission_${name}`, help, labels, buckets: limits });
  const counter = (name: string, help: string, labels: readonly string[]): Counter =>
    registry.counter({ name: `apiserver_admission_${name}`, help, labels });
  const seconds = {
    step: histogram('step_admission_duration_seconds', 'Time of a whole step of admission.', [
      'type',
      'operation',
      'rejected',
    ]),
    controller: histogram('controller_admission_duration_seconds', 'Time of an admission plugin.', [
      'name',
      'type',
      'operation',
      'rejected',
    ]),
    webhook: histogram(
      'webhook_admission_duration_seconds',
      'Time of a call of a webhook.',
      ['name', 'type', 'operation', 'rejected'],
      [...buckets, 10, 25],
    ),
    condition: histogram('match_condition_evaluation_seconds', 'Time of match conditions.', conditionLabels),
  };
  const counts = {
    request: counter('webhook_request_total', 'Calls of webhooks.', ['name', 'type', 'operation', 'code', 'rejected']),
    rejection: counter('webhook_rejection_count', 'Requests that ended at a webhook.', [
      'name',
      'type',
      'operation',
      'error_type',
      'rejection_code',
    ]),
    failOpen: counter('webhook_fail_open_count', 'Failed calls that were passed over.', ['name', 'type']),
    error: counter('match_condition_evaluation_errors_total', 'Match conditions that failed.', conditionLabels),
    exclusion: counter('match_condition_exclusions_total', 'Match conditions that were not met.', conditionLabels),
  };
  const observers = new Map<string, Observer>();
  const observer = (metric: Histogram, labels: Readonly<Record<string, string>>): Observer => {
    const key = Object.values(labels).join(' ');
    const known = observers.get(key);
    if (known) return known;
    const accepted = metric.with({ ...labels, rejected: 'false' });
    const made: Observer = (time, rejected) => {
      if (rejected) metric.observe(time, { ...labels, rejected: 'true' });
      else accepted.observe(time);
    };
    observers.set(key, made);
    return made;
  };
  return {
    step: (type, operation) => observer(seconds.step, { type, operation }),
    controller: (name, type, operation) => observer(seconds.controller, { name, type, operation }),
    webhook(labels, { seconds: time, rejected, code }) {
      counts.request.inc({ ...labels, code: bounded(code), rejected: String(rejected) });
      seconds.webhook.observe(time, { ...labels, rejected: String(rejected) });
    },
    webhookRejection(labels, error, code) {
      counts.rejection.inc({ ...labels, error_type: error, rejection_code: bounded(code) });
    },
    webhookFailOpen({ name, type }) {
      counts.failOpen.inc({ name, type });
    },
    matchCondition(labels, result, time) {
      seconds.condition.observe(time, { ...labels });
      if (result === 'error') counts.error.inc({ ...labels });
      if (result === 'exclusion') counts.exclusion.inc({ ...labels });
    },
  };
}

type Histogram = ReturnType<MetricsRegistry['histogram']>;
type Counter = ReturnType<MetricsRegistry['counter']>;

/** Codes above 600 are made 600, so that nobody outside decides how many series there are. */
function bounded(code: number): number {
  return Math.min(code, 600);
}

/** Runs `work`, and tells the observer how it went. */
export async function timed(observer: Observer | undefined, work: () => Promise<void>): Promise<void> {
  if (!observer) return work();
  const start = performance.now();
  let rejected = true;
  try {
    await work();
    rejected = false;
  } finally {
    observer((performance.now() - start) / 1000, rejected);
  }
}
