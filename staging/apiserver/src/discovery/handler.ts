import { type Scheme, newGenericServerResponse } from '@kubescript/apimachinery';

import { encodeDocument } from '../endpoints/encode.ts';
import { utf8 } from '../util/go-json.ts';
import { negotiate, parseAccept, wantsPretty } from '../endpoints/negotiation.ts';
import { respondDocument } from '../endpoints/respond.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { AggregatedDiscovery, type TaggedDocument } from './aggregated.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import { type DiscoveryGroup, type DiscoveryView, discoveryGroups } from './view.ts';

/** Answers requests for discovery documents. */
export interface DiscoveryHandler {
  /** The answer; undefined if the path is none of discovery's. */
  handle(request: ServerRequest): ServerResponse | undefined;
  /** All paths of discovery, as they are now, for the index at `/`. */
  paths(): readonly string[];
}

/** What discovery is made of. */
export interface DiscoveryOptions {
  /** What is served now. Another array whenever it changes. */
  readonly served: () => readonly ApiGroupVersion[];
  /** Which groups are listed, and in which order. */
  readonly view: DiscoveryView;
  readonly scheme: Scheme;
  readonly serverAddress: () => string;
  /** Told of each document of the whole discovery that is made. */
  readonly onAggregation?: () => void;
}

/** Discovery of what is served; documents are made when first asked for, and again when what they show has changed. */
export function newDiscoveryHandler(options: DiscoveryOptions): DiscoveryHandler {
  const aggregated = new AggregatedDiscovery(options.scheme);
  const documents = new WeakMap<object, unknown>();
  let state: DiscoveryState | undefined;
  function current(): DiscoveryState {
    const served = options.served();
    const groups = options.view(served);
    if (state?.served !== served || state.groups !== groups) {
      state = { served, groups, sources: documentsByPath(served, groups, options), tagged: new Map() };
    }
    return state;
  }
  function makeOnce(source: DocumentSource): unknown {
    if (source.of === undefined) return source.make();
    const made = documents.get(source.of) ?? source.make();
    documents.set(source.of, made);
    return made;
  }
  function aggregate(key: string, groups: readonly DiscoveryGroup[], version: string): TaggedDocument {
    options.onAggregation?.();
    const made = aggregated.document(groups, version);
    state?.tagged.set(key, made);
    return made;
  }
  return {
    paths: () => [...current().sources.keys(), '/apis/'],
    handle(request) {
      if (!request.path.startsWith('/api')) return undefined;
      const path = request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
      const { sources, groups, tagged } = current();
      const source = sources.get(path);
      if (!source) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw newGenericServerResponse({ code: 405, verb: '' });
      if (path !== '/api' && path !== '/apis') return respondDocument(makeOnce(source), 200, negotiate(request));
      const version = aggregatedVersion(request);
      if (version === undefined) return respondPlain(makeOnce(source), request);
      const key = `${path} ${version}`;
      const half = (): DiscoveryGroup[] => groups.filter(({ group }) => (group === '') === (path === '/api'));
      return respondAggregated(request, tagged.get(key) ?? aggregate(key, half(), version), version);
    },
  };
}

interface DiscoveryState {
  readonly served: readonly ApiGroupVersion[];
  readonly groups: readonly DiscoveryGroup[];
  readonly sources: ReadonlyMap<string, DocumentSource>;
  readonly tagged: Map<string, TaggedDocument>;
}

/** How a document is made, and what it is about if it is worth keeping. */
interface DocumentSource {
  readonly of?: object;
  readonly make: () => unknown;
}

function documentsByPath(
  served: readonly ApiGroupVersion[],
  groups: readonly DiscoveryGroup[],
  { scheme, serverAddress }: DiscoveryOptions,
): Map<string, DocumentSource> {
  const documents = new Map<string, DocumentSource>();
  documents.set('/api', { make: () => apiVersions(groups, serverAddress()) });
  documents.set('/apis', { of: groups, make: () => apiGroupList(groups) });
  const listed = new Set(groups.map(({ group }) => group));
  const unlisted = served.filter(({ group }) => !listed.has(group));
  for (const group of [...groups, ...discoveryGroups(unlisted)]) {
    if (group.group !== '') documents.set(`/apis/${group.group}`, { of: group, make: () => apiGroup(group) });
  }
  for (const one of served) {
    const base = one.group === '' ? '/api' : `/apis/${one.group}`;
    documents.set(`${base}/${one.version}`, { of: one, make: () => apiResourceList(one, scheme) });
  }
  return documents;
}

function respondPlain(document: unknown, request: ServerRequest): ServerResponse {
  const response = respondDocument(document, 200, negotiate(request));
  response.headers['vary'] = 'Accept';
  return response;
}

const aggregatedVersions = ['v2', 'v2beta1'];

/** The version of aggregated discovery that the client takes; undefined if it wants the plain documents. */
function aggregatedVersion(request: ServerRequest): string | undefined {
  for (const { type, parameters } of parseAccept(request.headers['accept'] ?? '')) {
    if (type !== 'application/json' && type !== '*/*') continue;
    if (parameters['as'] === undefined) return undefined;
    if (parameters['as'] !== 'APIGroupDiscoveryList' || parameters['g'] !== 'apidiscovery.k8s.io') continue;
    const version = parameters['v'] ?? '';
    if (aggregatedVersions.includes(version)) return version;
  }
  return undefined;
}

function respondAggregated(
  request: ServerRequest,
  { document, etag, json }: TaggedDocument,
  version: string,
): ServerResponse {
  const headers = {
    'content-type': `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    vary: 'Accept',
    etag,
    'cache-control': 'public',
  };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: { kind: 'empty' } };
  const encode = (): Uint8Array[] =>
    wantsPretty(request) ? encodeDocument(document, { mediaType: 'application/json', pretty: true }) : [utf8(json)];
  return { status: 200, headers, body: { kind: 'object', value: document, encode } };
}
