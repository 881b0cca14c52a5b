import type { StatusReason } from './reasons.ts';
import { statusReasons } from './reasons.ts';
import { findStatusError } from './status-error.ts';

/** The reason of an error of the API, also one that was wrapped; '' if it has none. */
export function reasonOf(err: unknown): StatusReason {
  const reason = findStatusError(err)?.status.reason ?? '';
  return isStatusReason(reason) ? reason : '';
}

function isStatusReason(reason: string): reason is Exclude<StatusReason, ''> {
  return Object.hasOwn(statusReasons, reason);
}

/** True if the error has this reason, or no known reason but its HTTP status. */
function hasReason(err: unknown, reason: Exclude<StatusReason, ''>): boolean {
  const actual = reasonOf(err);
  if (actual !== '') return actual === reason;
  return findStatusError(err)?.status.code === statusReasons[reason];
}

/** The object does not exist. */
export function isNotFound(err: unknown): boolean {
  return hasReason(err, 'NotFound');
}

/** An object of that name exists already. */
export function isAlreadyExists(err: unknown): boolean {
  return reasonOf(err) === 'AlreadyExists';
}

/** The object was changed meanwhile. */
export function isConflict(err: unknown): boolean {
  return hasReason(err, 'Conflict');
}

/** The object breaks a rule. */
export function isInvalid(err: unknown): boolean {
  return hasReason(err, 'Invalid');
}

/** The requested version is gone. */
export function isGone(err: unknown): boolean {
  return hasReason(err, 'Gone');
}

/** The resourceVersion or continue token is too old. */
export function isResourceExpired(err: unknown): boolean {
  return reasonOf(err) === 'Expired';
}

/** The request could not be understood. */
export function isBadRequest(err: unknown): boolean {
  return hasReason(err, 'BadRequest');
}

/** The client is not known. */
export function isUnauthorized(err: unknown): boolean {
  return hasReason(err, 'Unauthorized');
}

/** The client may not do this. */
export function isForbidden(err: unknown): boolean {
  return hasReason(err, 'Forbidden');
}

/** The verb does not exist for the resource. */
export function isMethodNotSupported(err: unknown): boolean {
  return hasReason(err, 'MethodNotAllowed');
}

/** No acceptable media type. */
export function isNotAcceptable(err: unknown): boolean {
  return hasReason(err, 'NotAcceptable');
}

/** The body's media type is not accepted. */
export function isUnsupportedMediaType(err: unknown): boolean {
  return hasReason(err, 'UnsupportedMediaType');
}

/** The body is too large. */
export function isRequestEntityTooLarge(err: unknown): boolean {
  return hasReason(err, 'RequestEntityTooLarge');
}

/** The request took too long. */
export function isTimeout(err: unknown): boolean {
  return hasReason(err, 'Timeout');
}

/** The server gave up; trying again may help. */
export function isServerTimeout(err: unknown): boolean {
  return reasonOf(err) === 'ServerTimeout';
}

/** The server failed. */
export function isInternalError(err: unknown): boolean {
  return hasReason(err, 'InternalError');
}

/** The server is overloaded. */
export function isTooManyRequests(err: unknown): boolean {
  return hasReason(err, 'TooManyRequests');
}

/** The server is not there. */
export function isServiceUnavailable(err: unknown): boolean {
  return hasReason(err, 'ServiceUnavailable');
}

/** The answer was not one of an API server. */
export function isUnexpectedServerError(err: unknown): boolean {
  const causes = findStatusError(err)?.status.details?.causes ?? [];
  return causes.some((cause) => cause.reason === 'UnexpectedServerResponse');
}

/** The namespace is being deleted. */
export function isNamespaceTerminating(err: unknown): boolean {
  const causes = findStatusError(err)?.status.details?.causes ?? [];
  return causes.some((cause) => cause.reason === 'NamespaceTerminating');
}

/** Seconds after which the server asks to be tried again; undefined if it does not. */
export function suggestsDelay(err: unknown): number | undefined {
  const status = findStatusError(err)?.status;
  if (status?.details === undefined) return undefined;
  const { retryAfterSeconds = 0 } = status.details;
  if (status.reason === 'ServerTimeout') return retryAfterSeconds;
  return retryAfterSeconds > 0 ? retryAfterSeconds : undefined;
}
