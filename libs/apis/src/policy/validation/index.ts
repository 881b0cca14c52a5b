import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { validateCountOrPercent, validateNotAboveAll } from '../../apps/validation/workloads.ts';
import { hasInvalidLabelValues } from '../../core/validation/tolerated-faults.ts';
import { nonNegative, oneOfIfSet } from '../../validation/checks.ts';
import { validateConditions } from '../../validation/conditions.ts';
import { validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** Of its metadata, only what holds for all kinds is asked. */
const budgetValidation: KindValidation<PodDisruptionBudget> = {
  validate: (budget) => validateSpec(budget, false),
  validateUpdate: (budget, old) => validateSpec(budget, hasInvalidLabelValues(old.spec.selector ?? undefined)),
  validateStatusUpdate: (budget, old) => [
    ...validateObjectMetaUpdate(budget.metadata, old.metadata, META),
    ...validateConditions(budget.status.conditions ?? [], STATUS.child('conditions')),
    ...COUNTS.flatMap((count) => nonNegative(budget.status[count], STATUS.child(count))),
  ],
};

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

/** @go policy/validation#ValidatePodDisruptionBudgetSpec */
function validateSpec({ spec }: DeepReadonly<PodDisruptionBudget>, anyValues: boolean): FieldError[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const shown = {
      MinAvailable: minAvailable,
      Selector: selector ?? null,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: policy ?? null,
    };
    errors.push(invalid(SPEC, shown, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const [name, value] of Object.entries({ minAvailable, maxUnavailable })) {
    if (value === undefined) continue;
    errors.push(...validateCountOrPercent(value, SPEC.child(name)), ...validateNotAboveAll(value, SPEC.child(name)));
  }
  errors.push(...validateLabelSelector(selector, SPEC.child('selector'), { anyValues }));
  errors.push(...oneOfIfSet(policy, ['AlwaysAllow', 'IfHealthyBudget'], SPEC.child('unhealthyPodEvictionPolicy')));
  return errors;
}

/** Rules of the kinds of the policy group. */
export const policyValidation: ValidationByKind = { PodDisruptionBudget: validationOf(budgetValidation) };
