import type { MutatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingAdmissionPolicy' };

/**
 * MutatingAdmissionPolicies.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicy#Strategy
 */
export const mutatingAdmissionPolicyResource: ResourceDefinition<MutatingAdmissionPolicy> = {
  resource: 'mutatingadmissionpolicies',
  singular: 'mutatingadmissionpolicy',
  kind,
  categories: ['api-extensions'],
  storageVersion: 'v1beta1',
  strategy: simpleStrategy<MutatingAdmissionPolicy>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['spec'],
  }),
};
