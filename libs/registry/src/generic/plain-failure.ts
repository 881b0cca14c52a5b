import { newStatusError, type StatusError } from '@kubescript/apimachinery';

/** A failure (500) that the reference reports by its message alone, without a reason. */
export function plainFailure(message: string): StatusError {
  return newStatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
}
