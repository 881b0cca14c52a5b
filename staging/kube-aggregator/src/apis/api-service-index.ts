import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { DeepReadonly, GroupVersion } from '@kubescript/apimachinery';
import type { EventHandler } from '@kubescript/client';

import {
  type ApiServiceGroup,
  type ServiceTarget,
  groupVersionOf,
  serviceOf,
  sortedByGroupAndVersion,
} from './api-service.ts';

/** An APIService that another process serves. */
export interface RemoteApiService {
  readonly apiService: DeepReadonly<APIService>;
  readonly service: ServiceTarget;
}

/** Told of APIServices that came, changed or went; `undefined` for one that went. */
export type ApiServiceListener = (name: string, apiService: DeepReadonly<APIService> | undefined) => void;

/**
 * The APIServices as requests need them: by group and version for routing, in order for discovery. Fed by an informer.
 *
 * @go kube-aggregator/pkg/apiserver#(*APIAggregator).AddAPIService
 */
export class ApiServiceIndex implements EventHandler<APIService> {
  readonly #byName = new Map<string, DeepReadonly<APIService>>();
  readonly #remote = new Map<string, RemoteApiService>();
  readonly #listeners: ApiServiceListener[] = [];
  #remotes: readonly RemoteApiService[] = [];
  #groups: readonly ApiServiceGroup[] | undefined;

  get(name: string): DeepReadonly<APIService> | undefined {
    return this.#byName.get(name);
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The extension server's APIService of a group and version; undefined for what is served here, or by nobody. */
  remote({ group, version }: GroupVersion): RemoteApiService | undefined {
    return this.#remote.size === 0 ? undefined : this.#remote.get(`${group}/${version}`);
  }

  /** All that extension servers serve. Another array whenever it changes. */
  remotes(): readonly RemoteApiService[] {
    return this.#remotes;
  }

  /** In the order of discovery. Another array whenever anything changes. */
  groups(): readonly ApiServiceGroup[] {
    this.#groups ??= sortedByGroupAndVersion(this.#byName.values());
    return this.#groups;
  }

  /** Tells `listener` of every change from now on. */
  listen(listener: ApiServiceListener): void {
    this.#listeners.push(listener);
  }

  onAdd(apiService: DeepReadonly<APIService>): void {
    this.#set(apiService);
  }

  onUpdate(old: DeepReadonly<APIService>, apiService: DeepReadonly<APIService>): void {
    this.#dropRemote(old);
    this.#set(apiService);
  }

  onDelete(apiService: DeepReadonly<APIService>): void {
    const name = apiService.metadata.name ?? '';
    this.#byName.delete(name);
    this.#groups = undefined;
    this.#dropRemote(apiService);
    for (const listener of this.#listeners) listener(name, undefined);
  }

  #set(apiService: DeepReadonly<APIService>): void {
    const name = apiService.metadata.name ?? '';
    this.#byName.set(name, apiService);
    this.#groups = undefined;
    const service = serviceOf(apiService);
    if (service) {
      this.#remote.set(keyOf(apiService), { apiService, service });
      this.#remotes = [...this.#remote.values()];
    }
    for (const listener of this.#listeners) listener(name, apiService);
  }

  #dropRemote(apiService: DeepReadonly<APIService>): void {
    if (this.#remote.delete(keyOf(apiService))) this.#remotes = [...this.#remote.values()];
  }
}

function keyOf(apiService: DeepReadonly<APIService>): string {
  const { group, version } = groupVersionOf(apiService);
  return `${group}/${version}`;
}
