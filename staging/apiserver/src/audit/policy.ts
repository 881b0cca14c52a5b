import {
  type FieldError,
  FieldPath,
  aggregateMessages,
  formatFieldError,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '@kubescript/apimachinery';
import { parseYaml } from '@kubescript/client';
import { type FieldReader, anyField, boolField, listField, objectField, textField } from '@kubescript/component-base';

import { type AuditLevel, type AuditStage, auditLevels, auditStages } from './event.ts';

/** Resources that a rule is about. */
export interface GroupResources {
  readonly group: string;
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** One rule of a policy; what is left out matches everything. */
export interface PolicyRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** undefined: as the policy says. */
  readonly omitManagedFields: boolean | undefined;
}

/** What to record: the first rule that matches a request decides. @go k8s.io/apiserver/pkg/apis/audit/v1#Policy */
export interface AuditPolicy {
  readonly rules: readonly PolicyRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

const texts = listField(textField);
const groupResourcesReader = objectField({ group: textField, resources: texts, resourceNames: texts });
const ruleReader = objectField({
  level: textField,
  users: texts,
  userGroups: texts,
  verbs: texts,
  resources: listField(groupResourcesReader),
  namespaces: texts,
  nonResourceURLs: texts,
  omitStages: texts,
  omitManagedFields: boolField,
});
const policyReader: FieldReader<{
  readonly rules?: readonly Partial<PolicyRule>[];
  readonly omitStages?: readonly AuditStage[];
  readonly omitManagedFields?: boolean;
}> = objectField({
  apiVersion: textField,
  kind: textField,
  metadata: anyField,
  rules: listField(ruleReader),
  omitStages: texts,
  omitManagedFields: boolField,
}) as never;

/** A policy and what was wrong with its text without making it unusable. */
export interface ParsedPolicy {
  readonly policy: AuditPolicy;
  readonly warnings: readonly string[];
}

/**
 * Reads a policy: unknown fields are warned about, wrong types and values are refused.
 *
 * @go k8s.io/apiserver/pkg/audit/policy#LoadPolicyFromBytes
 */
export function parseAuditPolicy(text: string): ParsedPolicy {
  const document = parseYaml(text) as { readonly apiVersion?: unknown; readonly kind?: unknown } | null | undefined;
  const { apiVersion, kind } = document ?? {};
  if (apiVersion !== 'audit.k8s.io/v1' || kind !== 'Policy') {
    throw new Error(
      `failed decoding: no kind "${shown(kind)}" is registered for version "${shown(apiVersion)}": want kind "Policy" of version "audit.k8s.io/v1"`,
    );
  }
  const problems: string[] = [];
  const stated = policyReader(document, '', problems);
  const isUnknown = (problem: string): boolean => problem.startsWith('unknown field ');
  const wrong = problems.filter((problem) => !isUnknown(problem));
  if (wrong.length > 0) throw new Error(`failed decoding: ${wrong.join(', ')}`);
  const policy: AuditPolicy = {
    rules: (stated.rules ?? []).map(ruleOf),
    omitStages: stated.omitStages ?? [],
    omitManagedFields: stated.omitManagedFields ?? false,
  };
  const errors = validateAuditPolicy(policy);
  if (errors.length > 0) throw new Error(aggregateMessages(errors.map(formatFieldError)));
  if (policy.rules.length === 0) throw new Error('loaded illegal policy with 0 rules');
  return { policy, warnings: problems.filter(isUnknown) };
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : '');

function ruleOf(rule: Partial<PolicyRule>): PolicyRule {
  return {
    level: rule.level ?? ('' as AuditLevel),
    users: rule.users ?? [],
    userGroups: rule.userGroups ?? [],
    verbs: rule.verbs ?? [],
    resources: (rule.resources ?? []).map((entry: Partial<GroupResources>) => ({
      group: entry.group ?? '',
      resources: entry.resources ?? [],
      resourceNames: entry.resourceNames ?? [],
    })),
    namespaces: rule.namespaces ?? [],
    nonResourceURLs: rule.nonResourceURLs ?? [],
    omitStages: rule.omitStages ?? [],
    omitManagedFields: rule.omitManagedFields,
  };
}

/** @go k8s.io/apiserver/pkg/apis/audit/validation#ValidatePolicy */
export function validateAuditPolicy(policy: AuditPolicy): readonly FieldError[] {
  const rules = new FieldPath('rules');
  return [
    ...validateOmitStages(policy.omitStages, new FieldPath('omitStages')),
    ...policy.rules.flatMap((rule, index) => validateRule(rule, rules.index(index))),
  ];
}

function validateRule(rule: PolicyRule, path: FieldPath): FieldError[] {
  const errors = [
    ...validateLevel(rule.level, path.child('level')),
    ...rule.nonResourceURLs.flatMap((url, index) => validateUrl(url, path.child('nonResourceURLs').index(index))),
    ...rule.resources.flatMap((resources) => validateResources(resources, path.child('resources'))),
    ...validateOmitStages(rule.omitStages, path.child('omitStages')),
  ];
  if (rule.nonResourceURLs.length > 0 && (rule.resources.length > 0 || rule.namespaces.length > 0)) {
    const detail = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(invalid(path.child('nonResourceURLs'), rule.nonResourceURLs, detail));
  }
  return errors;
}

function validateLevel(level: string, path: FieldPath): FieldError[] {
  if (level === '') return [required(path)];
  return auditLevels.some((known) => known === level) ? [] : [notSupported(path, level, auditLevels)];
}

function validateUrl(url: string, path: FieldPath): FieldError[] {
  if (url === '*') return [];
  const errors: FieldError[] = [];
  if (!url.startsWith('/')) errors.push(invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes('*')) {
    errors.push(invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  }
  return errors;
}

function validateResources(resources: GroupResources, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const problems = resources.group === '' ? [] : isDns1123Subdomain(resources.group);
  if (problems.length > 0) errors.push(invalid(path.child('group'), resources.group, problems.join(',')));
  if (resources.resourceNames.length > 0 && resources.resources.length === 0) {
    const detail = 'using resourceNames requires at least one resource';
    errors.push(invalid(path.child('resourceNames'), resources.resourceNames, detail));
  }
  return errors;
}

function validateOmitStages(stages: readonly string[], path: FieldPath): FieldError[] {
  return stages.flatMap((stage, index) =>
    auditStages.some((known) => known === stage)
      ? []
      : [invalid(path.index(index), stage, `allowed stages are ${auditStages.join(',')}`)],
  );
}
