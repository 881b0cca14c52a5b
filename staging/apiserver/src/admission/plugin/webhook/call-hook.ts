import { findStatusError } from '@kubescript/apimachinery';

import type { HookClientManager } from '../../../util/webhook/hook-client.ts';
import type { VersionedAttributes } from '../../versioned-attributes.ts';
import { CallingWebhookError, WebhookRejection, dryRunUnsupported, rejectionStatus } from './errors.ts';
import type { WebhookInvocation } from './generic/invocation.ts';
import { type ReviewResponse, newReviewRequest, verifyReviewResponse } from './request/admission-review.ts';

const defaultTimeoutSeconds = 10;

/**
 * Asks a webhook. Resolves with what it answered if it allows the request, after its warnings and audit annotations
 * went on; throws WebhookRejection if it does not, CallingWebhookError if it could not be asked.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/validating#(*validatingDispatcher).callHook
 */
export async function callHook(
  invocation: WebhookInvocation,
  versioned: VersionedAttributes,
  clients: HookClientManager,
  mutating: boolean,
): Promise<ReviewResponse> {
  const { webhook } = invocation.accessor;
  const { attributes } = versioned;
  if (attributes.dryRun && !['None', 'NoneOnDryRun'].includes(webhook.sideEffects)) {
    throw dryRunUnsupported(webhook.name);
  }
  const response = await ask(invocation, versioned, clients, mutating);
  for (const [key, value] of Object.entries(response.auditAnnotations)) {
    attributes.annotate(`${webhook.name}/${key}`, value);
  }
  for (const warning of response.warnings) attributes.warn(warning);
  if (!response.allowed) throw new WebhookRejection(rejectionStatus(webhook.name, response.result));
  return response;
}

async function ask(
  invocation: WebhookInvocation,
  versioned: VersionedAttributes,
  clients: HookClientManager,
  mutating: boolean,
): Promise<ReviewResponse> {
  const { webhook } = invocation.accessor;
  const fail = (what: string, error: unknown, code: number): CallingWebhookError =>
    new CallingWebhookError(webhook.name, `${what}: ${(error as Error).message}`, {
      code: findStatusError(error)?.status.code ?? code,
      cause: error,
    });
  const request = attempt(
    () => newReviewRequest(versioned, invocation),
    (error) => fail('could not create admission objects', error, 400),
  );
  const options = {
    timeoutMs: timeLeft(webhook.timeoutSeconds ?? defaultTimeoutSeconds, versioned.attributes.deadline),
    signal: versioned.attributes.signal,
  };
  let answer: unknown;
  try {
    answer = await clients.post(webhook.clientConfig, request.body, options);
  } catch (error) {
    throw fail('failed to call webhook', error, 503);
  }
  return attempt(
    () => verifyReviewResponse(answer, request, mutating),
    (error) => fail('received invalid webhook response', error, 503),
  );
}

/** A webhook gets no more time than is left for the request, and a moment where nothing is. */
function timeLeft(timeoutSeconds: number, deadline: number | undefined): number {
  const timeoutMs = timeoutSeconds * 1000;
  if (deadline === undefined) return timeoutMs;
  return Math.max(1, Math.min(timeoutMs, Math.floor(deadline - performance.now())));
}

function attempt<T>(work: () => T, failure: (error: unknown) => Error): T {
  try {
    return work();
  } catch (error) {
    throw failure(error);
  }
}
