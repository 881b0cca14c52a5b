import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { validateCountOrPercent, validateNotAboveAll } from '../../apps/validation/workloads.ts';
import { nonNegative, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go policy/validation#ValidatePodDisruptionBudget */
const budgetValidation: KindValidation<PodDisruptionBudget> = {
  validate: (budget) => [
    ...validateObjectMeta(budget.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(budget),
  ],
  validateUpdate: (budget, old) => [
    ...validateObjectMetaUpdate(budget.metadata, old.metadata, META),
    ...validateSpec(budget),
  ],
  validateStatusUpdate: (budget, old) => [
    ...validateObjectMetaUpdate(budget.metadata, old.metadata, META),
    ...COUNTS.flatMap((count) => nonNegative(budget.status[count], STATUS.child(count))),
  ],
};

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

function validateSpec({ spec }: DeepReadonly<PodDisruptionBudget>): FieldError[] {
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
  errors.push(...validateLabelSelector(selector, SPEC.child('selector')));
  errors.push(...oneOfIfSet(policy, ['AlwaysAllow', 'IfHealthyBudget'], SPEC.child('unhealthyPodEvictionPolicy')));
  return errors;
}

/** Rules of the kinds of the policy group. */
export const policyValidation: ValidationByKind = { PodDisruptionBudget: validationOf(budgetValidation) };
