import type { Status } from '../../apis/meta/v1/types.ts';
import { statusReasons, type StatusReason } from './reasons.ts';

/**
 * A failure that the API reports: what a server sends as `Status` and what a client throws for it. A plain `Error`
 * means a bug or a broken connection.
 *
 * @go k8s.io/apimachinery/pkg/api/errors#StatusError
 */
export class StatusError extends Error {
  readonly status: Status;

  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? '', options);
    this.name = 'StatusError';
    this.status = status;
  }
}

/** A failure `Status` with the members in the order in which upstream encodes them. */
export function failureStatus(
  reason: StatusReason,
  message: string,
  extra: { readonly code?: number; readonly details?: Status['details'] } = {},
): Status {
  const code = extra.code ?? (reason === '' ? 500 : statusReasons[reason]);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(extra.details === undefined ? {} : { details: extra.details }),
    code,
  };
}

/** The StatusError that `err` is or was caused by; undefined if there is none. */
export function findStatusError(err: unknown): StatusError | undefined {
  for (let cause = err, depth = 0; cause instanceof Error && depth < 32; cause = cause.cause, depth++) {
    if (cause instanceof StatusError) return cause;
  }
  return undefined;
}

/**
 * The Status of an error; an error that is not of the API becomes an internal error (500) with its message.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers/responsewriters#ErrorToAPIStatus
 */
export function statusOf(err: unknown): Status {
  const known = findStatusError(err);
  if (known !== undefined) return known.status;
  return failureStatus('', err instanceof Error ? err.message : String(err), { code: 500 });
}
