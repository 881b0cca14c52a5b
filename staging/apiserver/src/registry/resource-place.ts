import { newBadRequest } from '@kubescript/apimachinery';

import { defaultKeyPrefix } from '../storage/resource-keys.ts';
import type { StoreOptions } from './store-options.ts';

/** What all keys start with. */
const defaultStorageRoot = '/registry';

/** Where the objects of a resource are in the store. */
export class ResourcePlace {
  /** All keys of the resource start with it. */
  readonly prefix: string;
  private readonly namespaced: boolean;

  constructor(
    options: Pick<StoreOptions, 'resource' | 'keyPrefix'>,
    namespaced: boolean,
    root: string = defaultStorageRoot,
  ) {
    this.prefix = `${root}/${options.keyPrefix ?? defaultKeyPrefix(options.resource)}/`;
    this.namespaced = namespaced;
  }

  /** The prefix of the keys in a namespace; all of them for '' and for cluster-scoped resources. */
  prefixOf(namespace: string): string {
    return this.namespaced && namespace !== '' ? `${this.prefix}${namespace}/` : this.prefix;
  }

  /**
   * The key of an object; throws 400 if the name cannot be part of one.
   *
   * @go k8s.io/apiserver/pkg/registry/generic/registry#NamespaceKeyFunc
   */
  keyOf(name: string, namespace: string): string {
    if (name === '') throw newBadRequest('Name parameter required.');
    const problem = pathProblem(name);
    if (problem !== undefined) throw newBadRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problem}`);
    if (!this.namespaced) return this.prefix + name;
    if (namespace === '') throw newBadRequest('Namespace parameter required.');
    return `${this.prefix}${namespace}/${name}`;
  }
}

function pathProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  if (name.includes('/')) return "may not contain '/'";
  return name.includes('%') ? "may not contain '%'" : undefined;
}
