import { newGenericServerResponse } from '@kubescript/apimachinery';

import { parseAccept } from '../endpoints/negotiation.ts';
import type { ServerRequest } from '../server/http.ts';

/** A form of a document: the names under which clients ask for it, and the content type of the answer. */
export interface DocumentType {
  readonly asked: readonly string[];
  readonly contentType: string;
}

const json: DocumentType = { asked: ['application/json'], contentType: 'application/json' };
const swaggerProtobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** The forms of documents that are served as JSON only. */
export const jsonOnly: readonly DocumentType[] = [json];
/** The forms of the Swagger 2 document; clients up to 1.28 ask for the second by a name that is no media type. */
export const swaggerTypes: readonly DocumentType[] = [
  json,
  {
    asked: ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', swaggerProtobuf],
    contentType: swaggerProtobuf,
  },
];

/**
 * The content type of the first form that fits the best clause of the Accept header; 406 where none fits.
 *
 * @go k8s.io/kube-openapi/pkg/handler#OpenAPIService.RegisterOpenAPIVersionedService
 */
export function negotiateDocument(request: ServerRequest, types: readonly DocumentType[]): string {
  const clauses = parseAccept(request.headers['accept'] ?? '*/*');
  if (clauses.length === 0) return json.contentType;
  for (const { type } of clauses) {
    const wild = type === '*/*' || type === 'application/*';
    const found = types.find(({ asked }) => wild || asked.includes(type));
    if (found) return found.contentType;
  }
  throw newGenericServerResponse({ code: 406, verb: '' });
}
