/**
 * What expressions may cost.
 *
 * @go k8s.io/apiserver/pkg/apis/cel
 */
export const celLimits = {
  /** One evaluation of one expression. */
  perCall: 1_000_000,
  /** All expressions of a policy, for one binding and parameter. */
  policyBudget: 10_000_000,
  /** All match conditions of a webhook or policy. */
  matchConditionsBudget: 2_500_000,
  /** Bytes of a message that an expression makes. */
  messageBytes: 5 * 1024,
} as const;
