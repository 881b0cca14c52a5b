import type { DeepReadonly } from '@kubescript/apimachinery';
import { newInternalError } from '@kubescript/apimachinery';
import type { ValidatingWebhook } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';
import { type VersionedAttributeAccessor, newValidatingAccessor } from '../../../versioned-attributes.ts';
import type { WebhookAccessor } from '../accessor.ts';
import { callHook } from '../call-hook.ts';
import { CallingWebhookError, WebhookRejection } from '../errors.ts';
import { type WebhookInvocation, shouldCallHook } from '../generic/invocation.ts';
import { type WebhookDeps, observeCall } from '../generic/webhook-deps.ts';

type Hook = WebhookAccessor<DeepReadonly<ValidatingWebhook>>;

/**
 * Asks all validating webhooks that the request concerns at once; the first that refuses decides.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/validating#(*validatingDispatcher).Dispatch
 */
export async function dispatchValidating(
  hooks: readonly Hook[],
  attributes: AdmissionAttributes,
  deps: WebhookDeps,
): Promise<void> {
  const versioned = newValidatingAccessor(attributes);
  const relevant: WebhookInvocation[] = [];
  for (const hook of hooks) {
    const invocation = await shouldCallHook(hook, attributes, versioned, deps);
    if (invocation) relevant.push(invocation);
  }
  const refusals: Error[] = [];
  await Promise.all(
    relevant.map(async function askHook(invocation, index) {
      const refusal = await validateWith(invocation, index, versioned, deps);
      if (refusal) refusals.push(refusal);
    }),
  );
  if (refusals[0]) throw refusals[0];
}

/** Why the webhook ends the request; undefined if it does not. */
async function validateWith(
  invocation: WebhookInvocation,
  index: number,
  accessor: VersionedAttributeAccessor,
  deps: WebhookDeps,
): Promise<Error | undefined> {
  const { webhook } = invocation.accessor;
  const versioned = accessor.attributesFor(invocation.kind);
  const failOpen = webhook.failurePolicy === 'Ignore';
  const labels = { name: webhook.name, type: 'validating', operation: versioned.attributes.operation } as const;
  try {
    await observeCall(deps.metrics, labels, failOpen, () => callHook(invocation, versioned, deps.clients, false));
    return undefined;
  } catch (error) {
    if (error instanceof WebhookRejection) return error.statusError;
    if (!(error instanceof CallingWebhookError)) return error as Error;
    if (!failOpen) return newInternalError(error);
    deps.metrics?.webhookFailOpen(labels);
    const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${String(index)}`;
    versioned.attributes.annotate(key, webhook.name);
    deps.onFailOpen?.(error);
    return undefined;
  }
}
