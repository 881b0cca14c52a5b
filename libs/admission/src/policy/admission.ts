import {
  type AdmissionPlugin,
  type PolicyDeps,
  type PolicyMetrics,
  mutatingAdmissionPolicy,
  validatingAdmissionPolicy,
} from '@kubescript/apiserver';

import type { AdmissionDeps } from '../generic/deps.ts';
import { namespaceGetter } from '../generic/namespaces.ts';

/** ValidatingAdmissionPolicy on the policies and bindings of this server's stores. */
export function validatingPolicies(deps: AdmissionDeps): AdmissionPlugin {
  const { informers, stores } = deps;
  return validatingAdmissionPolicy(
    informers.objectsOf(stores.validatingAdmissionPolicies),
    informers.objectsOf(stores.validatingAdmissionPolicyBindings),
    policyDeps(deps, deps.policyMetrics?.validating),
  );
}

/** MutatingAdmissionPolicy on the policies and bindings of this server's stores. */
export function mutatingPolicies(deps: AdmissionDeps): AdmissionPlugin {
  const { informers, stores } = deps;
  return mutatingAdmissionPolicy(
    informers.objectsOf(stores.mutatingAdmissionPolicies),
    informers.objectsOf(stores.mutatingAdmissionPolicyBindings),
    policyDeps(deps, deps.policyMetrics?.mutating),
  );
}

function policyDeps({ authorizer, stores, params }: AdmissionDeps, metrics: PolicyMetrics | undefined): PolicyDeps {
  return { authorizer, getNamespace: namespaceGetter(stores), params, metrics };
}
