import type { Status, StatusCause, StatusDetails } from '../../apis/meta/v1/types.ts';
import { formatGroupResource, type GroupKind, type GroupResource } from '../../schema/group-version.ts';
import { quote } from '../../util/go-format.ts';
import type { FieldError } from '../../validation/field-error.ts';
import { aggregateMessages, formatFieldError, formatFieldErrorBody } from '../../validation/field-errors.ts';
import type { StatusReason } from './reasons.ts';
import { failureStatus, StatusError } from './status-error.ts';

/** 404: `pods "web" not found`. */
export function newNotFound(gr: GroupResource, name: string): StatusError {
  return ofResource('NotFound', gr, name, `${formatGroupResource(gr)} ${quote(name)} not found`);
}

/** 409: `pods "web" already exists`. */
export function newAlreadyExists(gr: GroupResource, name: string): StatusError {
  return ofResource('AlreadyExists', gr, name, `${formatGroupResource(gr)} ${quote(name)} already exists`);
}

/** 409 for a create of generateName whose names were all taken. */
export function newGenerateNameConflict(gr: GroupResource, name: string, retryAfterSeconds: number): StatusError {
  const message = `${formatGroupResource(gr)} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
  return new StatusError(
    failureStatus('AlreadyExists', message, { details: { ...resourceDetails(gr, name), retryAfterSeconds } }),
  );
}

/** 409: the object is not what the writer thought it was. */
export function newConflict(gr: GroupResource, name: string, message: string): StatusError {
  const text = `Operation cannot be fulfilled on ${formatGroupResource(gr)} ${quote(name)}: ${message}`;
  return ofResource('Conflict', gr, name, text);
}

/** 409 of server-side apply: other managers own the fields. */
export function newApplyConflict(causes: readonly StatusCause[], message: string): StatusError {
  return new StatusError(failureStatus('Conflict', message, { details: { causes: [...causes] } }));
}

/** 422: one cause per field error. */
export function newInvalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const causes = errors.map((error) => ({
    reason: error.type,
    message: formatFieldErrorBody(error),
    field: error.path,
  }));
  const title = `${kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`} ${quote(name)} is invalid`;
  const summary = aggregateMessages(errors.map(formatFieldError));
  return new StatusError(
    failureStatus('Invalid', summary === '' ? title : `${title}: ${summary}`, {
      details: {
        ...(name === '' ? {} : { name }),
        ...(kind.group === '' ? {} : { group: kind.group }),
        ...(kind.kind === '' ? {} : { kind: kind.kind }),
        ...(causes.length === 0 ? {} : { causes }),
      },
    }),
  );
}

/** 400: the request cannot be understood. */
export function newBadRequest(message: string): StatusError {
  return new StatusError(failureStatus('BadRequest', message));
}

/** 401: nobody is known to make the request; `message` '' means `Unauthorized`. */
export function newUnauthorized(message = ''): StatusError {
  return new StatusError(failureStatus('Unauthorized', message === '' ? 'Unauthorized' : message));
}

/** 403: `pods "web" is forbidden: message`. */
export function newForbidden(gr: GroupResource, name: string, message: string): StatusError {
  return ofResource('Forbidden', gr, name, forbiddenMessage(gr, name, message));
}

function forbiddenMessage(gr: GroupResource, name: string, message: string): string {
  if (gr.resource === '') return `forbidden: ${message}`;
  const resource = formatGroupResource(gr);
  return name === '' ? `${resource} is forbidden: ${message}` : `${resource} ${quote(name)} is forbidden: ${message}`;
}

/** 405: the resource is there, the verb is not. */
export function newMethodNotSupported(gr: GroupResource, verb: string): StatusError {
  const message = `${verb} is not supported on resources of kind ${quote(formatGroupResource(gr))}`;
  return new StatusError(failureStatus('MethodNotAllowed', message, { details: resourceDetails(gr, '') }));
}

/** 410 for a resourceVersion or continue token that is too old. */
export function newResourceExpired(message: string): StatusError {
  return new StatusError(failureStatus('Expired', message));
}

/** 429 with the time after which to try again. */
export function newTooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError(failureStatus('TooManyRequests', message, { details: retryDetails(retryAfterSeconds) }));
}

/** 500: the server gave up on an operation that may still succeed if tried again. */
export function newServerTimeout(gr: GroupResource, verb: string, retryAfterSeconds: number): StatusError {
  const message = `The ${verb} operation against ${formatGroupResource(gr)} could not be completed at this time, please try again.`;
  const details = { ...resourceDetails(gr, verb), ...retryDetails(retryAfterSeconds) };
  return new StatusError(failureStatus('ServerTimeout', message, { details }));
}

