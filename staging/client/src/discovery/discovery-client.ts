import {
  type APIGroup,
  type APIGroupList,
  type APIResource,
  type APIResourceList,
  type APIVersions,
  type Clock,
  type GroupVersion,
  type Info,
  parseGroupVersion,
  realClock,
} from '@kubescript/apimachinery';

import { send } from '../rest/send.ts';
import type { Transport } from '../rest/transport.ts';
import { groupVersionPath } from '../typed/paths.ts';
import { type AggregatedList, groupsOfAggregated } from './aggregated.ts';
import type { DiscoveredGroup, DiscoveredResource, DiscoveredVersion, Discovery } from './discovery.ts';

const aggregatedAccept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/**
 * Asks a server what it serves: two requests if it knows aggregated discovery, one per group version if not.
 *
 * @go k8s.io/client-go/discovery#DiscoveryClient
 */
export class DiscoveryClient implements Discovery {
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, options: { readonly clock?: Clock } = {}) {
    this.#transport = transport;
    this.#clock = options.clock ?? realClock;
  }

  async groups(options: { readonly signal?: AbortSignal } = {}): Promise<readonly DiscoveredGroup[]> {
    const [core, others] = await Promise.all([this.#coreGroup(options), this.#namedGroups(options)]);
    return [...core, ...others];
  }

  /** The version of the server. */
  async serverVersion(options: { readonly signal?: AbortSignal } = {}): Promise<Info> {
    return (await this.#get('/version', options)) as Info;
  }

  async #coreGroup(options: { readonly signal?: AbortSignal }): Promise<readonly DiscoveredGroup[]> {
    const answer = (await this.#get('/api', options, aggregatedAccept)) as AggregatedList | APIVersions;
    if ('items' in answer) return groupsOfAggregated(answer);
    const versions = answer.versions.map((version) => ({ group: '', version }));
    return [{ group: '', versions: await this.#versions(versions, options) }];
  }

  async #namedGroups(options: { readonly signal?: AbortSignal }): Promise<readonly DiscoveredGroup[]> {
    const answer = (await this.#get('/apis', options, aggregatedAccept)) as AggregatedList | APIGroupList;
    if ('items' in answer) return groupsOfAggregated(answer);
    return Promise.all(
      answer.groups.map(async (group) => ({
        group: group.name,
        versions: await this.#versions(preferredFirst(group), options),
      })),
    );
  }

  /** The resources of versions; one that cannot be read is not fresh. */
  #versions(
    versions: readonly GroupVersion[],
    options: { readonly signal?: AbortSignal },
  ): Promise<readonly DiscoveredVersion[]> {
    return Promise.all(
      versions.map(async (version) => {
        try {
          const list = (await this.#get(groupVersionPath(version), options)) as APIResourceList;
          return { ...version, resources: resourcesOf(version, list.resources), fresh: true };
        } catch (err) {
          options.signal?.throwIfAborted();
          if (version.group === '') throw err;
          return { ...version, resources: [], fresh: false };
        }
      }),
    );
  }

  async #get(
    path: string,
    { signal }: { readonly signal?: AbortSignal },
    accept = 'application/json',
  ): Promise<unknown> {
    const response = await send({
      transport: this.#transport,
      clock: this.#clock,
      request: { method: 'GET', path, headers: { accept }, ...(signal === undefined ? {} : { signal }) },
      verb: 'get',
      resource: { group: '', resource: '' },
      name: '',
    });
    return response.json();
  }
}

function preferredFirst(group: APIGroup): readonly GroupVersion[] {
  const versions = group.versions.map((version) => parseGroupVersion(version.groupVersion));
  const preferred = group.preferredVersion?.version;
  return [...versions.filter((v) => v.version === preferred), ...versions.filter((v) => v.version !== preferred)];
}

function resourcesOf(version: GroupVersion, resources: readonly APIResource[]): readonly DiscoveredResource[] {
  const subresourcesOf = (name: string): DiscoveredResource['subresources'] =>
    resources
      .filter((resource) => resource.name.startsWith(`${name}/`))
      .map((resource) => ({ name: resource.name.slice(name.length + 1), kind: resource.kind, verbs: resource.verbs }));
  return resources
    .filter((resource) => !resource.name.includes('/'))
    .map((resource) => ({
      group: version.group,
      version: version.version,
      resource: resource.name,
      kind: resource.kind,
      namespaced: resource.namespaced,
      singular: resource.singularName,
      verbs: resource.verbs,
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      subresources: subresourcesOf(resource.name),
    }));
}
