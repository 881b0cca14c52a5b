import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { mutatingAdmissionPolicyResource } from '../mutatingadmissionpolicy/strategy.ts';
import { mutatingAdmissionPolicyBindingResource } from '../mutatingadmissionpolicybinding/strategy.ts';
import { mutatingWebhookConfigurationResource } from '../mutatingwebhookconfiguration/strategy.ts';
import { validatingAdmissionPolicyResource } from '../validatingadmissionpolicy/strategy.ts';
import { validatingAdmissionPolicyBindingResource } from '../validatingadmissionpolicybinding/strategy.ts';
import { validatingWebhookConfigurationResource } from '../validatingwebhookconfiguration/strategy.ts';

/** The resources of admissionregistration.k8s.io/v1. */
export function installAdmissionregistration(stores: Stores): ApiGroupVersion {
  return {
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.mutatingAdmissionPolicies, mutatingAdmissionPolicyResource),
      installOnStore(stores.mutatingAdmissionPolicyBindings, mutatingAdmissionPolicyBindingResource),
      installOnStore(stores.mutatingWebhookConfigurations, mutatingWebhookConfigurationResource),
      installOnStore(stores.validatingAdmissionPolicies, validatingAdmissionPolicyResource),
      installOnStore(stores.validatingAdmissionPolicyBindings, validatingAdmissionPolicyBindingResource),
      installOnStore(stores.validatingWebhookConfigurations, validatingWebhookConfigurationResource),
    ],
  };
}
