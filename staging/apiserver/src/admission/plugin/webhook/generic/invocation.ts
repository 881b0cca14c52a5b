import {
  type GroupVersionKind,
  type GroupVersionResource,
  newForbidden,
  newInternalError,
} from '@kubescript/apimachinery';

import type { AdmissionAttributes } from '../../../admission.ts';
import type { VersionedAttributeAccessor } from '../../../versioned-attributes.ts';
import type { WebhookAccessor, Webhook } from '../accessor.ts';
import type { MatchConditionDeps } from '../match-conditions.ts';
import { ruleMatches } from '../predicates/rules.ts';
import { type NamespaceGetter, matchNamespaceSelector, matchObjectSelector } from '../predicates/selectors.ts';

/**
 * A webhook that has to be asked, and as what it is told the request.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/generic#WebhookInvocation
 */
export interface WebhookInvocation<W extends Webhook = Webhook> {
  readonly accessor: WebhookAccessor<W>;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
}

/** What the decision needs besides the request. */
export interface InvocationDeps extends MatchConditionDeps {
  readonly getNamespace: NamespaceGetter;
}

/**
 * How to ask the webhook; undefined if the request is none of its business. Throws a StatusError if that cannot be
 * told.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/generic#(*Webhook).ShouldCallHook
 */
export async function shouldCallHook<W extends Webhook>(
  accessor: WebhookAccessor<W>,
  attributes: AdmissionAttributes,
  versioned: VersionedAttributeAccessor,
  deps: InvocationDeps,
): Promise<WebhookInvocation<W> | undefined> {
  const { webhook } = accessor;
  if (!matchObjectSelector(accessor.objectSelector, attributes)) return undefined;
  const matched = matchRules(webhook, attributes);
  if (!matched) return undefined;
  const inNamespace = await matchNamespaceSelector(accessor.namespaceSelector, attributes, deps.getNamespace);
  if (inNamespace === false) return undefined;
  if (inNamespace instanceof Error) throw inNamespace;
  if (matched.kind === undefined) {
    const { group, version, resource } = matched.resource;
    throw newInternalError(`unable to convert to ${group}/${version}, Resource=${resource}: unknown kind`);
  }
  const invocation = { accessor, resource: matched.resource, subresource: attributes.subresource, kind: matched.kind };
  if (accessor.matchConditions.isEmpty) return invocation;
  const result = await accessor.matchConditions.match(
    versioned.attributesFor(invocation.kind),
    invocation.resource,
    deps,
  );
  if (result instanceof Error) throw newForbidden(attributes.resource, attributes.name, result.message);
  return result ? invocation : undefined;
}

interface MatchedResource {
  readonly resource: GroupVersionResource;
  /** undefined if the matched version is not known. */
  readonly kind: GroupVersionKind | undefined;
}

/** The resource as the first rule that is about it names it: as it was asked for, or by another version. */
function matchRules(webhook: Webhook, attributes: AdmissionAttributes): MatchedResource | undefined {
  const rules = webhook.rules ?? [];
  if (rules.some((rule) => ruleMatches(rule, attributes)))
    return { resource: attributes.resource, kind: attributes.kind };
  if (webhook.matchPolicy !== 'Equivalent') return undefined;
  const { equivalentResources } = attributes.interfaces;
  const others = equivalentResources
    .equivalentResourcesFor(attributes.resource, attributes.subresource)
    .filter((resource) => !isSame(resource, attributes.resource));
  for (const rule of rules) {
    const resource = others.find((other) => ruleMatches(rule, { ...ruleTarget(attributes), resource: other }));
    if (resource) return { resource, kind: equivalentResources.kindFor(resource, attributes.subresource) };
  }
  return undefined;
}

function ruleTarget({
  operation,
  resource,
  subresource,
  namespace,
}: AdmissionAttributes): Parameters<typeof ruleMatches>[1] {
  return { operation, resource, subresource, namespace };
}

function isSame(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource;
}
