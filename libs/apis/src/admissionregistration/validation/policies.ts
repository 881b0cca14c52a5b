import type {
  MatchResources,
  MutatingAdmissionPolicy,
  Mutation,
  MutatingAdmissionPolicyBinding,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  Validation,
  Variable,
} from '@kubescript/api/admissionregistration/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1035Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidPathSegmentName,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, oneOf, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { ExpressionCheck } from './expressions.ts';
import { validateValidatingPolicyStatus } from './policy-status.ts';
import { validateMatchResources } from './rules.ts';
import { validateMatchConditions } from './webhooks.ts';

const MAX_ANNOTATIONS = 20;
const MAX_ANNOTATION_EXPRESSION = 5 * 1024;
const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const RULES = { namespaced: false, checkName: subdomainName };

/** @go admissionregistration/validation#ValidateValidatingAdmissionPolicy */
export const validatingPolicyValidation: KindValidation<ValidatingAdmissionPolicy> = {
  validate: (policy) => [...validateObjectMeta(policy.metadata, RULES, META), ...validateValidatingPolicy(policy)],
  validateUpdate: (policy, old) => [
    ...validateObjectMetaUpdate(policy.metadata, old.metadata, META),
    ...validateValidatingPolicy(policy),
  ],
  validateStatusUpdate: (policy, old) => [
    ...validateObjectMetaUpdate(policy.metadata, old.metadata, META),
    ...validateValidatingPolicyStatus(policy.status),
  ],
};

function validateValidatingPolicy({ spec, metadata }: DeepReadonly<ValidatingAdmissionPolicy>): FieldError[] {
  const { validations = [], auditAnnotations = [], matchConditions = [] } = spec;
  const expressions = new ExpressionCheck({
    hasParams: spec.paramKind !== undefined,
    hasVariables: (spec.variables ?? []).length > 0,
  });
  const errors = [
    ...validateConstraints(spec),
    ...validateMatchConditions(matchConditions, SPEC.child('matchConditions'), expressions),
    ...validateVariables(spec.variables ?? [], expressions),
  ];
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    errors.push(required(SPEC.child('validations'), detail), required(SPEC.child('auditAnnotations'), detail));
  }
  validations.forEach((validation, index) => {
    errors.push(...validateValidation(validation, SPEC.child('validations').index(index), expressions));
  });
  if (auditAnnotations.length > MAX_ANNOTATIONS) {
    const detail = `must not have more than ${String(MAX_ANNOTATIONS)} auditAnnotations`;
    errors.push(invalid(SPEC.child('auditAnnotations'), auditAnnotations, detail));
  }
  const seen = new Set<string>();
  auditAnnotations.forEach(({ key, valueExpression }, index) => {
    const path = SPEC.child('auditAnnotations').index(index);
    const whole = `${metadata.name ?? ''}/${key}`;
    errors.push(...breaches(path.child('key'), whole, isQualifiedName(whole)));
    if (valueExpression.trim() === '') {
      errors.push(required(path.child('valueExpression'), 'valueExpression is not specified'));
    } else if (valueExpression.trim().length > MAX_ANNOTATION_EXPRESSION) {
      const detail = `must not exceed ${String(MAX_ANNOTATION_EXPRESSION)} bytes in length`;
      errors.push(required(path.child('valueExpression'), detail));
    } else {
      errors.push(...expressions.auditAnnotation(valueExpression, path.child('valueExpression')));
    }
    if (seen.has(key)) errors.push(duplicate(path.child('key'), key));
    seen.add(key);
  });
  return errors;
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

/** @go admissionregistration/validation#validateValidation */
function validateValidation(
  { expression, message = '', messageExpression = '', reason }: DeepReadonly<Validation>,
  path: FieldPath,
  expressions: ExpressionCheck,
): FieldError[] {
  const errors: FieldError[] = [];
  const detail = 'must be non-empty if specified';
  if (expression.trim() === '') errors.push(required(path.child('expression'), 'expression is not specified'));
  else errors.push(...expressions.validation(expression, path.child('expression')));
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(invalid(path.child('messageExpression'), messageExpression, detail));
  } else if (messageExpression !== '') {
    errors.push(...expressions.message(messageExpression, path.child('messageExpression')));
  }
  if (message !== '' && message.trim() === '') errors.push(invalid(path.child('message'), message, detail));
  else if (/[\n\r]/v.test(message.trim())) {
    errors.push(invalid(path.child('message'), message, 'must not contain line breaks'));
  }
  return [...errors, ...oneOfIfSet(reason, REASONS, path.child('reason'))];
}

interface PolicySpec {
  readonly failurePolicy?: string;
  readonly paramKind?: DeepReadonly<ParamKind>;
  readonly matchConstraints?: DeepReadonly<MatchResources>;
  readonly variables?: DeepReadonly<Variable[]>;
}

