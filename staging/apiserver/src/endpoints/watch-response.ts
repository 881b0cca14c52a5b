import { apiVersionOf, newNotAcceptable } from '@kubescript/apimachinery';

import type { RestWatchEvent } from '../registry/rest.ts';
import { eventStreamOf, mapEvents } from '../server/event-stream.ts';
import type { ServerRequest, ServerResponse, StreamedEvent } from '../server/http.ts';
import { jsonChunks } from './encode.ts';
import { versionedObject } from './versioned-object.ts';
import { goJsonBytes, utf8 } from '../util/go-json.ts';
import type { Negotiated } from './negotiation.ts';
import type { EndpointDeps, ResourceScope } from './scope.ts';
import { type IncludeObject, includeObjectOf, makeTable, partialMetadata } from './table.ts';
import { isUnstructured, notMarshalable } from './unstructured.ts';

interface WatchTarget {
  readonly request: ServerRequest;
  readonly scope: ResourceScope;
  readonly deps: EndpointDeps;
}

/** Answers with the events of a watch, one JSON document a line, or length-prefixed messages for protobuf. */
export function watchResponse(
  events: AsyncIterable<RestWatchEvent>,
  negotiated: Negotiated,
  to: WatchTarget,
): ServerResponse {
  const protobuf = negotiated.mediaType === 'application/vnd.kubernetes.protobuf';
  if (protobuf && !negotiated.transform && isUnstructured(to.deps.scheme, to.scope.kind)) {
    throw newNotAcceptable(notMarshalable('Unstructured'));
  }
  const contentType = protobuf ? `${negotiated.mediaType};stream=watch` : negotiated.mediaType;
  return {
    status: 200,
    headers: { 'content-type': contentType },
    body: { kind: 'events', events: mapEvents(eventStreamOf(events), eventMaker(negotiated, to)) },
  };
}

/** Turns one event into what the client sees. */
function eventMaker(negotiated: Negotiated, to: WatchTarget): (event: RestWatchEvent) => StreamedEvent {
  const { transform } = negotiated;
  const plain = plainEvent(negotiated, to);
  if (transform === undefined) return plain;
  const include = includeObjectOf(to.request.query);
  let first = true;
  return function makeTransformed(event) {
    if (event.type === 'ERROR') return plain(event);
    const withColumns = first;
    first = false;
    if (transform.kind === 'Table') {
      return documentEvent({
        type: event.type,
        object: tableOf(event, to, { version: transform.version, include, withColumns }),
      });
    }
    const { version } = transform;
    const document = documentEvent({ type: event.type, object: partialMetadata(objectOf(event, to), version) });
    return { ...document, encode: () => sharedFrame(event, `${version};metadata`, document.encode) };
  };
}

function tableOf(
  event: Exclude<RestWatchEvent, { type: 'ERROR' }>,
  { scope, deps }: WatchTarget,
  options: { readonly version: string; readonly include: IncludeObject; readonly withColumns: boolean },
): unknown {
  const now = deps.clock.now();
  if (event.type === 'BOOKMARK') {
    return makeTable([], scope.rest.table, { ...options, now, metadata: bookmarkMetadata(event) });
  }
  const metadata = { resourceVersion: event.item.object.metadata.resourceVersion };
  const versioned = versionedObject(event.item, scope.kind, deps.scheme);
  return makeTable([{ item: event.item, versioned }], scope.rest.table, { ...options, now, metadata });
}

function objectOf(
  event: Exclude<RestWatchEvent, { type: 'ERROR' }>,
  { scope, deps }: WatchTarget,
): ReturnType<typeof bookmark> {
  return event.type === 'BOOKMARK'
    ? bookmark(event, scope)
    : (versionedObject(event.item, scope.kind, deps.scheme).document() as ReturnType<typeof bookmark>);
}

function bookmark(
  event: Extract<RestWatchEvent, { type: 'BOOKMARK' }>,
  scope: ResourceScope,
): {
  kind: string;
  apiVersion: string;
  metadata: ReturnType<typeof bookmarkMetadata>;
} {
  return { kind: scope.kind.kind, apiVersion: apiVersionOf(scope.kind), metadata: bookmarkMetadata(event) };
}

function bookmarkMetadata(event: Extract<RestWatchEvent, { type: 'BOOKMARK' }>): {
  resourceVersion: string;
  annotations?: Record<string, string>;
} {
  const { resourceVersion } = event;
  return event.initialEventsEnd
    ? { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } }
    : { resourceVersion };
}

/** Events whose object is as the API shows it; their encoding is shared by all watchers. */
function plainEvent(negotiated: Negotiated, to: WatchTarget): (event: RestWatchEvent) => StreamedEvent {
  const { scope, deps } = to;
  const { protobuf } = deps;
  const binary = negotiated.mediaType === 'application/vnd.kubernetes.protobuf' && protobuf !== undefined;
  return function makePlain(event) {
    if (event.type === 'ERROR') return encoded({ type: 'ERROR', object: event.status });
    if (event.type === 'BOOKMARK') return encoded({ type: event.type, object: bookmark(event, scope) });
    const versioned = versionedObject(event.item, scope.kind, deps.scheme);
    const value = {
      type: event.type,
      get object() {
        return versioned.object;
      },
    };
    if (binary) {
      const type = { apiVersion: apiVersionOf(scope.kind), kind: scope.kind.kind };
      const encode = (): Uint8Array => frame(event.type, protobuf.wrap(type, versioned.protobuf(protobuf)));
      return { value, encode: () => sharedFrame(event, `${type.apiVersion};protobuf`, encode) };
    }
    const encode = (): Uint8Array =>
      Buffer.concat([startOf(event.type), ...jsonChunks(versioned, scope.kind), eventEnd]);
    return { value, encode: () => sharedFrame(event, `${apiVersionOf(scope.kind)};json`, encode) };
  };

  function encoded(value: { readonly type: string; readonly object: unknown }): StreamedEvent {
    return binary ? { value, encode: () => frame(value.type, protobuf.encode(value.object)) } : documentEvent(value);
  }
}

/** The frames of events that several watchers see, made by the first of them. */
const frames = new WeakMap<RestWatchEvent, Map<string, Uint8Array>>();

function sharedFrame(event: RestWatchEvent, form: string, make: () => Uint8Array): Uint8Array {
  let forms = frames.get(event);
  if (forms === undefined) frames.set(event, (forms = new Map<string, Uint8Array>()));
  let bytes = forms.get(form);
  if (bytes === undefined) forms.set(form, (bytes = make()));
  return bytes;
}

function documentEvent(value: unknown): StreamedEvent {
  return { value, encode: () => Buffer.concat([goJsonBytes(value), newline]) };
}

const newline = utf8('\n');
const eventEnd = utf8('}\n');
const starts = {
  ADDED: utf8('{"type":"ADDED","object":'),
  MODIFIED: utf8('{"type":"MODIFIED","object":'),
  DELETED: utf8('{"type":"DELETED","object":'),
};
const startOf = (type: keyof typeof starts): Uint8Array => starts[type];

/**
 * A binary event: its length in four bytes, then a message of a type (field 1) and an object (field 2, whose `raw` is
 * the enveloped object).
 */
function frame(type: string, object: Uint8Array): Uint8Array {
  const message = Buffer.concat([field(1, utf8(type)), field(2, field(1, object))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return Buffer.concat([length, message]);
}

/** A length-delimited field of the protobuf wire format. */
function field(number: number, data: Uint8Array): Uint8Array {
  const head = [(number << 3) | 2];
  let length = data.length;
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128);
  head.push(length);
  return Buffer.concat([Uint8Array.from(head), data]);
}
