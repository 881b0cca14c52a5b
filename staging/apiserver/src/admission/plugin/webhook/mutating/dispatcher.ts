import {
  type DeepReadonly,
  type JsonPatchOperation,
  type KubeObject,
  applyJsonPatch,
  jsonEqual,
  newInternalError,
  newTimeout,
} from '@kubescript/apimachinery';
import type { MutatingWebhook } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';
import { MutatingAttributes, type VersionedAttributes } from '../../../versioned-attributes.ts';
import type { WebhookAccessor } from '../accessor.ts';
import { callHook } from '../call-hook.ts';
import { CallingWebhookError, WebhookRejection } from '../errors.ts';
import { type WebhookInvocation, shouldCallHook } from '../generic/invocation.ts';
import { type WebhookDeps, observeCall } from '../generic/webhook-deps.ts';
import { decodePatch } from '../request/admission-review.ts';
import { WebhookAnnotator } from './annotator.ts';
import { MutatorReinvocations } from './reinvocation.ts';

type Hook = WebhookAccessor<DeepReadonly<MutatingWebhook>>;
type Invocation = WebhookInvocation<DeepReadonly<MutatingWebhook>>;

const pluginName = 'MutatingAdmissionWebhook';

/**
 * Asks the mutating webhooks that the request concerns one after the other; each sees what those before it made of the
 * object.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/mutating#(*mutatingDispatcher).Dispatch
 */
export async function dispatchMutating(
  hooks: readonly Hook[],
  attributes: AdmissionAttributes,
  deps: WebhookDeps,
): Promise<void> {
  const { reinvocation } = attributes;
  const reinvocations = reinvocation.value(pluginName, () => new MutatorReinvocations());
  if (reinvocation.isReinvoke && reinvocations.isChangedSince(attributes.object)) reinvocations.requireReinvoking();
  const round = { attributes, versioned: new MutatingAttributes(attributes), reinvocations, deps };
  try {
    for (const [index, hook] of hooks.entries()) await mutateWith(hook, index, round);
    round.versioned.settle();
  } finally {
    reinvocations.setLastOutput(attributes.object);
  }
}

interface Round {
  readonly attributes: AdmissionAttributes;
  readonly versioned: MutatingAttributes;
  readonly reinvocations: MutatorReinvocations;
  readonly deps: WebhookDeps;
}

/** A webhook that was not asked in the first round is not in the second. */
async function mutateWith(hook: Hook, index: number, round: Round): Promise<void> {
  const { attributes, versioned, reinvocations, deps } = round;
  const { isReinvoke } = attributes.reinvocation;
  const invocation = await shouldCallHook(hook, versioned.latest, versioned, deps);
  if (!invocation || (isReinvoke && !reinvocations.shouldReinvoke(hook.uid))) return;
  const annotator = new WebhookAnnotator(attributes, {
    round: isReinvoke ? 1 : 0,
    index,
    webhook: hook.webhook.name,
    configuration: hook.configurationName,
  });
  try {
    if (await callMutating(invocation, round, annotator)) {
      reinvocations.requireReinvoking();
      attributes.reinvocation.shouldReinvoke = true;
    }
  } finally {
    if (hook.webhook.reinvocationPolicy === 'IfNeeded') reinvocations.addPreviouslyInvoked(hook.uid);
  }
}

/** Asks, and applies what comes back; whether that changed the object. Failures are passed over if the webhook says so. */
async function callMutating(invocation: Invocation, round: Round, annotator: WebhookAnnotator): Promise<boolean> {
  const { webhook } = invocation.accessor;
  const { attributes, versioned, deps } = round;
  const failOpen = webhook.failurePolicy === 'Ignore';
  const labels = { name: webhook.name, type: 'admit', operation: attributes.operation } as const;
  let changed = false;
  try {
    changed = await observeCall(deps.metrics, labels, failOpen, () =>
      askAndPatch(invocation, versioned, deps, annotator),
    );
  } catch (error) {
    if (error instanceof WebhookRejection) throw error.statusError;
    if (!(error instanceof CallingWebhookError)) throw error;
    if (!failOpen) throw newInternalError(error);
    deps.metrics?.webhookFailOpen(labels);
    annotator.addFailedOpen();
    deps.onFailOpen?.(error);
    if (attributes.signal.aborted) throw newTimeout('request did not complete within requested timeout');
  } finally {
    annotator.addMutation(changed);
  }
  return changed;
}

/** @go k8s.io/apiserver/pkg/admission/plugin/webhook/mutating#(*mutatingDispatcher).callAttrMutatingHook */
async function askAndPatch(
  invocation: Invocation,
  accessor: MutatingAttributes,
  { clients }: WebhookDeps,
  annotator: WebhookAnnotator,
): Promise<boolean> {
  const { name } = invocation.accessor.webhook;
  const versioned = accessor.attributesFor(invocation.kind);
  const { patch, patchType } = await callHook(invocation, versioned, clients, true);
  if (patch === '') return false;
  const operations = readPatch(name, patch);
  if (operations.length === 0) return false;
  const { object } = versioned;
  if (!object) {
    const what = `admission webhook ${JSON.stringify(name)} attempted to modify the object`;
    throw newInternalError(`${what}, which is not supported for this operation`);
  }
  if (patchType !== 'JSONPatch') {
    throw new CallingWebhookError(name, `unsupported patch type ${JSON.stringify(patchType)}`, { code: 400 });
  }
  const patched = patchedObject(object, operations, versioned);
  annotator.addPatch(operations);
  accessor.update(patched);
  return !jsonEqual(object, patched);
}

function readPatch(webhook: string, patch: string): readonly JsonPatchOperation[] {
  try {
    return decodePatch(patch);
  } catch (error) {
    const reason = `received undecodable patch in webhook response: ${(error as Error).message}`;
    throw new CallingWebhookError(webhook, reason, { code: 503, cause: error });
  }
}

/** The object with the patch applied, decoded and defaulted. */
function patchedObject(
  object: DeepReadonly<KubeObject>,
  operations: readonly JsonPatchOperation[],
  { kind, attributes }: VersionedAttributes,
): KubeObject {
  try {
    const document = applyJsonPatch(object, operations);
    return attributes.interfaces.scheme.decode(document, kind).object;
  } catch (error) {
    throw newInternalError(error);
  }
}
