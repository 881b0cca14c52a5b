import type { PriorityClass } from '@kubescript/api/scheduling/v1';
import { type DeepReadonly, type FieldError, FieldPath, forbidden } from '@kubescript/apimachinery';

import { immutable, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');

/** The greatest priority that users may give. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** The classes that come with the cluster. */
const SYSTEM: Readonly<Record<string, number>> = {
  'system-node-critical': 2 * HIGHEST_USER_PRIORITY + 1000,
  'system-cluster-critical': 2 * HIGHEST_USER_PRIORITY,
};

/** @go scheduling/validation#ValidatePriorityClass */
const priorityClassValidation: KindValidation<PriorityClass> = {
  validate: validatePriorityClass,
  validateUpdate: (priorityClass, old) => [
    ...validateObjectMetaUpdate(priorityClass.metadata, old.metadata, META),
    ...(priorityClass.value === old.value
      ? []
      : [forbidden(new FieldPath('value'), 'may not be changed in an update.')]),
    ...immutable(priorityClass.preemptionPolicy, old.preemptionPolicy, new FieldPath('preemptionPolicy')),
  ],
};

function validatePriorityClass(priorityClass: DeepReadonly<PriorityClass>): FieldError[] {
  const { metadata, value = 0, globalDefault } = priorityClass;
  const name = metadata.name ?? '';
  const errors = validateObjectMeta(metadata, { namespaced: false, checkName: subdomainName }, META);
  if (name.startsWith('system-')) {
    const problem = systemProblem(name, value, globalDefault === true);
    if (problem !== undefined) {
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
      errors.push(forbidden(META.child('name'), detail));
    }
  } else if (value > HIGHEST_USER_PRIORITY) {
    const detail = `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`;
    errors.push(forbidden(new FieldPath('value'), detail));
  }
  const policies = ['Never', 'PreemptLowerPriority'];
  return [...errors, ...oneOfIfSet(priorityClass.preemptionPolicy, policies, new FieldPath('preemptionPolicy'))];
}

function systemProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = SYSTEM[name];
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** Rules of the kinds of scheduling.k8s.io. */
export const schedulingValidation: ValidationByKind = { PriorityClass: validationOf(priorityClassValidation) };
