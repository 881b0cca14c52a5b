import type { Lease } from '@kubescript/api/coordination/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
} from '@kubescript/apimachinery';

import { breaches, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** @go coordination/validation#ValidateLease */
const leaseValidation: KindValidation<Lease> = {
  validate: (lease) => [
    ...validateObjectMeta(lease.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(lease),
  ],
  validateUpdate: (lease, old) => [
    ...validateObjectMetaUpdate(lease.metadata, old.metadata, META),
    ...validateSpec(lease),
  ],
};

function validateSpec({ spec }: DeepReadonly<Lease>): FieldError[] {
  const { leaseDurationSeconds, leaseTransitions, strategy, preferredHolder } = spec;
  const errors: FieldError[] = [];

  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    errors.push(invalid(SPEC.child('leaseDurationSeconds'), leaseDurationSeconds, 'must be greater than 0'));
  }
  errors.push(...nonNegative(leaseTransitions, SPEC.child('leaseTransitions')));
  if (strategy !== undefined) errors.push(...breaches(SPEC.child('strategy'), strategy, isQualifiedName(strategy)));
  if (preferredHolder !== undefined && preferredHolder !== '' && (strategy ?? '') === '') {
    errors.push(forbidden(SPEC.child('preferredHolder'), 'may only be specified if `strategy` is defined'));
  }
  return errors;
}

/** Rules of the kinds of coordination.k8s.io. */
export const coordinationValidation: ValidationByKind = { Lease: validationOf(leaseValidation) };
