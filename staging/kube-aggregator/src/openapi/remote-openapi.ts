import type { Clock, GroupVersion } from '@kubescript/apimachinery';
import type { OpenApiDocuments } from '@kubescript/apiserver';
import { type WorkQueue, type WorkQueueMetricsProvider, newWorkQueue } from '@kubescript/client';

import type { ApiServiceIndex, RemoteApiService } from '../apis/api-service-index.ts';
import { groupVersionOf, groupVersionOfName, isAvailable, serviceOf } from '../apis/api-service.ts';
import { keyOf } from '../discovery/remote-discovery.ts';
import type { ApiServiceProxy } from '../proxy/api-service-proxy.ts';
import { within } from '../within.ts';

const workers = 2;
const refreshMs = 60_000;
const timeoutMs = 60_000;
const downloader = { name: 'system:aggregator', groups: ['system:masters'] };

/** What the controller works with. */
export interface RemoteOpenApiOptions {
  readonly index: ApiServiceIndex;
  readonly proxy: ApiServiceProxy;
  readonly clock: Clock;
  readonly queueMetrics?: WorkQueueMetricsProvider;
}

/** The documents of one group and version, and the tags that they came with. */
interface Downloaded {
  readonly v2?: Tagged;
  readonly v3?: Tagged;
}

interface Tagged {
  readonly document: object;
  readonly etag: string;
}

/**
 * Downloads the OpenAPI documents of extension servers in the background, again and again, and keeps the last ones while
 * a server does not answer.
 *
 * @go kube-aggregator/pkg/controllers/openapi#AggregationController
 */
export class RemoteOpenApiController {
  readonly #options: RemoteOpenApiOptions;
  readonly #queue: WorkQueue;
  readonly #downloaded = new Map<string, Downloaded>();
  #documents: readonly OpenApiDocuments[] = [];

  constructor(options: RemoteOpenApiOptions) {
    this.#options = options;
    this.#queue = newWorkQueue({
      name: 'open_api_aggregation_controller',
      clock: options.clock,
      ...(options.queueMetrics && { metrics: options.queueMetrics }),
      backoff: { base: 100, max: refreshMs },
    });
    options.index.listen((name, apiService) => {
      if (apiService && serviceOf(apiService)) this.#queue.add(name);
      else this.#forget(name);
    });
  }

  /** The documents of every extension server's versions. Another array whenever any of them changes. */
  documents(): readonly OpenApiDocuments[] {
    return this.#documents;
  }

  /** Works until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      this.#queue.shutDown();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await Promise.all(Array.from({ length: workers }, () => this.#work(signal)));
  }

  /** Downloads the documents of one APIService; false if the server did not answer. */
  async sync(name: string, signal: AbortSignal): Promise<boolean> {
    const apiService = this.#options.index.get(name);
    const remote = apiService && this.#options.index.remote(groupVersionOf(apiService));
    if (!remote) return true;
    if (!isAvailable(remote.apiService)) return false;
    try {
      const { clock } = this.#options;
      await within(timeoutMs, { clock, signal }, (either) => this.#download(name, remote, either));
      return true;
    } catch {
      return false;
    }
  }

  async #download(name: string, remote: RemoteApiService, signal: AbortSignal): Promise<void> {
    const groupVersion = groupVersionOf(remote.apiService);
    const old = this.#downloaded.get(name) ?? {};
    const [v2, v3] = await Promise.all([
      this.#get(remote, '/openapi/v2', old.v2, signal),
      this.#get(remote, `/openapi/v3/${documentPath(groupVersion)}`, old.v3, signal),
    ]);
    if (v2 === old.v2 && v3 === old.v3) return;
    this.#downloaded.set(name, { ...(v2 ? { v2 } : {}), ...(v3 ? { v3 } : {}) });
    this.#rebuild();
  }

  /** The document as it is now; undefined if the server has none. */
  async #get(
    remote: RemoteApiService,
    path: string,
    known: Tagged | undefined,
    signal: AbortSignal,
  ): Promise<Tagged | undefined> {
    const { etag = '' } = known ?? {};
    const headers = { accept: 'application/json', ...(etag === '' ? {} : { 'if-none-match': etag }) };
    const answer = await this.#options.proxy.fetch(remote, { path, user: downloader, headers, signal });
    if (answer.status === 304) return known;
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new Error(`${path} answered ${String(answer.status)}`);
    const { etag: tag } = answer.headers;
    return { document: JSON.parse(answer.body.toString('utf8')) as object, etag: typeof tag === 'string' ? tag : '' };
  }

  #rebuild(): void {
    this.#documents = [...this.#downloaded].map(([name, downloaded]) =>
      documentsOf(groupVersionOfName(name), downloaded),
    );
  }

  #forget(name: string): void {
    if (this.#downloaded.delete(name)) this.#rebuild();
  }

  async #work(signal: AbortSignal): Promise<void> {
    for await (const name of this.#queue.keys()) {
      const answered = await this.sync(name, signal);
      if (signal.aborted) return;
      if (answered) this.#queue.forget(name);
      else this.#queue.addRateLimited(name);
      const apiService = this.#options.index.get(name);
      if (apiService && serviceOf(apiService)) this.#queue.addAfter(name, refreshMs);
    }
  }
}

function documentsOf(groupVersion: GroupVersion, { v2, v3 }: Downloaded): OpenApiDocuments {
  const path = documentPath(groupVersion);
  const swagger = onlyBelow(v2?.document ?? {}, `/${path}/`);
  return {
    v3Paths: v3 ? [path] : [],
    v2: () => swagger,
    v3(wanted) {
      if (!v3 || wanted !== path) throw new Error(`there is no OpenAPI document of ${wanted}`);
      return v3.document;
    },
  };
}

/** A Swagger document with the paths of one version only: the rest is of no concern here. */
function onlyBelow(document: object, prefix: string): object {
  const { paths = {} } = document as { paths?: Record<string, unknown> };
  const kept = Object.entries(paths).filter(([path]) => path.startsWith(prefix) || `${path}/` === prefix);
  return { ...document, paths: Object.fromEntries(kept) };
}

function documentPath({ group, version }: GroupVersion): string {
  return group === '' ? `api/${version}` : `apis/${keyOf({ group, version })}`;
}
