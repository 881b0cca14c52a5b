import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  Variable,
} from '@kubescript/api/admissionregistration/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isCIdentifier,
  isQualifiedName,
  notSupported,
  parseGroupVersion,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty, oneOf, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { ExpressionCheck } from './expressions.ts';
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
  validateStatusUpdate: (policy, old) => validateObjectMetaUpdate(policy.metadata, old.metadata, META),
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
  validations.forEach(({ expression, message = '', messageExpression, reason }, index) => {
    const path = SPEC.child('validations').index(index);
    if (expression.trim() === '') errors.push(required(path.child('expression'), 'expression is not specified'));
    else errors.push(...expressions.validation(expression, path.child('expression')));
    if (message !== '' && message.trim() === '') {
      errors.push(invalid(path.child('message'), message, 'message must be non-empty if specified'));
    } else if (message.includes('\n')) {
      errors.push(invalid(path.child('message'), message, 'must not contain line breaks'));
    }
    if (messageExpression !== undefined && messageExpression.trim() === '') {
      const detail = 'must be non-empty if specified';
      errors.push(invalid(path.child('messageExpression'), messageExpression, detail));
    } else if (messageExpression !== undefined) {
      errors.push(...expressions.message(messageExpression, path.child('messageExpression')));
    }
    const reasons = ['Unauthorized', 'Forbidden', 'Invalid', 'RequestEntityTooLarge'];
    errors.push(...oneOfIfSet(reason, reasons, path.child('reason')));
  });
  if (auditAnnotations.length > MAX_ANNOTATIONS) {
    const detail = `must not have more than ${String(MAX_ANNOTATIONS)} auditAnnotations`;
    errors.push(invalid(SPEC.child('auditAnnotations'), auditAnnotations, detail));
  }
  const seen = new Set<string>();
  auditAnnotations.forEach(({ key, valueExpression }, index) => {
    const path = SPEC.child('auditAnnotations').index(index);
    const whole = `${metadata.name ?? ''}/${key}`;
    if (key === '') errors.push(required(path.child('key')));
    else errors.push(...breaches(path.child('key'), whole, isQualifiedName(whole)));
    if (key !== '' && seen.has(key)) errors.push(duplicate(path.child('key'), key));
    seen.add(key);
    if (valueExpression.trim() === '') {
      errors.push(required(path.child('valueExpression'), 'valueExpression is not specified'));
    } else if (valueExpression.trim().length > MAX_ANNOTATION_EXPRESSION) {
      const detail = `must not exceed ${String(MAX_ANNOTATION_EXPRESSION)} bytes in length`;
      errors.push(required(path.child('valueExpression'), detail));
    } else {
      errors.push(...expressions.auditAnnotation(valueExpression, path.child('valueExpression')));
    }
  });
  return errors;
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

function validateVariables(variables: DeepReadonly<Variable[]>, expressions: ExpressionCheck): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  variables.forEach((variable, index) => {
    const { name, expression } = variable;
    const place = SPEC.child('variables').index(index);
    if (name === '') errors.push(required(place.child('name'), 'name is not specified'));
    else if (isCIdentifier(name).length > 0) {
      errors.push(invalid(place.child('name'), name, 'name is not a valid CEL identifier'));
    }
    if (name !== '' && seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    if (expression.trim() === '') errors.push(required(place.child('expression'), 'expression is not specified'));
    else errors.push(...expressions.variable(variable, place.child('expression')));
  });
  return errors;
}

