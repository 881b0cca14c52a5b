import { createHash } from 'node:crypto';

import type { Scheme } from '@kubescript/apimachinery';

import { goJson } from '../util/go-json.ts';
import { servedKind } from '../endpoints/served-kind.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import { type DiscoveredResource, discoverResources } from './resources.ts';
import type { DiscoveryGroup, DiscoveryVersion } from './view.ts';

/** A discovery document with the tag by which clients ask whether it changed. */
export interface TaggedDocument {
  readonly document: unknown;
  readonly etag: string;
  /** The document as JSON in one line. */
  readonly json: string;
}

/**
 * Makes documents that hold all of discovery: `apidiscovery.k8s.io` APIGroupDiscoveryList. What is said about a
 * version is made and encoded once, however often the versions around it change.
 *
 * @go k8s.io/apiserver/pkg/endpoints/discovery/aggregated#ResourceManager
 */
export class AggregatedDiscovery {
  readonly #scheme: Scheme;
  readonly #entries = new WeakMap<object, EncodedEntry>();

  constructor(scheme: Scheme) {
    this.#scheme = scheme;
  }

  /** The document of the groups, in the stated version of apidiscovery.k8s.io. */
  document(groups: readonly DiscoveryGroup[], version: string): TaggedDocument {
    const described = groups
      .map(({ group, versions }) => ({
        metadata: group === '' ? {} : { name: group },
        entries: versions.flatMap((one) => this.#entryOf(one) ?? []),
      }))
      .filter(({ entries }) => entries.length > 0);
    const items = described.map(({ metadata, entries }) => ({ metadata, versions: entries.map(({ value }) => value) }));
    const head = { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {} };
    const itemsJson = described
      .map(({ metadata, entries }) => {
        const versions = entries.map(({ json }) => json).join(',');
        return `{"metadata":${goJson(metadata)},"versions":[${versions}]}`;
      })
      .join(',');
    const etag = createHash('sha512').update(itemsJson).digest('hex').toUpperCase();
    return {
      document: { ...head, items },
      etag: `"${etag}"`,
      json: `${goJson(head).slice(0, -1)},"items":[${itemsJson}]}\n`,
    };
  }

  #entryOf({ served, entry }: DiscoveryVersion): EncodedEntry | undefined {
    const source = served ?? entry;
    if (source === undefined) return undefined;
    let encoded = this.#entries.get(source);
    if (!encoded) {
      const value = served ? versionEntry(served, this.#scheme) : source;
      encoded = { value, json: goJson(value) };
      this.#entries.set(source, encoded);
    }
    return encoded;
  }
}

interface EncodedEntry {
  readonly value: unknown;
  readonly json: string;
}

function versionEntry(group: ApiGroupVersion, scheme: Scheme): unknown {
  const all = discoverResources(group);
  const own = all.filter(({ subresource }) => subresource === '');
  const orphans = all.filter(
    (found) => found.subresource !== '' && !own.some(({ resource }) => resource === found.resource),
  );
  const entries = own.map((found) => resourceEntry(found, { group, all, scheme }));
  return {
    version: group.version,
    resources: [...entries, ...orphans.map((found) => resourceEntry(found, { group, all, scheme }))],
    freshness: 'Current',
  };
}

interface Context {
  readonly group: ApiGroupVersion;
  readonly all: readonly DiscoveredResource[];
  readonly scheme: Scheme;
}

function resourceEntry(found: DiscoveredResource, { group, all, scheme }: Context): unknown {
  const { resource, verbs } = found;
  const subresources = all
    .filter((other) => other.subresource !== '' && other.resource === resource)
    .map((other) => ({
      subresource: other.subresource,
      responseKind: responseKind(other, group, scheme),
      verbs: other.verbs,
    }));
  return {
    resource: resource.resource,
    responseKind: responseKind(found, group, scheme),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

/** The group and version of a kind are left empty where they are those of the list. */
function responseKind({ rest }: DiscoveredResource, group: ApiGroupVersion, scheme: Scheme): unknown {
  const kind = servedKind(rest.kind, group, scheme);
  if (kind.group === group.group && kind.version === group.version) return { group: '', version: '', kind: kind.kind };
  return kind;
}
