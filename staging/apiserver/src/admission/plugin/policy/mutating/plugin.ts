import type { DeepReadonly } from '@kubescript/apimachinery';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionPlugin } from '../../../admission.ts';
import { isExemptConfiguration } from '../../webhook/predicates/rules.ts';
import type { Source } from '../../webhook/plugins.ts';
import { newHookSource } from '../generic/hook-source.ts';
import { newHookMaker } from '../generic/hooks.ts';
import type { PolicyDeps } from '../generic/policy-deps.ts';
import { dispatchMutatingPolicies } from './dispatcher.ts';
import { newMutatingEvaluator } from './evaluator.ts';

/**
 * MutatingAdmissionPolicy: expressions change objects before they are stored.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/mutating#Plugin
 */
export function mutatingAdmissionPolicy(
  policies: Source<DeepReadonly<MutatingAdmissionPolicy>>,
  bindings: Source<DeepReadonly<MutatingAdmissionPolicyBinding>>,
  deps: PolicyDeps,
): AdmissionPlugin {
  const hooks = newHookSource(policies, bindings, newHookMaker(newMutatingEvaluator));
  return {
    name: 'MutatingAdmissionPolicy',
    handles: () => true,
    async admit(attributes) {
      if (isExemptConfiguration(attributes)) return;
      const found = await hooks();
      if (found.length > 0) await dispatchMutatingPolicies(found, attributes, deps);
    },
  };
}