function validateParamKind({ apiVersion = '', kind = '' }: DeepReadonly<ParamKind>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (apiVersion === '') errors.push(required(path.child('apiVersion')));
  else {
    try {
      if (parseGroupVersion(apiVersion).version === '') {
        errors.push(invalid(path.child('apiVersion'), apiVersion, 'version must not be empty'));
      }
    } catch (err) {
      errors.push(invalid(path.child('apiVersion'), apiVersion, err instanceof Error ? err.message : String(err)));
    }
  }
  if (kind === '') errors.push(required(path.child('kind')));
  return errors;
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
  const actions = spec.validationActions;
  const errors = validateBinding(spec);
  const path = SPEC.child('validationActions');
  if (actions.length === 0) return [...errors, required(path)];
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

function validateParamRef(ref: DeepReadonly<ParamRef>, path: FieldPath): FieldError[] {
  const { name = '', selector, parameterNotFoundAction: action } = ref;
  const errors: FieldError[] = [];
  if (name !== '' && selector !== undefined) {
    const detail = 'name and selector are mutually exclusive';
    errors.push(forbidden(path.child('name'), detail), forbidden(path.child('selector'), detail));
  }
  if (name === '' && selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  if (name !== '') errors.push(...breaches(path.child('name'), name, subdomainName(name, false)));
  errors.push(...validateLabelSelector(selector, path.child('selector')));
  return [...errors, ...oneOf(action, ['Allow', 'Deny'], path.child('parameterNotFoundAction'))];
}

/** @go admissionregistration/validation#ValidateMutatingAdmissionPolicy */
export const mutatingPolicyValidation: KindValidation<MutatingAdmissionPolicy> = {
  validate: (policy) => [...validateObjectMeta(policy.metadata, RULES, META), ...validateMutatingPolicy(policy)],
  validateUpdate: (policy, old) => [
    ...validateObjectMetaUpdate(policy.metadata, old.metadata, META),
    ...validateMutatingPolicy(policy),
  ],
};

const PATCH_TYPES = ['ApplyConfiguration', 'JSONPatch'];

function validateMutatingPolicy({ spec }: DeepReadonly<MutatingAdmissionPolicy>): FieldError[] {
  const { mutations = [], matchConditions = [], reinvocationPolicy } = spec;
  const expressions = new ExpressionCheck({
    hasParams: spec.paramKind !== undefined,
    hasVariables: (spec.variables ?? []).length > 0,
    hasPatchTypes: true,
  });
  const errors = [
    ...validateConstraints(spec),
    ...validateMatchConditions(matchConditions, SPEC.child('matchConditions'), expressions),
    ...validateVariables(spec.variables ?? [], expressions),
    ...oneOf(reinvocationPolicy, ['IfNeeded', 'Never'], SPEC.child('reinvocationPolicy')),
  ];
  const path = SPEC.child('mutations');
  if (mutations.length === 0) errors.push(required(path, 'mutations must contain at least one item'));
  mutations.forEach(({ patchType, applyConfiguration, jsonPatch }, index) => {
    const place = path.index(index);
    errors.push(...oneOf(patchType, PATCH_TYPES, place.child('patchType')));
    if (patchType === 'ApplyConfiguration') {
      if (jsonPatch !== undefined)
        errors.push(
          invalid(
            place.child('jsonPatch'),
            '{jsonPatch}',
            'must not be specified when patchType is ApplyConfiguration',
          ),
        );
      const [expression, at] = [applyConfiguration?.expression, place.child('applyConfiguration', 'expression')];
      errors.push(...nonEmpty(expression, at));
      if ((expression ?? '') !== '') errors.push(...expressions.applyConfiguration(expression ?? '', at));
    } else if (patchType === 'JSONPatch') {
      if (applyConfiguration !== undefined)
        errors.push(
          invalid(
            place.child('applyConfiguration'),
            '{applyConfiguration}',
            'must not be specified when patchType is JSONPatch',
          ),
        );
      const [expression, at] = [jsonPatch?.expression, place.child('jsonPatch', 'expression')];
      errors.push(...nonEmpty(expression, at));
      if ((expression ?? '') !== '') errors.push(...expressions.jsonPatch(expression ?? '', at));
    }
  });
  return errors;
}

/** @go admissionregistration/validation#ValidateMutatingAdmissionPolicyBinding */
export const mutatingBindingValidation: KindValidation<MutatingAdmissionPolicyBinding> = {
  validate: (binding) => [...validateObjectMeta(binding.metadata, RULES, META), ...validateBinding(binding.spec)],
  validateUpdate: (binding, old) => [
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, META),
    ...validateBinding(binding.spec),
  ],
};
