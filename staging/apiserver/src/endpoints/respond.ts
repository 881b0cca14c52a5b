import { type GroupVersionKind, apiVersionOf, newNotAcceptable } from '@kubescript/apimachinery';

import type { EncodedObject, ListResult } from '../registry/rest.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { encodeDocument, jsonChunks } from './encode.ts';
import { goJson, utf8 } from '../util/go-json.ts';
import { goTypeName } from './go-names.ts';
import type { Negotiated } from './negotiation.ts';
import type { EndpointDeps, ResourceScope } from './scope.ts';
import { listChunks, metadataListChunks, tableChunks } from './list-chunks.ts';
import { type TableItem, type TableOptions, includeObjectOf, makeTable, partialMetadata } from './table.ts';
import { isUnstructured, notMarshalable } from './unstructured.ts';
import { versionedObject, withoutKind } from './versioned-object.ts';

/** Answers with one object in the form that was negotiated. */
export function respondObject(
  item: EncodedObject,
  status: number,
  negotiated: Negotiated,
  to: { readonly request: ServerRequest; readonly scope: ResourceScope; readonly deps: EndpointDeps },
): ServerResponse {
  const { scope, deps, request } = to;
  if (isStatus(item)) return respondStatus({ ...item.object, code: status }, status, negotiated);
  const versioned = versionedObject(item, scope.kind, deps.scheme);
  const { transform } = negotiated;
  if (transform?.kind === 'Table') {
    return respondDocument(
      makeTable([{ item, versioned }], scope.rest.table, {
        version: transform.version,
        metadata: { resourceVersion: item.object.metadata.resourceVersion },
        include: includeObjectOf(request.query),
        now: deps.clock.now(),
      }),
      status,
      negotiated,
      deps,
    );
  }
  if (transform?.kind === 'PartialObjectMetadata') {
    return respondDocument(partialMetadata(versioned.document(), transform.version), status, negotiated, deps);
  }
  if (transform !== undefined) {
    const type = goTypeName(scope.kind);
    throw newNotAcceptable(`you requested ${transform.kind}, but the requested object is not a list (*${type})`);
  }
  if (negotiated.mediaType === protobufType && versioned.unstructured) {
    throw newNotAcceptable(notMarshalable('Unstructured'));
  }
  if (negotiated.mediaType === protobufType && deps.protobuf) {
    const { protobuf } = deps;
    return respondBytes(status, protobufType, [protobuf.wrap(typeOf(scope.kind), versioned.protobuf(protobuf))]);
  }
  if (negotiated.mediaType !== 'application/json' || negotiated.pretty) {
    return respondDocument(versioned.document(), status, negotiated, deps);
  }
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: {
      kind: 'object',
      get value() {
        return versioned.object;
      },
      encode: () => [...jsonChunks(versioned, scope.kind), newline],
    },
  };
}

/** Answers with a Status: as JSON where objects would go out in binary, since clients tell by the content type. */
export function respondStatus(value: unknown, status: number, negotiated: Negotiated): ServerResponse {
  const binary = negotiated.mediaType === 'application/vnd.kubernetes.protobuf';
  return respondDocument(value, status, binary ? { ...negotiated, mediaType: 'application/json' } : negotiated);
}

/** Answers with a page of a list. */
export function respondList(
  list: ListResult,
  negotiated: Negotiated,
  to: { readonly request: ServerRequest; readonly scope: ResourceScope; readonly deps: EndpointDeps },
): ServerResponse {
  const { scope, deps, request } = to;
  const items = list.items.map((item) => ({ item, versioned: versionedObject(item, scope.kind, deps.scheme) }));
  const metadata = listMeta(list);
  const unstructured = isUnstructured(deps.scheme, scope.kind);
  const kind = (unstructured ? deps.scheme.unstructured?.listKind : undefined) ?? `${scope.kind.kind}List`;
  const { transform } = negotiated;
  if (transform?.kind === 'Table') {
    const include = includeObjectOf(request.query);
    const options: TableOptions = { version: transform.version, metadata, include, now: deps.clock.now() };
    return respondChunked(negotiated, deps, {
      value: () => makeTable(items, scope.rest.table, options),
      ...(include === 'Metadata' ? { chunks: () => tableChunks(items, scope.rest.table, options) } : {}),
    });
  }
  if (transform?.kind === 'PartialObjectMetadataList') {
    const { version } = transform;
    const head = { kind: transform.kind, apiVersion: `meta.k8s.io/${version}`, metadata };
    const versioned = items.map((item) => item.versioned);
    return respondChunked(negotiated, deps, {
      value: () => ({ ...head, items: versioned.map((item) => partialMetadata(item.document(), version)) }),
      chunks: () => metadataListChunks(head, versioned),
    });
  }
  if (transform !== undefined) {
    const type = goTypeName({ ...scope.kind, kind });
    throw newNotAcceptable(`you requested ${transform.kind}, but the requested object is a list (*${type})`);
  }
  const apiVersion = apiVersionOf(scope.kind);
  if (unstructured) return respondUnstructuredList({ apiVersion, kind, items, metadata: list }, negotiated);
  const document = (): unknown => ({
    kind,
    apiVersion,
    metadata,
    items: items.map(({ versioned }) => versioned.object),
  });
  if (negotiated.mediaType === protobufType && deps.protobuf) {
    const { protobuf } = deps;
    const encoded = items.map(({ versioned }) => versioned.protobuf(protobuf));
    return respondBytes(200, protobufType, protobuf.encodeList({ kind, apiVersion }, metadata, encoded));
  }
  if (negotiated.mediaType !== 'application/json' || negotiated.pretty) {
    const bare = items.map(({ versioned }) => withoutKind(versioned.document()));
    return respondDocument({ kind, apiVersion, metadata, items: bare }, 200, negotiated, deps);
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      kind: 'object',
      get value() {
        return document();
      },
      encode: () =>
        listChunks(
          { kind, apiVersion, metadata },
          items.map(({ versioned }) => versioned),
        ),
    },
  };
}

