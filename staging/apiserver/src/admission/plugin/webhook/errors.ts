import { type Status, type StatusError, newBadRequest, newStatusError } from '@kubescript/apimachinery';

/**
 * A webhook that could not be asked, or that answered nothing sensible: whether the request ends is for its
 * failurePolicy to say.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#ErrCallingWebhook
 */
export class CallingWebhookError extends Error {
  override readonly name = 'CallingWebhookError';
  readonly reason: string;
  readonly code: number;

  constructor(webhook: string, reason: string, { code, cause }: { readonly code: number; readonly cause?: unknown }) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason}`, { cause });
    this.reason = reason;
    this.code = code;
  }
}

/**
 * A webhook that said no.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#ErrWebhookRejection
 */
export class WebhookRejection extends Error {
  override readonly name = 'WebhookRejection';
  readonly statusError: StatusError;

  constructor(statusError: StatusError) {
    super(statusError.message);
    this.statusError = statusError;
  }
}

/**
 * What the webhook gave as its result, as the refusal of the request: never a success, never a code below 400.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/errors#ToStatusErr
 */
export function rejectionStatus(webhook: string, result: Partial<Status> | undefined): StatusError {
  const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const { code = 0, status = '', message = '', reason = '', metadata = {}, ...rest } = result ?? {};
  const explained = message === '' ? reason : message;
  return newStatusError({
    kind: 'Status',
    apiVersion: 'v1',
    ...rest,
    metadata,
    status: status === '' || status === 'Success' ? 'Failure' : status,
    message: explained === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${explained}`,
    ...(reason === '' ? {} : { reason }),
    code: Math.max(code, 400),
  });
}

/** @go k8s.io/apiserver/pkg/admission/plugin/webhook/errors#NewDryRunUnsupportedErr */
export function dryRunUnsupported(webhook: string): StatusError {
  return newBadRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`);
}
