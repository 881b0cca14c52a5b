import type { HistogramMetric, MetricsRegistry, SummaryMetric } from '@kubescript/component-base';

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
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const summaryAgeMs = 5 * 60 * 60 * 1000;
const summaryQuantiles = [0.5, 0.9, 0.99];
const conditionLabels = ['name', 'kind', 'type', 'operation'];

/** Declares the metrics; asking again for the same registry gives the same ones. */
export function newAdmissionMetrics(registry: MetricsRegistry): AdmissionMetrics {
  const histogram = (name: string, help: string, labels: readonly string[], limits = buckets): Histogram =>
    registry.histogram({
      name: `apiserver_admission_${name}`,
      ...{ help, labels, buckets: limits },
      stability: limits === conditionBuckets ? 'ALPHA' : 'STABLE',
    });
  const counter = (name: string, help: string, labels: readonly string[]): Counter =>
    registry.counter({ name: `apiserver_admission_${name}`, help, labels });
  const seconds = {
    step: histogram(
      'step_admission_duration_seconds',
      'Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).',
      ['type', 'operation', 'rejected'],
    ),
    controller: histogram(
      'controller_admission_duration_seconds',
      'Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
      ['name', 'type', 'operation', 'rejected'],
    ),
    webhook: histogram(
      'webhook_admission_duration_seconds',
      'Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
      ['name', 'type', 'operation', 'rejected'],
      [...buckets, 10, 25],
    ),
    condition: histogram(
      'match_condition_evaluation_seconds',
      'Admission match condition evaluation time in seconds, identified by name and broken out for each kind containing matchConditions (webhook or policy), operation and type (validate or admit).',
      conditionLabels,
      conditionBuckets,
    ),
  };
  const counts = {
    request: counter(
      'webhook_request_total',
      'Admission webhook request total, identified by name and broken out for each admission type (validating or mutating) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
      ['name', 'type', 'operation', 'code', 'rejected'],
    ),
    rejection: counter(
      'webhook_rejection_count',
      'Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
      ['name', 'type', 'operation', 'error_type', 'rejection_code'],
    ),
    failOpen: counter(
      'webhook_fail_open_count',
      'Admission webhook fail open count, identified by name and broken out for each admission type (validating or mutating).',
      ['name', 'type'],
    ),
    error: counter(
      'match_condition_evaluation_errors_total',
      'Admission match condition evaluation errors count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
      conditionLabels,
    ),
    exclusion: counter(
      'match_condition_exclusions_total',
      'Admission match condition evaluation exclusions count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
      conditionLabels,
    ),
  };
  const summary = registry.summary({
    name: 'apiserver_admission_step_admission_duration_seconds_summary',
    help: 'Admission sub-step latency summary in seconds, broken out for each operation and API resource and step type (validate or admit).',
    labels: ['type', 'operation', 'rejected'],
    quantiles: summaryQuantiles,
    maxAgeMs: summaryAgeMs,
  });
  const observers = new Map<string, Observer>();
  const observerOf = (
    key: string,
    metrics: readonly Observable[],
    labels: Readonly<Record<string, string>>,
  ): Observer => {
    const known = observers.get(key);
    if (known) return known;
    const made = newObserver(metrics, labels);
    observers.set(key, made);
    return made;
  };
  return {
    step: (type, operation) => observerOf(`${type} ${operation}`, [seconds.step, summary], { type, operation }),
    controller: (name, type, operation) =>
      observerOf(`${name} ${type} ${operation}`, [seconds.controller], { name, type, operation }),
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

/** What takes observations under labels. */
type Observable = Pick<HistogramMetric | SummaryMetric, 'with'>;

/** Keeps the values of what is let through, which is nearly everything. */
function newObserver(metrics: readonly Observable[], labels: Readonly<Record<string, string>>): Observer {
  const accepted = metrics.map((metric) => metric.with({ ...labels, rejected: 'false' }));
  return function observe(time, rejected) {
    const values = rejected ? metrics.map((metric) => metric.with({ ...labels, rejected: 'true' })) : accepted;
    for (const value of values) value.observe(time);
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
