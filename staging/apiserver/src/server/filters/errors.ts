import { newBadRequest, StatusError } from '@kubescript/apimachinery';

import type { ProtobufCodec } from '../../endpoints/encode.ts';
import { statusResponse } from '../../endpoints/status-response.ts';
import type { Filter } from '../http.ts';
import { textResponse } from '../plain-response.ts';

/**
 * Turns whatever is thrown further in into an answer: a StatusError into its Status, anything else, which is a bug,
 * into 500 after `onPanic` was told.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithPanicRecovery
 */
export const withErrorResponses =
  (onPanic: (error: unknown) => void, protobuf?: ProtobufCodec): Filter =>
  (next) =>
    async function answerErrors(request) {
      try {
        return await next(request);
      } catch (error) {
        const cause = statusErrorIn(error) ?? tooDeep(error);
        if (cause === undefined && !request.signal.aborted) onPanic(error);
        if (cause === undefined && isBug(error)) return textResponse(500, panicText);
        return statusResponse(cause ?? error, request, protobuf);
      }
    };

const panicText = 'This request caused apiserver to panic. Look in the logs for details.\n';

/** Input that is nested deeper than the stack allows; the reference's grows, ours has an end. */
function tooDeep(error: unknown): StatusError | undefined {
  const isOverflow = error instanceof RangeError && error.message.startsWith('Maximum call stack size');
  return isOverflow ? newBadRequest('the request is nested too deeply') : undefined;
}

/** What no code throws on purpose. */
const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;

function statusErrorIn(error: unknown): StatusError | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof StatusError) return at;
  return undefined;
}
