import type {
  MatchCondition,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@kubescript/api/admissionregistration/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1035Label,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
  tooMany,
  validateLabelSelector,
  validateWebhookClientConfig,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { ExpressionCheck } from './expressions.ts';
import { validateRuleWithOperations } from './rules.ts';

const META = new FieldPath('metadata');
const RULES = { namespaced: false, checkName: subdomainName };

/** @go admissionregistration/validation#ValidateValidatingWebhookConfiguration */
export const validatingWebhookValidation: KindValidation<ValidatingWebhookConfiguration> = {
  validate: ({ metadata, webhooks = [] }) => [
    ...validateObjectMeta(metadata, RULES, META),
    ...validateWebhooks(webhooks),
  ],
  validateUpdate: ({ metadata, webhooks = [] }, old) => [
    ...validateObjectMetaUpdate(metadata, old.metadata, META),
    ...validateWebhooks(webhooks),
  ],
};

/** @go admissionregistration/validation#ValidateMutatingWebhookConfiguration */
export const mutatingWebhookValidation: KindValidation<MutatingWebhookConfiguration> = {
  validate: ({ metadata, webhooks = [] }) => [
    ...validateObjectMeta(metadata, RULES, META),
    ...validateWebhooks(webhooks),
  ],
  validateUpdate: ({ metadata, webhooks = [] }, old) => [
    ...validateObjectMetaUpdate(metadata, old.metadata, META),
    ...validateWebhooks(webhooks),
  ],
};

type Webhook = DeepReadonly<ValidatingWebhook> & { readonly reinvocationPolicy?: string };

function validateWebhooks(webhooks: readonly Webhook[]): FieldError[] {
  const seen = new Set<string>();
  return webhooks.flatMap((webhook, index) => {
    const path = new FieldPath('webhooks').index(index);
    const errors = validateWebhook(webhook, path);
    errors.push(...validateReviewVersions(webhook.admissionReviewVersions, path.child('admissionReviewVersions')));
    if (webhook.name !== '' && seen.has(webhook.name)) errors.push(duplicate(path.child('name'), webhook.name));
    seen.add(webhook.name);
    return errors;
  });
}

function validateReviewVersions(versions: readonly string[], path: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(path, 'must specify one of v1, v1beta1')];
  const seen = new Set<string>();
  const errors = versions.flatMap((version, index) => {
    if (seen.has(version)) return [invalid(path.index(index), version, 'duplicate version')];
    seen.add(version);
    return breaches(path.index(index), version, isDns1035Label(version));
  });
  if (!versions.some((version) => version === 'v1' || version === 'v1beta1')) {
    errors.push(invalid(path, versions, 'must include at least one of v1, v1beta1'));
  }
  return errors;
}

function validateWebhook(webhook: Webhook, path: FieldPath): FieldError[] {
  const { name, rules = [], sideEffects, timeoutSeconds, matchConditions = [] } = webhook;
  const errors = validateQualifiedDomain(name, path.child('name'));
  rules.forEach((rule, index) => errors.push(...validateRuleWithOperations(rule, path.child('rules').index(index))));
  errors.push(...oneOfIfSet(webhook.failurePolicy, ['Fail', 'Ignore'], path.child('failurePolicy')));
  errors.push(...oneOfIfSet(webhook.matchPolicy, ['Equivalent', 'Exact'], path.child('matchPolicy')));
  errors.push(...oneOfIfSet(webhook.reinvocationPolicy, ['IfNeeded', 'Never'], path.child('reinvocationPolicy')));
  const effects = path.child('sideEffects');
  // The type has it always; a client may leave it out.
  if (sideEffects === '') errors.push(required(effects, 'must specify one of None, NoneOnDryRun'));
  else if (!['None', 'NoneOnDryRun'].includes(sideEffects)) {
    errors.push(notSupported(effects, sideEffects, ['None', 'NoneOnDryRun']));
  }
  if (timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > 30)) {
    errors.push(
      invalid(path.child('timeoutSeconds'), timeoutSeconds, 'the timeout value must be between 1 and 30 seconds'),
    );
  }
  errors.push(...validateLabelSelector(webhook.namespaceSelector, path.child('namespaceSelector')));
  errors.push(...validateLabelSelector(webhook.objectSelector, path.child('objectSelector')));
  errors.push(...validateWebhookClientConfig(webhook.clientConfig, path.child('clientConfig')));
  errors.push(...validateMatchConditions(matchConditions, path.child('matchConditions'), webhookExpressions));
  return errors;
}

/** @go apimachinery/pkg/util/validation#IsFullyQualifiedName */
function validateQualifiedDomain(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const errors = breaches(path, name, isDns1123Subdomain(name));
  if (errors.length > 0) return errors;
  if (name.split('.').length >= 3) return [];
  return [invalid(path, name, 'should be a domain with at least three segments separated by dots')];
}

const webhookExpressions = new ExpressionCheck({ hasParams: false, hasVariables: false });

const MAX_CONDITIONS = 64;

/** Names and expressions of conditions. */
export function validateMatchConditions(
  conditions: DeepReadonly<MatchCondition[]>,
  path: FieldPath,
  expressions: ExpressionCheck,
): FieldError[] {
  const seen = new Set<string>();
  const excess = conditions.length > MAX_CONDITIONS ? [tooMany(path, conditions.length, MAX_CONDITIONS)] : [];
  const faults = conditions.flatMap(({ name, expression }, index) => {
    const place = path.index(index);
    const errors: FieldError[] = [];
    if (expression.trim() === '') errors.push(required(place.child('expression')));
    else errors.push(...expressions.matchCondition(expression, place.child('expression')));
    if (name === '') errors.push(required(place.child('name')));
    else errors.push(...breaches(place.child('name'), name, isQualifiedName(name)));
    if (name !== '' && seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    return errors;
  });
  return [...excess, ...faults];
}
