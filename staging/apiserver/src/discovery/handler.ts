import { type Scheme, newGenericServerResponse } from '@kubescript/apimachinery';

import { negotiate, parseAccept, wantsPretty } from '../endpoints/negotiation.ts';
import { encodeDocument } from '../endpoints/encode.ts';
import { respondDocument } from '../endpoints/respond.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { type TaggedDocument, aggregatedDiscovery } from './aggregated.ts';
import { type GroupVersions, apiGroup, apiGroupList, apiResourceList, apiVersions, groupVersions } from './legacy.ts';

/** Answers requests for discovery documents. */
export interface DiscoveryHandler {
  /** The answer; undefined if the path is none of discovery's. */
  handle(request: ServerRequest): ServerResponse | undefined;
  /** All paths of discovery. */
  readonly paths: readonly string[];
}

/** Discovery of what is installed; documents are made when first asked for. */
export function newDiscoveryHandler(
  installed: readonly ApiGroupVersion[],
  scheme: Scheme,
  serverAddress: () => string,
): DiscoveryHandler {
  const groups = groupVersions(installed);
  const documents = documentsByPath(groups, scheme, serverAddress);
  const aggregated = new Map<string, TaggedDocument>();
  const made = new Map<string, unknown>();
  return {
    paths: [...documents.keys()],
    handle(request) {
      const path = request.path.length > 1 && request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
      const make = documents.get(path);
      if (!make) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw newGenericServerResponse({ code: 405, verb: '' });
      if (path === '/api' || path === '/apis') {
        const version = aggregatedVersion(request);
        if (version !== undefined) {
          const key = `${path} ${version}`;
          const half = groups.filter(({ group }) => (group === '') === (path === '/api'));
          const tagged = aggregated.get(key) ?? aggregatedDiscovery(half, version, scheme);
          aggregated.set(key, tagged);
          return respondAggregated(request, tagged, version);
        }
      }
      const document = made.get(path) ?? make();
      if (path !== '/api') made.set(path, document);
      const response = respondDocument(document, 200, negotiate(request));
      if (path === '/api' || path === '/apis') response.headers['vary'] = 'Accept';
      return response;
    },
  };
}

function documentsByPath(
  groups: readonly GroupVersions[],
  scheme: Scheme,
  serverAddress: () => string,
): Map<string, () => unknown> {
  const documents = new Map<string, () => unknown>([
    ['/api', () => apiVersions(groups, serverAddress())],
    ['/apis', () => apiGroupList(groups)],
  ]);
  for (const group of groups) {
    if (group.group !== '') documents.set(`/apis/${group.group}`, () => apiGroup(group));
    const base = group.group === '' ? '/api' : `/apis/${group.group}`;
    for (const version of group.versions) {
      documents.set(`${base}/${version.version}`, () => apiResourceList(version, scheme));
    }
  }
  return documents;
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
  { document, etag }: TaggedDocument,
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
    encodeDocument(document, { mediaType: 'application/json', pretty: wantsPretty(request) });
  return { status: 200, headers, body: { kind: 'object', value: document, encode } };
}
