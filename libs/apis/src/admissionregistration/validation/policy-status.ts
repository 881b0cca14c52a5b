import type { ExpressionWarning, ValidatingAdmissionPolicyStatus } from '@kubescript/api/admissionregistration/v1';
import { type DeepReadonly, type FieldError, FieldPath, invalid, required } from '@kubescript/apimachinery';

import { validateConditions } from '../../validation/conditions.ts';
import { jsonPathProblem } from './json-path.ts';

const STATUS = new FieldPath('status');

/** @go admissionregistration/validation#validateValidatingAdmissionPolicyStatus */
export function validateValidatingPolicyStatus(
  status: DeepReadonly<ValidatingAdmissionPolicyStatus> | undefined,
): FieldError[] {
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  const path = STATUS.child('typeChecking', 'expressionWarnings');
  return [
    ...warnings.flatMap((warning, index) => validateExpressionWarning(warning, path.index(index))),
    ...validateConditions(status?.conditions ?? [], STATUS.child('conditions')),
  ];
}

/** @go admissionregistration/validation#validateExpressionWarning */
function validateExpressionWarning(
  { warning = '', fieldRef = '' }: DeepReadonly<Partial<ExpressionWarning>>,
  path: FieldPath,
): FieldError[] {
  const errors = warning === '' ? [required(path.child('warning'))] : [];
  return [...errors, ...validateFieldRef(fieldRef.trim(), path.child('fieldRef'))];
}

/** @go admissionregistration/validation#validateFieldRef */
function validateFieldRef(fieldRef: string, path: FieldPath): FieldError[] {
  if (fieldRef === '') return [required(path)];
  const problem = jsonPathProblem(`{${fieldRef}}`);
  return problem === undefined ? [] : [invalid(path, fieldRef, `invalid JSONPath: ${problem}`)];
}
