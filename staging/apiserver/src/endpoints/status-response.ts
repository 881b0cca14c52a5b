import { type Status, statusOf } from '@kubescript/apimachinery';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { encodeDocument, type ProtobufCodec } from './encode.ts';
import { negotiateError } from './negotiation.ts';

/** The answer that reports an error, in an encoding that the client reads. */
export function statusResponse(error: unknown, request: ServerRequest, protobuf?: ProtobufCodec): ServerResponse {
  const status: Status = { kind: 'Status', apiVersion: 'v1', ...statusOf(error) };
  const code = status.code ?? 500;
  const negotiated = negotiateError(request);
  const headers: Record<string, string> = { 'content-type': negotiated.mediaType };
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined && (code === 429 || code >= 500)) headers['retry-after'] = String(retryAfter);
  if (code === 401) headers['www-authenticate'] = 'Bearer realm="kubescript"';
  return {
    status: code,
    headers,
    body: { kind: 'object', value: status, encode: () => encodeDocument(status, negotiated, protobuf) },
  };
}
