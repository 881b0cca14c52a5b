import type { ValidatingWebhookConfiguration } from '@kubescript/api/admissionregistration/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingWebhookConfiguration' };

/**
 * ValidatingWebhookConfigurations.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration#Strategy
 */
export const validatingWebhookConfigurationResource: ResourceDefinition<ValidatingWebhookConfiguration> = {
  resource: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  kind,
  categories: ['api-extensions'],
  strategy: simpleStrategy<ValidatingWebhookConfiguration>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['webhooks'],
  }),
};
