import { failureStatus, newBadRequest, newResourceExpired, StatusError } from '@kubescript/apimachinery';

/** 504: the cache has not seen that resourceVersion, and may never. */
export function newTooLargeResourceVersion(wanted: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${String(wanted)}, current: ${String(current)}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError(failureStatus('Timeout', message, { details: { causes, retryAfterSeconds: 1 } }));
}

/** 410: a watch cannot start there any more. */
export function newTooOldResourceVersion(wanted: number, oldest: number): StatusError {
  return newResourceExpired(`too old resource version: ${String(wanted)} (${String(oldest)})`);
}

/** 410: a list at an exact resourceVersion cannot be made any more. */
export function newCompactedList(): StatusError {
  return newResourceExpired('The resourceVersion for the provided list is too old.');
}

/** A resourceVersion as a number; undefined if it is not one. */
export function parseResourceVersion(text: string): number | undefined {
  if (text === '' || text === '0') return 0;
  if (!/^[0-9]{1,19}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The resourceVersion of a list; throws 400 if it is not a number. */
export function listResourceVersion(text: string): number {
  const value = parseResourceVersion(text);
  if (value === undefined) {
    throw newBadRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: not a number`,
    );
  }
  return value;
}

/** The resourceVersion of anything else; throws 500 if it is not a number, as the reference does. */
export function objectResourceVersion(text: string): number {
  const value = parseResourceVersion(text);
  if (value === undefined) {
    const message = `resourceVersion: Invalid value: ${JSON.stringify(text)}: not a number`;
    throw new StatusError(failureStatus('', message, { code: 500 }));
  }
  return value;
}