/** Statuses are computed, never stored: nothing is decoded to find out. */
const isStatus = (item: EncodedObject): boolean => item.letGo === undefined && item.object.kind === 'Status';

/** Answers with a document that is put together of shared pieces where plain JSON is wanted. */
function respondChunked(
  negotiated: Negotiated,
  deps: EndpointDeps,
  answer: { readonly value: () => unknown; readonly chunks?: () => Uint8Array[] },
): ServerResponse {
  const { chunks } = answer;
  if (negotiated.mediaType !== 'application/json' || negotiated.pretty || chunks === undefined) {
    return respondDocument(answer.value(), 200, negotiated, deps);
  }
  return {
    status: 200,
    headers: { 'content-type': negotiated.mediaType },
    body: {
      kind: 'object',
      get value() {
        return answer.value();
      },
      encode: chunks,
    },
  };
}

interface UnstructuredList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly TableItem[];
  readonly metadata: ListResult;
}

/** A list of custom resources: alphabetical, with the kind in every item, and a continue token even if it is empty. */
function respondUnstructuredList(list: UnstructuredList, negotiated: Negotiated): ServerResponse {
  if (negotiated.mediaType === protobufType) throw newNotAcceptable(notMarshalable('UnstructuredList'));
  const { apiVersion, kind, items } = list;
  const { continue: token = '', remainingItemCount, resourceVersion } = list.metadata;
  const metadata = {
    continue: token,
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
    resourceVersion,
  };
  if (negotiated.mediaType !== 'application/json' || negotiated.pretty) {
    const ordered = items.map(({ versioned }) => versioned.document());
    return respondDocument({ apiVersion, items: ordered, kind, metadata }, 200, negotiated);
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      kind: 'object',
      get value() {
        return { apiVersion, kind, metadata, items: items.map(({ versioned }) => versioned.object) };
      },
      encode: () => [
        utf8(`{"apiVersion":${goJson(apiVersion)},"items":[`),
        ...items.flatMap(({ versioned }, index) => (index > 0 ? [comma, versioned.json()] : [versioned.json()])),
        utf8(`],"kind":${goJson(kind)},"metadata":${goJson(metadata)}}\n`),
      ],
    },
  };
}

const protobufType = 'application/vnd.kubernetes.protobuf';

const typeOf = (kind: GroupVersionKind): { apiVersion: string; kind: string } => ({
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
});

function respondBytes(status: number, contentType: string, chunks: readonly Uint8Array[]): ServerResponse {
  return { status, headers: { 'content-type': contentType }, body: { kind: 'bytes', chunks } };
}

/** Answers with any JSON value. */
export function respondDocument(
  value: unknown,
  status: number,
  negotiated: Negotiated,
  deps: { readonly protobuf?: EndpointDeps['protobuf'] } = {},
): ServerResponse {
  return {
    status,
    headers: { 'content-type': negotiated.mediaType },
    body: { kind: 'object', value, encode: () => encodeDocument(value, negotiated, deps.protobuf) },
  };
}

const newline = utf8('\n');
const comma = utf8(',');

function listMeta(list: ListResult): Record<string, unknown> {
  return {
    resourceVersion: list.resourceVersion,
    ...(list.continue === undefined || list.continue === '' ? {} : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
}
