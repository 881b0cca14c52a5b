import type { DeepReadonly } from '@kubescript/apimachinery';
import type { PolicyRule } from '@kubescript/api/rbac/v1';

import { pathCovers } from './rule-matching.ts';

type Rule = DeepReadonly<PolicyRule>;
type Rules = readonly Rule[];

/**
 * Tells whether whoever holds `owner` holds all of `requested`, and which parts are missing, one verb and one resource
 * each.
 *
 * @go k8s.io/component-helpers/auth/rbac/validation#Covers
 */
export function rulesCovered(
  owner: Rules,
  requested: Rules,
): { readonly covers: boolean; readonly missing: readonly PolicyRule[] } {
  const missing = requested.flatMap(parts).filter((part) => !owner.some((rule) => coversPart(rule, part)));
  return { covers: missing.length === 0, missing };
}

/** A rule as rules of one verb, one group and one resource (or one path). */
function parts(rule: Rule): PolicyRule[] {
  const found: PolicyRule[] = [];
  for (const apiGroup of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        const part: PolicyRule = { apiGroups: [apiGroup], resources: [resource], verbs: [verb] };
        if ((rule.resourceNames ?? []).length === 0) found.push(part);
        else for (const name of rule.resourceNames ?? []) found.push({ ...part, resourceNames: [name] });
      }
    }
  }
  for (const path of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) found.push({ nonResourceURLs: [path], verbs: [verb] });
  }
  return found;
}

function coversPart(owner: Rule, part: PolicyRule): boolean {
  if (!hasAll(owner.verbs, part.verbs)) return false;
  const paths = part.nonResourceURLs ?? [];
  if (paths.length > 0) {
    return paths.every((path) => (owner.nonResourceURLs ?? []).some((allowed) => pathCovers(allowed, path)));
  }
  const names = owner.resourceNames ?? [];
  const wanted = part.resourceNames ?? [];
  const hasNames = names.length === 0 || (wanted.length > 0 && wanted.every((name) => names.includes(name)));
  return hasNames && hasAll(owner.apiGroups, part.apiGroups) && hasResources(owner.resources, part.resources);
}

function hasAll(owned: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
  return owned?.includes('*') === true || (wanted ?? []).every((value) => owned?.includes(value) === true);
}

function hasResources(owned: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
  if (hasAll(owned, wanted)) return true;
  return (wanted ?? []).every((resource) => {
    const slash = resource.indexOf('/');
    return owned?.includes(resource) === true || (slash >= 0 && owned?.includes(`*${resource.slice(slash)}`) === true);
  });
}

/**
 * The fewest rules that say the same for a reader: rules of the same resource are joined by their verbs.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/validation#CompactRules
 */
export function compactRules(rules: Rules): PolicyRule[] {
  const joined = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const rule of rules) {
    const key = simpleResourceKey(rule);
    const known = key === undefined ? undefined : joined.get(key);
    if (known !== undefined) known.verbs = [...known.verbs, ...rule.verbs];
    else if (key === undefined) others.push(structuredClone(rule) as PolicyRule);
    else joined.set(key, structuredClone(rule) as PolicyRule);
  }
  return [...others, ...joined.values()];
}

/** Rules of exactly one group and one resource, with at most one name, can be joined. */
function simpleResourceKey(rule: Rule): string | undefined {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (apiGroups.length !== 1 || resources.length !== 1 || resourceNames.length > 1 || nonResourceURLs.length > 0) {
    return undefined;
  }
  return JSON.stringify([apiGroups[0], resources[0], resourceNames[0]]);
}

/** A rule as messages show it. @go k8s.io/component-helpers/auth/rbac/validation#CompactString */
export function formatRule(rule: Rule): string {
  const list = (name: string, values: readonly string[] | undefined): string[] =>
    values === undefined || values.length === 0
      ? []
      : [`${name}:[${values.map((value) => JSON.stringify(value)).join(' ')}]`];
  const cells = [
    ...list('APIGroups', rule.apiGroups),
    ...list('Resources', rule.resources),
    ...list('NonResourceURLs', rule.nonResourceURLs),
    ...list('ResourceNames', rule.resourceNames),
    ...list('Verbs', rule.verbs),
  ];
  return `{${cells.join(', ')}}`;
}
