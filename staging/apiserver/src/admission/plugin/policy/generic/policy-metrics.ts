import type { MetricsRegistry } from '@kubescript/component-base';

/** What a policy came to for a request. */
export type PolicyOutcome = 'allow' | 'deny' | 'warn' | 'audit';

/** Told of each decision of a policy, with the time that its expression took. */
export interface PolicyMetrics {
  observe(policy: string, binding: string, outcome: PolicyOutcome, errorType: string): void;
}

/**
 * The metrics of ValidatingAdmissionPolicies or MutatingAdmissionPolicies, under upstream's names.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating/metrics#ValidatingAdmissionPolicyMetrics
 */
export function newPolicyMetrics(registry: MetricsRegistry, sort: 'validating' | 'mutating'): PolicyMetrics {
  const total = registry.counter({
    name: `apiserver_${sort}_admission_policy_check_total`,
    help: 'Evaluations of policies, by policy, binding and what came of it.',
    labels: ['policy', 'policy_binding', 'error_type', 'enforcement_action'],
  });
  return {
    observe(policy, binding, outcome, errorType) {
      const labels = { policy, policy_binding: binding, error_type: errorType, enforcement_action: outcome };
      total.inc(labels);
    },
  };
}
