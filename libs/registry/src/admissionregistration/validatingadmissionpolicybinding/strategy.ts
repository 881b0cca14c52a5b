import type { ValidatingAdmissionPolicyBinding } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicyBinding' };

/**
 * ValidatingAdmissionPolicyBindings.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding#Strategy
 */
export const validatingAdmissionPolicyBindingResource: ResourceDefinition<ValidatingAdmissionPolicyBinding> = {
  resource: 'validatingadmissionpolicybindings',
  singular: 'validatingadmissionpolicybinding',
  kind,
  categories: ['api-extensions'],
  strategy: simpleStrategy<ValidatingAdmissionPolicyBinding>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['spec'],
  }),
};
