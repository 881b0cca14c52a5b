/** What one evaluation of an expression may cost. @go k8s.io/apiserver/pkg/apis/cel#PerCallLimit */
export const perCallLimit = 1_000_000;

/** What all evaluations of a request (of one custom resource, of one policy) may cost together. */
export const runtimeCelCostBudget = 10_000_000;

/** What all match conditions of a webhook may cost together. */
export const runtimeCelCostBudgetMatchConditions = 2_500_000;

/** What one rule of a CustomResourceDefinition may cost by estimate. */
export const staticEstimatedCostLimit = 10_000_000;

/** What all rules of a CustomResourceDefinition's version may cost by estimate. */
export const staticEstimatedCrdCostLimit = 100_000_000;

/** The largest request, in bytes; bounds what strings, lists and maps can hold. */
export const maxRequestSizeBytes = 3 * 1024 * 1024;

/** JSON sizes, quotation marks included. @go k8s.io/apiserver/pkg/cel#MaxDurationSizeJSON and its like */
export const jsonSizes = {
  maxDuration: 32,
  minDuration: 3,
  maxDateTime: 32,
  minDateTime: 21,
  date: 12,
  minString: 2,
  minBool: 4,
  minNumber: 1,
} as const;
