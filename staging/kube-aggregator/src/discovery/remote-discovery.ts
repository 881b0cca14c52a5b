import type { APIResource, GroupVersion } from '@kubescript/apimachinery';

import type { RemoteApiService } from '../apis/api-service-index.ts';
import { groupVersionOf } from '../apis/api-service.ts';
import type { ApiServiceProxy, FetchedDocument } from '../proxy/api-service-proxy.ts';
import { discoveryPath } from '../status/availability.ts';
import { convertResources } from './convert.ts';

/** What aggregated discovery says about one version. */
export interface VersionDiscovery {
  readonly version: string;
  readonly resources?: readonly unknown[];
  readonly freshness?: string;
}

/** The versions of an extension server by `group/version`, with the tag of the document that they came with. */
export interface ServerDiscovery {
  readonly versions: ReadonlyMap<string, VersionDiscovery>;
  readonly etag: string;
}

const accept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
].join(',');
const aggregator = { name: 'system:kube-aggregator', groups: ['system:masters'] };

/**
 * Asks an extension server for its discovery: all at once if it can, else the one version. `known` saves the document
 * if it has not changed. Throws if the server does not answer.
 *
 * @go kube-aggregator/pkg/apiserver#(*discoveryManager).fetchFreshDiscoveryForService
 */
export async function fetchDiscovery(
  remote: RemoteApiService,
  proxy: ApiServiceProxy,
  known: ServerDiscovery | undefined,
  signal: AbortSignal,
): Promise<ServerDiscovery> {
  const { etag = '' } = known ?? {};
  const headers = { accept, ...(etag === '' ? {} : { 'if-none-match': etag }) };
  const answer = await proxy.fetch(remote, { path: '/apis', user: aggregator, headers, signal });
  if (answer.status === 304 && known) return known;
  if (answer.status === 200 && isAggregated(answer)) {
    return { versions: versionsOf(answer.body), etag: textOf(answer.headers['etag']) };
  }
  if (answer.status !== 200 && answer.status !== 404 && answer.status !== 406) {
    throw new Error(`service returned non-success response code: ${String(answer.status)}`);
  }
  return fetchOneVersion(remote, proxy, signal);
}

/** For servers that know no aggregated discovery. */
async function fetchOneVersion(
  remote: RemoteApiService,
  proxy: ApiServiceProxy,
  signal: AbortSignal,
): Promise<ServerDiscovery> {
  const path = discoveryPath(remote.apiService);
  const headers = { accept: 'application/json' };
  const answer = await proxy.fetch(remote, { path, user: aggregator, headers, signal });
  if (answer.status !== 200) throw new Error(`failed to download discovery for ${path}: ${String(answer.status)}`);
  const groupVersion = groupVersionOf(remote.apiService);
  const { resources = [] } = JSON.parse(answer.body.toString('utf8')) as { resources?: APIResource[] };
  const entry = { version: groupVersion.version, resources: convertResources(resources, groupVersion) };
  return { versions: new Map([[keyOf(groupVersion), entry]]), etag: '' };
}

interface DiscoveryDocument {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly VersionDiscovery[];
  }[];
}

function versionsOf(body: Buffer): Map<string, VersionDiscovery> {
  const { items = [] } = JSON.parse(body.toString('utf8')) as DiscoveryDocument;
  return new Map(
    items.flatMap(({ metadata, versions = [] }) =>
      versions.map((entry) => [keyOf({ group: metadata?.name ?? '', version: entry.version }), entry] as const),
    ),
  );
}

/** How a group and version are filed. */
export function keyOf({ group, version }: GroupVersion): string {
  return `${group}/${version}`;
}

function isAggregated({ headers }: FetchedDocument): boolean {
  return textOf(headers['content-type']).includes('as=APIGroupDiscoveryList');
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.[0] ?? '');
}
