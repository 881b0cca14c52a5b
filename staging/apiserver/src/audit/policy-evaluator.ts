import type { AuthorizerAttributes } from '../authorization/authorizer.ts';
import type { AuditLevel, AuditStage } from './event.ts';
import type { AuditPolicy, GroupResources, PolicyRule } from './policy.ts';

/** What to record of one request. */
export interface RequestAuditConfig {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** Says what to record of a request. */
export type PolicyEvaluator = (attributes: AuthorizerAttributes) => RequestAuditConfig;

/**
 * Prepares a policy: the first rule that matches decides, and a request that none matches is not recorded.
 *
 * @go k8s.io/apiserver/pkg/audit/policy#NewPolicyRuleEvaluator
 */
export function newPolicyEvaluator(policy: AuditPolicy): PolicyEvaluator {
  const prepared = policy.rules.map((rule) => ({ rule, config: configOf(rule, policy) }));
  const fallback: RequestAuditConfig = {
    level: 'None',
    omitStages: new Set(policy.omitStages),
    omitManagedFields: policy.omitManagedFields,
  };
  return function evaluatePolicyRule(attributes) {
    return prepared.find(({ rule }) => ruleMatches(rule, attributes))?.config ?? fallback;
  };
}

function configOf(rule: PolicyRule, policy: AuditPolicy): RequestAuditConfig {
  return {
    level: rule.level,
    omitStages: new Set([...policy.omitStages, ...rule.omitStages]),
    omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields,
  };
}

function ruleMatches(rule: PolicyRule, attributes: AuthorizerAttributes): boolean {
  const { user } = attributes;
  if (rule.users.length > 0 && !rule.users.includes(user.name)) return false;
  if (rule.userGroups.length > 0 && !user.groups.some((group) => rule.userGroups.includes(group))) return false;
  if (rule.verbs.length > 0 && !rule.verbs.includes(attributes.verb)) return false;
  if (rule.namespaces.length > 0 || rule.resources.length > 0) return matchesResource(rule, attributes);
  return rule.nonResourceURLs.length === 0 || matchesNonResource(rule, attributes);
}

function matchesNonResource(rule: PolicyRule, { isResourceRequest, path }: AuthorizerAttributes): boolean {
  return !isResourceRequest && rule.nonResourceURLs.some((spec) => pathMatches(path, spec));
}

function pathMatches(path: string, spec: string): boolean {
  return spec === '*' || spec === path || (spec.endsWith('*') && path.startsWith(spec.slice(0, -1)));
}

function matchesResource(rule: PolicyRule, attributes: AuthorizerAttributes): boolean {
  if (!attributes.isResourceRequest) return false;
  if (rule.namespaces.length > 0 && !rule.namespaces.includes(attributes.namespace)) return false;
  return rule.resources.length === 0 || rule.resources.some((entry) => matchesGroupResources(entry, attributes));
}

function matchesGroupResources(entry: GroupResources, attributes: AuthorizerAttributes): boolean {
  if (entry.group !== attributes.apiGroup) return false;
  if (entry.resources.length === 0) return true;
  if (entry.resourceNames.length > 0 && !entry.resourceNames.includes(attributes.name)) return false;
  const { resource, subresource } = attributes;
  const combined = subresource === '' ? resource : `${resource}/${subresource}`;
  return entry.resources.some(
    (wanted) =>
      wanted === combined ||
      wanted === '*' ||
      (subresource !== '' && wanted === `*/${subresource}`) ||
      wanted === `${resource}/*`,
  );
}
