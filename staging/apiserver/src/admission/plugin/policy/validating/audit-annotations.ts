import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ValidatingAdmissionPolicyBinding } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';

const maxValueLength = 10 * 1024;
const failureKey = 'validation.policy.admission.k8s.io/validation_failure';

/** The audit annotation of a validation that failed. */
export function failureAnnotation(
  { metadata, spec }: DeepReadonly<ValidatingAdmissionPolicyBinding>,
  expressionIndex: number,
  message: string,
): { readonly key: string; readonly value: string } {
  const failure = {
    message,
    policy: spec.policyName,
    binding: metadata.name ?? '',
    expressionIndex,
    validationActions: spec.validationActions ?? [],
  };
  return { key: failureKey, value: JSON.stringify([failure]) };
}

/**
 * Gathers what the bindings of a policy say under the same key: several values become a list, equal ones one.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#auditAnnotationCollector
 */
export class AuditAnnotationCollector {
  readonly #values = new Map<string, Set<string>>();

  add(key: string, value: string): void {
    const values = this.#values.get(key) ?? new Set();
    values.add(value.slice(0, maxValueLength));
    this.#values.set(key, values);
  }

  publish(policyName: string, attributes: AdmissionAttributes): void {
    for (const [key, values] of this.#values) attributes.annotate(`${policyName}/${key}`, [...values].join(', '));
  }
}
