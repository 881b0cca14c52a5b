import {
  type AdmissionPlugin,
  type ServiceLookup,
  type WebhookDeps,
  mutatingAdmissionWebhook,
  mutatingWebhookAccessors,
  validatingAdmissionWebhook,
  validatingWebhookAccessors,
} from '@kubescript/apiserver';
import { type Stores, findObject, systemContext } from '@kubescript/lib-registry';

import { listCached } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { namespaceGetter } from '../generic/namespaces.ts';
import { derived } from '../generic/informers.ts';

const serviceNameLabel = 'kubernetes.io/service-name';

/** MutatingAdmissionWebhook on the configurations of this server's stores. */
export function mutatingWebhooks(deps: AdmissionDeps): AdmissionPlugin {
  const configurations = deps.informers.objectsOf(deps.stores.mutatingWebhookConfigurations);
  return mutatingAdmissionWebhook(derived(configurations, mutatingWebhookAccessors), webhookDeps(deps));
}

/** ValidatingAdmissionWebhook on the configurations of this server's stores. */
export function validatingWebhooks(deps: AdmissionDeps): AdmissionPlugin {
  const configurations = deps.informers.objectsOf(deps.stores.validatingWebhookConfigurations);
  return validatingAdmissionWebhook(derived(configurations, validatingWebhookAccessors), webhookDeps(deps));
}

function webhookDeps({ stores, authorizer, hookClients, metrics, onFailOpen }: AdmissionDeps): WebhookDeps {
  return {
    authorizer,
    metrics,
    onFailOpen,
    clients: hookClients,
    getNamespace: namespaceGetter(stores),
  };
}

/** Finds Services and their endpoints in this server's stores. */
export function serviceLookup({ services, endpointSlices }: Stores): ServiceLookup {
  return {
    getService: (namespace, name) => findObject(services, name, systemContext(namespace)),
    async listEndpointSlices(namespace, service) {
      const slices = await listCached(endpointSlices, namespace);
      return slices.filter(({ metadata }) => metadata.labels?.[serviceNameLabel] === service);
    },
  };
}