/** What both sorts of policies have. */
function validateConstraints({ failurePolicy, paramKind, matchConstraints }: PolicySpec): FieldError[] {
  const errors = oneOfIfSet(failurePolicy, ['Fail', 'Ignore'], SPEC.child('failurePolicy'));
  if (paramKind !== undefined) errors.push(...validateParamKind(paramKind, SPEC.child('paramKind')));
  const path = SPEC.child('matchConstraints');
  if (matchConstraints === undefined) errors.push(required(path));
  else {
    errors.push(...validateMatchResources(matchConstraints, path));
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.push(required(path.child('resourceRules')));
  }
  return errors;
}

const RESERVED = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'var void while'
  ).split(' '),
);

function isCelIdentifier(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/iv.test(name) && !RESERVED.has(name);
}

function validateVariables(variables: DeepReadonly<Variable[]>, expressions: ExpressionCheck): FieldError[] {
  const errors: FieldError[] = [];
  variables.forEach((variable, index) => {
    const { name, expression } = variable;
    const place = SPEC.child('variables').index(index);
    if (name.trim() === '') errors.push(required(place.child('name'), 'name is not specified'));
    else if (!isCelIdentifier(name)) {
      errors.push(invalid(place.child('name'), name, 'must be a valid CEL identifier'));
    }
    if (expression.trim() === '') errors.push(required(place.child('expression'), 'expression is not specified'));
    else errors.push(...expressions.variable(variable, place.child('expression')));
  });
  return errors;
}

/** @go admissionregistration/validation#validateParamKind */
function validateParamKind({ apiVersion = '', kind = '' }: DeepReadonly<ParamKind>, path: FieldPath): FieldError[] {
  const errors = validateParamVersion(apiVersion, path.child('apiVersion'));
  if (kind === '') return [...errors, required(path.child('kind'))];
  const problems = isDns1035Label(kind.toLowerCase());
  if (problems.length === 0) return errors;
  const detail = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
  return [...errors, invalid(path.child('kind'), kind, detail)];
}

function validateParamVersion(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group = '', version = ''] = parts.length === 2 ? parts : ['', ...parts];
  const groupProblems = group === '' ? [] : isDns1123Subdomain(group);
  const errors = groupProblems.length > 0 ? [invalid(path, group, groupProblems.join(','))] : [];
  if (version === '') return [...errors, invalid(path, apiVersion, 'version must be specified')];
  const versionProblems = isDns1035Label(version);
  return versionProblems.length > 0 ? [...errors, invalid(path, version, versionProblems.join(','))] : errors;
}

/** @go admissionregistration/validation#ValidateValidatingAdmissionPolicyBinding */
export const validatingBindingValidation: KindValidation<ValidatingAdmissionPolicyBinding> = {
  validate: (binding) => [...validateObjectMeta(binding.metadata, RULES, META), ...validateValidatingBinding(binding)],
  validateUpdate: (binding, old) => [
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, META),
    ...validateValidatingBinding(binding),
  ],
};

const ACTIONS = ['Audit', 'Deny', 'Warn'];

function validateValidatingBinding({ spec }: DeepReadonly<ValidatingAdmissionPolicyBinding>): FieldError[] {
  // The type has them always; a client may leave them out.
  const actions = (spec.validationActions as string[] | undefined) ?? [];
  const errors = validateBinding(spec);
  const path = SPEC.child('validationActions');
  if (actions.length === 0) return [...errors, required(path, 'at least one validation action is required')];
  const seen = new Set<string>();
  actions.forEach((action, index) => {
    if (!ACTIONS.includes(action)) errors.push(notSupported(path.index(index), action, ACTIONS));
    if (seen.has(action)) errors.push(duplicate(path.index(index), action));
    seen.add(action);
  });
  if (seen.has('Deny') && seen.has('Warn')) {
    const detail =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalid(path, actions, detail));
  }
  return errors;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: DeepReadonly<ParamRef>;
  readonly matchResources?: DeepReadonly<MatchResources>;
}

function validateBinding({ policyName = '', paramRef, matchResources }: BindingSpec): FieldError[] {
  const path = SPEC.child('policyName');
  const errors = policyName === '' ? [required(path)] : breaches(path, policyName, subdomainName(policyName, false));
  if (paramRef !== undefined) errors.push(...validateParamRef(paramRef, SPEC.child('paramRef')));
  if (matchResources !== undefined)
    errors.push(...validateMatchResources(matchResources, SPEC.child('matchResources')));
  return errors;
}

