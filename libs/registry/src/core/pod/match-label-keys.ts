import type { LabelSelector } from '@kubescript/apimachinery';
import type { Pod, PodAffinityTerm } from '@kubescript/api/core/v1';

interface KeyedTerm {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

/**
 * Turns `matchLabelKeys` and `mismatchLabelKeys` of affinity terms and topology spread constraints into requirements
 * of their selectors, with the values of the pod's own labels.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#applyMatchLabelKeysAndMismatchLabelKeys
 */
export function mergeMatchLabelKeys(pod: Pod): void {
  const labels = pod.metadata.labels ?? {};
  for (const term of affinityTerms(pod)) mergeKeys(term, labels);
  for (const constraint of pod.spec.topologySpreadConstraints ?? []) mergeKeys(constraint, labels);
}

function mergeKeys(term: KeyedTerm, labels: Readonly<Record<string, string>>): void {
  if (!term.labelSelector) return;
  for (const key of term.matchLabelKeys ?? []) require(term.labelSelector, key, 'In', labels[key]);
  for (const key of term.mismatchLabelKeys ?? []) require(term.labelSelector, key, 'NotIn', labels[key]);
}

function require(selector: LabelSelector, key: string, operator: string, value: string | undefined): void {
  if (value === undefined) return;
  selector.matchExpressions = [...(selector.matchExpressions ?? []), { key, operator, values: [value] }];
}

function affinityTerms({ spec: { affinity } }: Pod): PodAffinityTerm[] {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  return [podAffinity, podAntiAffinity].flatMap((kind) => [
    ...(kind?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(kind?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
}