/** 504: the request did not finish in time. */
export function newTimeout(message: string, retryAfterSeconds = 0): StatusError {
  return new StatusError(failureStatus('Timeout', `Timeout: ${message}`, { details: retryDetails(retryAfterSeconds) }));
}

/** 500: something failed that the client cannot mend. */
export function newInternalError(err: unknown): StatusError {
  const message = err instanceof Error ? err.message : String(err);
  const status = failureStatus('InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });
  return new StatusError(status, { cause: err });
}

/** 503: the server, or what stands behind it, is not there. */
export function newServiceUnavailable(message: string): StatusError {
  return new StatusError(failureStatus('ServiceUnavailable', message));
}

/** 413: the body is larger than allowed. */
export function newRequestEntityTooLarge(message: string): StatusError {
  return new StatusError(failureStatus('RequestEntityTooLarge', `Request entity too large: ${message}`));
}

/** 415: the body is of a media type that is not accepted here. */
export function newUnsupportedMediaType(message: string): StatusError {
  return new StatusError(failureStatus('UnsupportedMediaType', message));
}

/** 406: no media type that the client accepts can be produced. */
export function newNotAcceptable(message: string): StatusError {
  return new StatusError(failureStatus('NotAcceptable', message));
}

/** What a GenericServerResponse is made from. */
export interface ServerResponse {
  readonly code: number;
  readonly verb: string;
  readonly resource?: GroupResource;
  readonly name?: string;
  /** The body, or what is known of the failure. */
  readonly serverMessage?: string;
  readonly retryAfterSeconds?: number;
  /** The body is not a Status: say so in the details. */
  readonly isUnexpectedResponse?: boolean;
}

const genericTexts: Readonly<Record<number, readonly [reason: StatusReason, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  403: ['Forbidden', ''],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  406: ['NotAcceptable', ''],
  409: ['Conflict', 'the server reported a conflict'],
  410: ['Gone', 'the requested resource has been removed or is no longer available'],
  413: ['RequestEntityTooLarge', 'the request is too large'],
  415: ['UnsupportedMediaType', ''],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  500: ['InternalError', ''],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

/**
 * The error for an answer that does not carry a Status.
 *
 * @go k8s.io/apimachinery/pkg/api/errors#NewGenericServerResponse
 */
export function newGenericServerResponse(response: ServerResponse): StatusError {
  const { code, verb, serverMessage = '', name = '' } = response;
  const resource = response.resource ?? { group: '', resource: '' };
  const [reason, text] = genericTexts[code] ?? ['', ''];
  const said = serverMessage === '' ? 'unknown' : serverMessage;
  let message = text === '' ? fallbackText(code, verb, said, serverMessage) : text;
  if (resource.resource !== '') {
    message += ` (${verb.toLowerCase()} ${formatGroupResource(resource)}${name === '' ? '' : ` ${name}`})`;
  }
  const causes: StatusCause[] =
    response.isUnexpectedResponse === true ? [{ reason: 'UnexpectedServerResponse', message: said }] : [];
  const details: StatusDetails = {
    ...resourceDetails(resource, name),
    ...(causes.length === 0 ? {} : { causes }),
    ...retryDetails(response.retryAfterSeconds ?? 0),
  };
  return new StatusError(failureStatus(reason, message, { code, details }));
}

function fallbackText(code: number, verb: string, said: string, serverMessage: string): string {
  if (code === 403 || code === 406 || code === 415) return said;
  if (code === 500) return `an error on the server (${quote(said)}) has prevented the request from succeeding`;
  if (code > 500) return `an error on the server (${quote(said)}) has prevented the request from succeeding`;
  const text = `the server responded with the status code ${String(code)} but did not return more information`;
  return serverMessage === '' || verb === '' ? text : text;
}

/** Whatever the server sent as a Status, as an error. */
export function newStatusError(status: Status): StatusError {
  return new StatusError(status);
}

function ofResource(reason: StatusReason, gr: GroupResource, name: string, message: string): StatusError {
  return new StatusError(failureStatus(reason, message, { details: resourceDetails(gr, name) }));
}

function resourceDetails(gr: GroupResource, name: string): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(gr.group === '' ? {} : { group: gr.group }),
    ...(gr.resource === '' ? {} : { kind: gr.resource }),
  };
}

function retryDetails(retryAfterSeconds: number): StatusDetails {
  return retryAfterSeconds > 0 ? { retryAfterSeconds } : {};
}
