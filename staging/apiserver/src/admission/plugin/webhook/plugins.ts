import type { DeepReadonly } from '@kubescript/apimachinery';
import type { MutatingWebhook, ValidatingWebhook } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionPlugin } from '../../admission.ts';
import type { WebhookAccessor } from './accessor.ts';
import type { WebhookDeps } from './generic/webhook-deps.ts';
import { dispatchMutating } from './mutating/dispatcher.ts';
import { isExemptConfiguration } from './predicates/rules.ts';
import { dispatchValidating } from './validating/dispatcher.ts';

/** What is configured now; resolves at once, but for the first time. */
export type Source<T> = () => readonly T[] | Promise<readonly T[]>;

/**
 * MutatingAdmissionWebhook: programs outside the server change objects before they are stored.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/mutating#Plugin
 */
export function mutatingAdmissionWebhook(
  hooks: Source<WebhookAccessor<DeepReadonly<MutatingWebhook>>>,
  deps: WebhookDeps,
): AdmissionPlugin {
  return {
    name: 'MutatingAdmissionWebhook',
    handles: () => true,
    async admit(attributes) {
      if (isExemptConfiguration(attributes)) return;
      const found = await hooks();
      if (found.length > 0) await dispatchMutating(found, attributes, deps);
    },
  };
}

/**
 * ValidatingAdmissionWebhook: programs outside the server say whether a request may go on.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/validating#Plugin
 */
export function validatingAdmissionWebhook(
  hooks: Source<WebhookAccessor<DeepReadonly<ValidatingWebhook>>>,
  deps: WebhookDeps,
): AdmissionPlugin {
  return {
    name: 'ValidatingAdmissionWebhook',
    handles: () => true,
    async validate(attributes) {
      if (isExemptConfiguration(attributes)) return;
      const found = await hooks();
      if (found.length > 0) await dispatchValidating(found, attributes, deps);
    },
  };
}
