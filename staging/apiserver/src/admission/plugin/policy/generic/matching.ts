import {
  type DeepReadonly,
  type GroupVersionKind,
  type GroupVersionResource,
  type Selector,
  labelSelectorAsSelector,
} from '@kubescript/apimachinery';
import type { MatchResources, NamedRuleWithOperations } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';
import { ruleMatches } from '../../webhook/predicates/rules.ts';
import {
  type NamespaceGetter,
  matchNamespaceSelector,
  matchObjectSelector,
} from '../../webhook/predicates/selectors.ts';

/** As what a request is shown to a policy. */
export interface MatchedAs {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Which requests a policy or binding is about. */
export interface ResourceMatcher {
  /** As what the request matches; undefined if it does not. Throws what keeps it from being told. */
  match(attributes: AdmissionAttributes, getNamespace: NamespaceGetter): Promise<MatchedAs | undefined>;
}

/**
 * The matcher of a policy's constraints, or of a binding's, which may have none.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/matching#(*Matcher).Matches
 */
export function newResourceMatcher(resources: DeepReadonly<MatchResources> | undefined): ResourceMatcher {
  const everything: DeepReadonly<MatchResources> = {};
  const { namespaceSelector = {}, objectSelector = {}, ...constraints } = resources ?? everything;
  const selectors = {
    namespace: labelSelectorAsSelector(namespaceSelector),
    object: labelSelectorAsSelector(objectSelector),
  };
  return { match: (attributes, getNamespace) => matchAll(attributes, constraints, selectors, getNamespace) };
}

async function matchAll(
  attributes: AdmissionAttributes,
  { matchPolicy, resourceRules = [], excludeResourceRules = [] }: DeepReadonly<MatchResources>,
  selectors: { readonly namespace: Selector; readonly object: Selector },
  getNamespace: NamespaceGetter,
): Promise<MatchedAs | undefined> {
  if (!matchObjectSelector(selectors.object, attributes)) return undefined;
  if (matchRules(excludeResourceRules, matchPolicy, attributes)) return undefined;
  const matched =
    resourceRules.length === 0
      ? { resource: attributes.resource, kind: attributes.kind }
      : matchRules(resourceRules, matchPolicy, attributes);
  if (!matched) return undefined;
  const inNamespace = await matchNamespaceSelector(selectors.namespace, attributes, getNamespace);
  if (inNamespace instanceof Error) throw inNamespace;
  return inNamespace ? matched : undefined;
}

/** As what the first rule that is about the request names it: as it was asked for, or by another version. */
function matchRules(
  rules: readonly DeepReadonly<NamedRuleWithOperations>[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
): MatchedAs | undefined {
  const { operation, resource, subresource, namespace, name, interfaces } = attributes;
  const concerns = (rule: DeepReadonly<NamedRuleWithOperations>, asked: GroupVersionResource): boolean =>
    ruleMatches(rule, { operation, resource: asked, subresource, namespace }) &&
    ((rule.resourceNames ?? []).length === 0 || (rule.resourceNames ?? []).includes(name));
  if (rules.some((rule) => concerns(rule, resource))) return { resource, kind: attributes.kind };
  if (matchPolicy !== 'Equivalent') return undefined;
  const { equivalentResources } = interfaces;
  const others = equivalentResources
    .equivalentResourcesFor(resource, subresource)
    .filter((other) => !isSame(other, resource));
  for (const rule of rules) {
    const found = others.find((other) => concerns(rule, other));
    const kind = found && equivalentResources.kindFor(found, subresource);
    if (found && kind) return { resource: found, kind };
  }
  return undefined;
}

function isSame(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource;
}
