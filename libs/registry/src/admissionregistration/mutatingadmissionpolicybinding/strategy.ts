import type { MutatingAdmissionPolicyBinding } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingAdmissionPolicyBinding' };

/**
 * MutatingAdmissionPolicyBindings.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicybinding#Strategy
 */
export const mutatingAdmissionPolicyBindingResource: ResourceDefinition<MutatingAdmissionPolicyBinding> = {
  resource: 'mutatingadmissionpolicybindings',
  singular: 'mutatingadmissionpolicybinding',
  kind,
  categories: ['api-extensions'],
  storageVersion: 'v1beta1',
  strategy: simpleStrategy<MutatingAdmissionPolicyBinding>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['spec'],
  }),
};
