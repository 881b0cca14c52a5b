import type { MetricsRegistry } from '@kubescript/component-base';

import type { Authorizer } from './authorizer.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Told of what webhook authorizers do. */
export interface WebhookAuthorizerMetrics {
  /** A question begins; how it ended is told to the function that comes back. */
  onEvaluation(name: string): (result: 'success' | 'error') => void;
  onFailOpen(name: string, result: string): void;
  onMatchError(name: string): void;
  onExclusion(name: string): void;
}

/** @go k8s.io/apiserver/plugin/pkg/authorizer/webhook/metrics */
export function newWebhookAuthorizerMetrics(registry: MetricsRegistry, now: () => number): WebhookAuthorizerMetrics {
  const prefix = 'apiserver_authorization';
  const labels = ['name', 'result'];
  const evaluations = registry.counter({
    name: `${prefix}_webhook_evaluations_total`,
    help: 'Round-trips to authorization webhooks.',
    labels,
  });
  const duration = registry.histogram({
    name: `${prefix}_webhook_duration_seconds`,
    help: 'Request latency in seconds.',
    labels,
    buckets: seconds,
  });
  const failOpen = registry.counter({
    name: `${prefix}_webhook_evaluations_fail_open_total`,
    help: 'NoOpinion results due to webhook timeout or error.',
    labels,
  });
  const matchLabels = ['type', 'name'];
  const matchErrors = registry.counter({
    name: `${prefix}_match_condition_evaluation_errors_total`,
    help: 'Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.',
    labels: matchLabels,
  });
  const exclusions = registry.counter({
    name: `${prefix}_match_condition_exclusions_total`,
    help: 'Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.',
    labels: matchLabels,
  });
  return {
    onEvaluation: (name) => {
      const start = now();
      return (result) => {
        evaluations.inc({ name, result });
        duration.observe((now() - start) / 1000, { name, result });
      };
    },
    onFailOpen: (name, result) => {
      failOpen.inc({ name, result });
    },
    onMatchError: (name) => {
      matchErrors.inc({ type: 'Webhook', name });
    },
    onExclusion: (name) => {
      exclusions.inc({ type: 'Webhook', name });
    },
  };
}

/**
 * The authorizer, with its decisions counted.
 *
 * @go k8s.io/apiserver/pkg/authorization/metrics#InstrumentedAuthorizer
 */
export function instrumentedAuthorizer(
  authorizer: Authorizer,
  { type, name }: { readonly type: string; readonly name: string },
  registry: MetricsRegistry,
): Authorizer {
  const decisions = registry.counter({
    name: 'apiserver_authorization_decisions_total',
    help: 'Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.',
    labels: ['type', 'name', 'decision'],
  });
  const labels = { allow: { type, name, decision: 'allowed' }, deny: { type, name, decision: 'denied' } };
  return {
    authorize: async (attributes) => {
      const decision = await authorizer.authorize(attributes);
      if (decision.decision !== 'noOpinion') decisions.inc(labels[decision.decision]);
      return decision;
    },
    ...(authorizer.rulesFor && { rulesFor: authorizer.rulesFor.bind(authorizer) }),
  };
}
