import {
  type ApiGroupVersion,
  type DelegationTarget,
  type OpenApiDocuments,
  type ServerRequest,
  type ServerResponse,
  mergeOpenApi,
} from '@kubescript/apiserver';
import type { GroupVersion } from '@kubescript/apimachinery';

import type { ApiServiceIndex, RemoteApiService } from './apis/api-service-index.ts';
import type { RemoteOpenApiController } from './openapi/remote-openapi.ts';
import type { ApiServiceProxy } from './proxy/api-service-proxy.ts';

/** What stands behind the aggregator. */
export interface AggregatedTargetOptions {
  readonly index: ApiServiceIndex;
  readonly proxy: ApiServiceProxy;
  readonly openApi: Pick<RemoteOpenApiController, 'documents'>;
  /** The servers of this process. */
  readonly local: DelegationTarget;
}

/**
 * Everything behind the aggregator as one server: a version with an APIService of another process goes there, all else
 * to the servers of this process.
 */
export class AggregatedTarget implements DelegationTarget {
  readonly #options: AggregatedTargetOptions;
  #served: { readonly of: readonly unknown[]; readonly groups: readonly ApiGroupVersion[] } | undefined;
  #openApi: { readonly of: readonly unknown[]; readonly documents: OpenApiDocuments | undefined } | undefined;

  constructor(options: AggregatedTargetOptions) {
    this.#options = options;
  }

  handle(request: ServerRequest): Promise<ServerResponse> | undefined {
    const remote = this.#remoteOf(request);
    return remote ? this.#options.proxy.handle(request, remote) : this.#options.local.handle(request);
  }

  /** What this process serves; a version that an APIService sends elsewhere is not among it. */
  groupVersions(): readonly ApiGroupVersion[] {
    const { index, local } = this.#options;
    const [groups, remotes] = [local.groupVersions(), index.remotes()];
    if (remotes.length === 0) return groups;
    if (this.#served?.of[0] !== groups || this.#served.of[1] !== remotes) {
      this.#served = { of: [groups, remotes], groups: groups.filter((one) => !index.remote(one)) };
    }
    return this.#served.groups;
  }

  openApi(): OpenApiDocuments | undefined {
    const { local, openApi } = this.#options;
    const [documents, remotes] = [local.openApi(), openApi.documents()];
    if (remotes.length === 0) return documents;
    if (this.#openApi?.of[0] !== documents || this.#openApi?.of[1] !== remotes) {
      this.#openApi = {
        of: [documents, remotes],
        documents: mergeOpenApi([...(documents ? [documents] : []), ...remotes]),
      };
    }
    return this.#openApi.documents;
  }

  paths(): readonly string[] {
    return this.#options.local.paths();
  }

  #remoteOf({ info, path }: ServerRequest): RemoteApiService | undefined {
    const { index } = this.#options;
    if (index.remotes().length === 0) return undefined;
    if (info?.isResourceRequest) return index.remote({ group: info.apiGroup, version: info.apiVersion });
    const groupVersion = groupVersionOfPath(path);
    return groupVersion && index.remote(groupVersion);
  }
}

/** The version below which a path lies, be it of a resource or not. */
function groupVersionOfPath(path: string): GroupVersion | undefined {
  const [, prefix, first = '', second = ''] = path.split('/', 4);
  if (prefix === 'api' && first !== '') return { group: '', version: first };
  if (prefix === 'apis' && second !== '') return { group: first, version: second };
  return undefined;
}
