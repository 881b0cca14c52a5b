import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import {
  mutatingBindingValidation,
  mutatingPolicyValidation,
  validatingBindingValidation,
  validatingPolicyValidation,
} from './policies.ts';
import { mutatingWebhookValidation, validatingWebhookValidation } from './webhooks.ts';

/** Rules of the kinds of admissionregistration.k8s.io. */
export const admissionregistrationValidation: ValidationByKind = {
  MutatingAdmissionPolicy: validationOf(mutatingPolicyValidation),
  MutatingAdmissionPolicyBinding: validationOf(mutatingBindingValidation),
  MutatingWebhookConfiguration: validationOf(mutatingWebhookValidation),
  ValidatingAdmissionPolicy: validationOf(validatingPolicyValidation),
  ValidatingAdmissionPolicyBinding: validationOf(validatingBindingValidation),
  ValidatingWebhookConfiguration: validationOf(validatingWebhookValidation),
};
