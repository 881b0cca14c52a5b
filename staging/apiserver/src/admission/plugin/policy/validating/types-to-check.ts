import type { DeepReadonly, GroupVersionKind, GroupVersionResource } from '@kubescript/apimachinery';
import type { NamedRuleWithOperations, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';

/** How many types a rule of a policy is checked against. */
const maxTypesToCheck = 10;

/** The kinds that a resource has; an empty group stands for any. */
export type KindsFor = (resource: GroupVersionResource) => readonly GroupVersionKind[];

/**
 * The resources that the rules of a policy name, by rule. Rules with wildcards for group or version name none, and
 * wildcards for resources and subresources are left out.
 */
export function resourcesToCheck({ spec }: DeepReadonly<ValidatingAdmissionPolicy>): GroupVersionResource[][] {
  return (spec.matchConstraints?.resourceRules ?? []).map(resourcesOfRule);
}

function resourcesOfRule(rule: DeepReadonly<NamedRuleWithOperations>): GroupVersionResource[] {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule;
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return [];
  const plain = resources.filter((resource) => !/[*\/]/v.test(resource)).sort();
  return [...apiGroups]
    .sort()
    .flatMap((group) =>
      [...apiVersions].sort().flatMap((version) => plain.map((resource) => ({ group, version, resource }))),
    );
}

/**
 * The kinds that a policy is checked against, by group, version and kind; a rule that names very many ends the search.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#(*TypeChecker).typesToCheck
 */
export function typesToCheck(rules: readonly GroupVersionResource[][], kindsFor: KindsFor): GroupVersionKind[] {
  const kinds = new Map<string, GroupVersionKind>();
  for (const resources of rules) {
    const found = resources.flatMap(kindsFor);
    for (const kind of found.slice(0, maxTypesToCheck)) kinds.set(formatKind(kind), kind);
    if (found.length >= maxTypesToCheck) break;
  }
  return [...kinds.values()].sort(compareKinds);
}

/** A kind as warnings name it. @go k8s.io/apimachinery/pkg/runtime/schema#GroupVersionKind.String */
export function formatKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

function compareKinds(left: GroupVersionKind, right: GroupVersionKind): number {
  for (const part of ['group', 'version', 'kind'] as const) {
    if (left[part] !== right[part]) return left[part] < right[part] ? -1 : 1;
  }
  return 0;
}
