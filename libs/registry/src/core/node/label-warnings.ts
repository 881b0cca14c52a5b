import { isValidLabelValue, type DeepReadonly } from '@kubescript/apimachinery';
import type { NodeSelectorTerm } from '@kubescript/api/core/v1';

const deprecatedNodeLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};

/** What a deprecated node label should be replaced with; undefined for others. */
export function nodeLabelDeprecation(label: string): string | undefined {
  return deprecatedNodeLabels[label];
}

/** Warnings of deprecated labels in a map that selects nodes. */
export function nodeSelectorWarnings(selector: Readonly<Record<string, string>> | undefined, path: string): string[] {
  return Object.keys(selector ?? {}).flatMap((label) => {
    const deprecation = nodeLabelDeprecation(label);
    return deprecation === undefined ? [] : [`${path}[${label}]: ${deprecation}`];
  });
}

/**
 * Warnings of deprecated labels in expressions that select nodes.
 *
 * @go k8s.io/kubernetes/pkg/api/node#GetWarningsForNodeSelectorTerm
 */
export function nodeSelectorTermWarnings(
  term: DeepReadonly<Pick<NodeSelectorTerm, 'matchExpressions'>> | undefined,
  path: string,
): string[] {
  return (term?.matchExpressions ?? []).flatMap(({ key }, index) => {
    const deprecation = nodeLabelDeprecation(key);
    return deprecation === undefined
      ? []
      : [`${path}.matchExpressions[${String(index)}].key: ${key} is ${deprecation}`];
  });
}

/**
 * As nodeSelectorTermWarnings, and of values that no label can have: nothing refuses them where nodes are preferred only.
 */
export function preferenceWarnings(term: DeepReadonly<NodeSelectorTerm> | undefined, path: string): string[] {
  const values = (term?.matchExpressions ?? []).flatMap((expression, index) =>
    (expression.values ?? []).flatMap((value, at) =>
      isValidLabelValue(value).map(
        (message) =>
          `${path}.matchExpressions[${String(index)}].values[${String(at)}]: ${value} is invalid, ${message}`,
      ),
    ),
  );
  return [...nodeSelectorTermWarnings(term, path), ...values];
}
