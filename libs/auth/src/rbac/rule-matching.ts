import type { DeepReadonly } from '@kubescript/apimachinery';
import type { PolicyRule } from '@kubescript/api/rbac/v1';
import type { AuthorizerAttributes } from '@kubescript/apiserver';

const ALL = '*';

type Rule = DeepReadonly<PolicyRule>;

/**
 * True if a rule allows the request.
 *
 * @go k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac#RuleAllows
 */
export function ruleAllows(attributes: AuthorizerAttributes, rule: Rule): boolean {
  const { verb } = attributes;
  if (!attributes.isResourceRequest) return has(rule.verbs, verb) && matchesPath(rule, attributes.path);
  const { resource, subresource, apiGroup, name } = attributes;
  return (
    has(rule.verbs, verb) &&
    has(rule.apiGroups, apiGroup) &&
    matchesResource(rule, resource, subresource) &&
    matchesName(rule, name)
  );
}

function has(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes(ALL) || list.includes(value));
}

/** `pods` does not cover `pods/log`; `*` covers both, and `*` with a subresource that subresource of everything. */
export function matchesResource(rule: Rule, resource: string, subresource: string): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`;
  return (rule.resources ?? []).some(
    (allowed) => allowed === ALL || allowed === combined || (subresource !== '' && allowed === `*/${subresource}`),
  );
}

function matchesName({ resourceNames = [] }: Rule, name: string): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}

/** Paths may end in a star. */
export function matchesPath(rule: Rule, path: string): boolean {
  return (rule.nonResourceURLs ?? []).some((allowed) => pathCovers(allowed, path));
}

/** True if a path, or a pattern that ends in a star, covers another one. */
export function pathCovers(allowed: string, path: string): boolean {
  if (allowed === ALL || allowed === path) return true;
  return allowed.endsWith(ALL) && path.startsWith(allowed.slice(0, -1));
}
