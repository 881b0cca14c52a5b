import type { MetricsRegistry } from '@kubescript/component-base';

import type { AuthorizerDecision } from './authorizer.ts';

const buckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** Told of every authorization of a request. */
export interface AuthorizationMetrics {
  onAuthorization(decision: AuthorizerDecision, milliseconds: number): void;
}

/** The metrics of authorization under upstream's names. @go k8s.io/apiserver/pkg/endpoints/filters#recordAuthorizationMetrics */
export function newAuthorizationMetrics(registry: MetricsRegistry): AuthorizationMetrics {
  const attempts = registry.counter({
    name: 'authorization_attempts_total',
    help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
    labels: ['result'],
  });
  const duration = registry.histogram({
    name: 'authorization_duration_seconds',
    help: 'Authorization duration in seconds broken out by result.',
    labels: ['result'],
    buckets,
  });
  return {
    onAuthorization: (decision, milliseconds) => {
      const result = outcomeOf(decision);
      attempts.inc({ result });
      duration.observe(milliseconds / 1000, { result });
    },
  };
}

function outcomeOf({ decision, error = '' }: AuthorizerDecision): string {
  if (decision === 'allow') return 'allowed';
  if (error !== '') return 'error';
  return decision === 'deny' ? 'denied' : 'no-opinion';
}
