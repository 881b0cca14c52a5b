import type { DeepReadonly, GroupVersionResource } from '@kubescript/apimachinery';
import type { RuleWithOperations } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';

/** What of a request rules look at. */
export type RuleTarget = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource' | 'namespace'>;

/**
 * Whether the rule is about such requests.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules#(*Matcher).Matches
 */
export function ruleMatches(rule: DeepReadonly<RuleWithOperations>, target: RuleTarget): boolean {
  const { operation, resource } = target;
  return (
    scopeMatches(rule.scope ?? '*', target) &&
    has(rule.operations, operation) &&
    has(rule.apiGroups, resource.group) &&
    has(rule.apiVersions, resource.version) &&
    resourceMatches(rule.resources ?? [], target)
  );
}

function has(items: readonly string[] | undefined, wanted: string): boolean {
  return (items ?? []).some((item) => item === '*' || item === wanted);
}

/** A request for a Namespace has that namespace, and is of the cluster all the same. */
function scopeMatches(scope: string, { resource, namespace }: RuleTarget): boolean {
  if (scope === '*') return true;
  const isOfCluster = namespace === '' || isNamespaces(resource);
  if (scope === 'Cluster') return isOfCluster;
  return scope === 'Namespaced' && !isOfCluster;
}

function isNamespaces({ group, version, resource }: GroupVersionResource): boolean {
  return group === '' && version === 'v1' && resource === 'namespaces';
}

function resourceMatches(resources: readonly string[], { resource, subresource }: RuleTarget): boolean {
  return resources.some((text) => {
    const slash = text.indexOf('/');
    const [name, sub] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
    return (name === '*' || name === resource.resource) && (sub === '*' || sub === subresource);
  });
}

const exemptKinds: readonly string[] = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
];

/**
 * Whether the request is about the configuration of admission itself, which nothing that is configured may forbid.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules#IsExemptAdmissionConfigurationResource
 */
export function isExemptConfiguration({ kind }: Pick<AdmissionAttributes, 'kind'>): boolean {
  return kind.group === 'admissionregistration.k8s.io' && exemptKinds.includes(kind.kind);
}
