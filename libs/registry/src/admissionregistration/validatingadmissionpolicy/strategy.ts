import type { ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicy' };

/**
 * ValidatingAdmissionPolicies.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy#Strategy
 */
export const validatingAdmissionPolicyResource: ResourceDefinition<ValidatingAdmissionPolicy> = {
  resource: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  kind,
  categories: ['api-extensions'],
  strategy: simpleStrategy<ValidatingAdmissionPolicy>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    emptyStatus: () => ({}),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<ValidatingAdmissionPolicy>({ kind, keepMetadata: true }),
};
