import type { MutatingWebhookConfiguration } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingWebhookConfiguration' };

/**
 * MutatingWebhookConfigurations.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration#Strategy
 */
export const mutatingWebhookConfigurationResource: ResourceDefinition<MutatingWebhookConfiguration> = {
  resource: 'mutatingwebhookconfigurations',
  singular: 'mutatingwebhookconfiguration',
  kind,
  categories: ['api-extensions'],
  strategy: simpleStrategy<MutatingWebhookConfiguration>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['webhooks'],
  }),
};
