import type { DeepReadonly } from '@kubescript/apimachinery';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubescript/api/admissionregistration/v1';

import type { AdmissionPlugin } from '../../../admission.ts';
import { isExemptConfiguration } from '../../webhook/predicates/rules.ts';
import type { Source } from '../../webhook/plugins.ts';
import { newHookMaker } from '../generic/hooks.ts';
import type { PolicyDeps } from '../generic/policy-deps.ts';
import { newHookSource } from '../generic/hook-source.ts';
import { dispatchValidatingPolicies } from './dispatcher.ts';
import { newPolicyValidator } from './validator.ts';

/**
 * ValidatingAdmissionPolicy: expressions say whether a request may go on.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#Plugin
 */
export function validatingAdmissionPolicy(
  policies: Source<DeepReadonly<ValidatingAdmissionPolicy>>,
  bindings: Source<DeepReadonly<ValidatingAdmissionPolicyBinding>>,
  deps: PolicyDeps,
): AdmissionPlugin {
  const hooks = newHookSource(policies, bindings, newHookMaker(newPolicyValidator));
  return {
    name: 'ValidatingAdmissionPolicy',
    handles: () => true,
    async validate(attributes) {
      if (isExemptConfiguration(attributes)) return;
      const found = await hooks();
      if (found.length > 0) await dispatchValidatingPolicies(found, attributes, deps);
    },
  };
}
