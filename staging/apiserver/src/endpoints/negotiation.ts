import { newGenericServerResponse, newNotAcceptable } from '@kubescript/apimachinery';

import { parseQueryBoolean } from '../server/request-info.ts';
import type { ServerRequest } from '../server/http.ts';

/** Encodings of objects. */
export type MediaType = 'application/json' | 'application/yaml' | 'application/vnd.kubernetes.protobuf';

/** All encodings, in the order in which the reference names them. */
export const mediaTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'] as const;
/** The encodings of watches. */
const streamMediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf'] as const;

/** What an object is to be turned into before it is encoded. */
export interface Transform {
  readonly kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  readonly version: string;
}

/** How the client wants its answer. */
export interface Negotiated {
  readonly mediaType: MediaType;
  readonly pretty: boolean;
  readonly transform?: Transform;
}

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The answer's encoding by the Accept header; 406 where none fits.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers/negotiation#NegotiateOutputMediaType
 */
export function negotiate(request: ServerRequest, stream = false): Negotiated {
  const accept = request.headers['accept'] ?? '';
  const clauses = parseAccept(accept);
  requireServedType(clauses, stream);
  const served: readonly MediaType[] = stream ? streamMediaTypes : mediaTypes;
  for (const clause of clauses) {
    const found = match(clause, served);
    if (found) return { ...found, pretty: clause.parameters['pretty'] === '1' || wantsPretty(request) };
  }
  if (clauses.length === 0) return { mediaType: 'application/json', pretty: wantsPretty(request) };
  const list = served.map((type) => (stream ? `${type};stream=watch` : type)).join(', ');
  throw newNotAcceptable(`only the following media types are accepted: ${list}`);
}

/** The encoding of errors: the best that the client takes, else JSON. */
export function negotiateError(request: ServerRequest): Negotiated {
  const pretty = wantsPretty(request);
  for (const clause of parseAccept(request.headers['accept'] ?? '')) {
    const found = mediaTypes.find((type) => type === clause.type);
    if (found) return { mediaType: found, pretty };
    if (clause.type === '*/*') break;
  }
  return { mediaType: 'application/json', pretty };
}

/** The router's own check, which knows no parameters and no wildcards but the full one. */
function requireServedType(clauses: readonly Clause[], stream: boolean): void {
  const known = (type: string): boolean => type === '*/*' || mediaTypes.some((served) => served === type);
  if (stream || clauses.length === 0 || clauses.some(({ type }) => known(type))) return;
  throw newGenericServerResponse({
    code: 406,
    verb: '',
    serverMessage: `406: Not Acceptable\n\nAvailable representations: ${mediaTypes.join(', ')}`,
  });
}

function match(clause: Clause, served: readonly MediaType[]): Omit<Negotiated, 'pretty'> | undefined {
  const mediaType = clause.type === '*/*' ? served[0] : served.find((type) => type === clause.type);
  if (mediaType === undefined) return undefined;
  const { as, g, v, stream } = clause.parameters;
  if (stream !== undefined && stream !== 'watch') return undefined;
  if (as === undefined) return { mediaType };
  if (g !== 'meta.k8s.io' || (v !== 'v1' && v !== 'v1beta1') || !isTransform(as)) return undefined;
  return { mediaType, transform: { kind: as, version: v } };
}

function isTransform(kind: string): kind is Transform['kind'] {
  return kind === 'Table' || kind === 'PartialObjectMetadata' || kind === 'PartialObjectMetadataList';
}

/** Clauses of an Accept header, best first. */
export function parseAccept(header: string): Clause[] {
  const clauses: Clause[] = [];
  for (const part of header.split(',')) {
    const [type = '', ...rest] = part.split(';').map((text) => text.trim());
    if (type === '') continue;
    const parameters = Object.fromEntries(rest.map(parseParameter));
    const quality = Number(parameters['q'] ?? 1);
    clauses.push({ type: type === '*' ? '*/*' : type, quality: Number.isNaN(quality) ? 1 : quality, parameters });
  }
  return clauses.sort((a, b) => b.quality - a.quality);
}

function parseParameter(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0
    ? [text, '']
    : [
        text.slice(0, at).trim(),
        text
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      ];
}

/** People get indented JSON: who asks for it, and tools that people use. */
export function wantsPretty(request: ServerRequest): boolean {
  const asked = request.query.get('pretty');
  if (asked !== null) return parseQueryBoolean(asked);
  const agent = request.headers['user-agent'] ?? '';
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
}

/** The bare media type of a Content-Type header. */
export function contentTypeOf(request: ServerRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