/** @go admissionregistration/validation#validateParamRef */
function validateParamRef(ref: DeepReadonly<ParamRef>, path: FieldPath): FieldError[] {
  const { name = '', selector, parameterNotFoundAction: action } = ref;
  const both = name !== '' && selector !== undefined;
  const detail = 'name and selector are mutually exclusive';
  const errors: FieldError[] = [];
  if (name !== '') errors.push(...breaches(path.child('name'), name, isValidPathSegmentName(name)));
  if (both) errors.push(forbidden(path.child('name'), detail));
  errors.push(...validateLabelSelector(selector, path.child('selector')));
  if (both) errors.push(forbidden(path.child('selector'), detail));
  if (name === '' && selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  return [...errors, ...oneOf(action, ['Deny', 'Allow'], path.child('parameterNotFoundAction'))];
}

/** @go admissionregistration/validation#ValidateMutatingAdmissionPolicy */
export const mutatingPolicyValidation: KindValidation<MutatingAdmissionPolicy> = {
  validate: (policy) => [...validateObjectMeta(policy.metadata, RULES, META), ...validateMutatingPolicy(policy)],
  validateUpdate: (policy, old) => [
    ...validateObjectMetaUpdate(policy.metadata, old.metadata, META),
    ...validateMutatingPolicy(policy),
  ],
};

function validateMutatingPolicy({ spec }: DeepReadonly<MutatingAdmissionPolicy>): FieldError[] {
  const { mutations = [], matchConditions = [], reinvocationPolicy } = spec;
  const expressions = new ExpressionCheck({
    hasParams: spec.paramKind !== undefined,
    hasVariables: true,
  });
  const errors = [
    ...validateConstraints(spec),
    ...validateMutableOperations(spec.matchConstraints, SPEC.child('matchConstraints')),
    ...validateMatchConditions(matchConditions, SPEC.child('matchConditions'), expressions),
    ...validateVariables(spec.variables ?? [], expressions),
  ];
  const path = SPEC.child('mutations');
  if (mutations.length === 0) errors.push(required(path, 'mutations must contain at least one item'));
  mutations.forEach((mutation, index) => {
    errors.push(...validateMutation(mutation, path.index(index), expressions));
  });
  return [...errors, ...oneOf(reinvocationPolicy, ['IfNeeded', 'Never'], SPEC.child('reinvocationPolicy'))];
}

/** @go admissionregistration/validation#validateMutation */
function validateMutation(
  { patchType, applyConfiguration, jsonPatch }: DeepReadonly<Mutation>,
  path: FieldPath,
  expressions: ExpressionCheck,
): FieldError[] {
  const unsupported = oneOf(patchType, ['ApplyConfiguration', 'JSONPatch'], path.child('patchType'));
  if (unsupported.length > 0) return unsupported;
  const isJsonPatch = patchType === 'JSONPatch';
  const [name, other] = isJsonPatch ? ['jsonPatch', 'applyConfiguration'] : ['applyConfiguration', 'jsonPatch'];
  const [wanted, unwanted] = isJsonPatch ? [jsonPatch, applyConfiguration] : [applyConfiguration, jsonPatch];
  const errors: FieldError[] = [];
  if (!wanted) errors.push(required(path.child(name), `must be specified when patchType is ${patchType}`));
  else {
    const place = path.child(name, 'expression');
    const text = (wanted.expression ?? '').trim();
    if (text === '') errors.push(required(place));
    else
      errors.push(...(isJsonPatch ? expressions.jsonPatch(text, place) : expressions.applyConfiguration(text, place)));
  }
  if (unwanted) {
    const detail = `must not be specified when patchType is ${patchType}`;
    errors.push(invalid(path.child(other), `{${other}}`, detail));
  }
  return errors;
}

const MUTABLE = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is deleted cannot be changed. */
function validateMutableOperations(match: DeepReadonly<MatchResources> | undefined, path: FieldPath): FieldError[] {
  const operations = (match?.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  const place = path.child('resourceRules', 'operations');
  return operations
    .filter((operation) => !MUTABLE.includes(operation))
    .map((operation) => notSupported(place, operation, MUTABLE));
}

/** @go admissionregistration/validation#ValidateMutatingAdmissionPolicyBinding */
export const mutatingBindingValidation: KindValidation<MutatingAdmissionPolicyBinding> = {
  validate: (binding) => [...validateObjectMeta(binding.metadata, RULES, META), ...validateMutatingBinding(binding)],
  validateUpdate: (binding, old) => [
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, META),
    ...validateMutatingBinding(binding),
  ],
};

function validateMutatingBinding({ spec }: DeepReadonly<MutatingAdmissionPolicyBinding>): FieldError[] {
  const operations = validateMutableOperations(spec.matchResources, SPEC.child('matchResources'));
  return [...validateBinding(spec), ...operations];
}
