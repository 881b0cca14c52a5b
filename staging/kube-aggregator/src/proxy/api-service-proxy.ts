import { Agent } from 'node:https';

import type { APIService } from '@kubescript/api/apiregistration/v1';
import { type DeepReadonly, StatusError } from '@kubescript/apimachinery';
import {
  type BackendHeaders,
  type BackendTarget,
  type BackendTls,
  type ServiceEndpoint,
  type ServiceResolver,
  type ServerRequest,
  type ServerResponse,
  type UserInfo,
  callBackend,
  proxyRequest,
  textResponse,
} from '@kubescript/apiserver';

import type { RemoteApiService } from '../apis/api-service-index.ts';
import { type ServiceTarget, isAvailable } from '../apis/api-service.ts';
import { withUserHeaders } from './user-headers.ts';

/** The certificate by which extension servers know the aggregator. */
export interface ProxyClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What is needed to reach extension servers. */
export interface ApiServiceProxyOptions {
  readonly resolver: ServiceResolver;
  /** As it is now: files may change. */
  readonly clientCertificate: () => ProxyClientCertificate | undefined;
}

/** A whole, short answer of an extension server. */
export interface FetchedDocument {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What the aggregator asks an extension server on its own account. */
export interface ProxyFetch {
  readonly path: string;
  readonly user: UserInfo;
  readonly headers?: BackendHeaders;
  readonly signal: AbortSignal;
  /** Whether the server's certificate counts; the check of availability does not look. */
  readonly verify?: boolean;
}

/**
 * Passes requests on to extension servers, in the name of the user who was authenticated here.
 *
 * @go kube-aggregator/pkg/apiserver#proxyHandler
 */
export class ApiServiceProxy implements Disposable {
  readonly #options: ApiServiceProxyOptions;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(options: ApiServiceProxyOptions) {
    this.#options = options;
  }

  /** Answers with what the extension server answers; 503 as plain text if it cannot be reached. */
  async handle(request: ServerRequest, remote: RemoteApiService): Promise<ServerResponse> {
    const { user } = request;
    if (!isAvailable(remote.apiService)) return unavailable();
    if (!user) return textResponse(500, 'missing user\n');
    const target = await this.#resolve(remote.service, request.url);
    if (!target) return unavailable();
    const headers = (passedOn: BackendHeaders): BackendHeaders => ({
      ...withUserHeaders(passedOn, user),
      ...forwardedHeaders(request),
    });
    try {
      return await proxyRequest(request, target, { tls: this.#tlsFor(remote.apiService), headers });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return textResponse(503, `${error.message}\n`);
    }
  }

  /** Asks for a document as one of this server's own users; throws if no answer comes. */
  async fetch({ apiService, service }: RemoteApiService, what: ProxyFetch): Promise<FetchedDocument> {
    const target = { scheme: 'https' as const, ...(await this.location(service)), path: what.path };
    const { verify } = what;
    const tls = { ...this.#tlsFor(apiService), ...(verify === undefined ? {} : { verify }) };
    const headers = withUserHeaders(what.headers ?? {}, what.user);
    const response = await callBackend(target, { method: 'GET', headers, signal: what.signal }, tls);
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) };
  }

  /** Where a request to the extension server would go now; throws if nowhere. */
  location({ namespace, name, port }: ServiceTarget): Promise<ServiceEndpoint> {
    return this.#options.resolver.resolveEndpoint(namespace, name, port);
  }

  /** Closes the connections that are kept. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #resolve(service: ServiceTarget, path: string): Promise<BackendTarget | undefined> {
    try {
      return { scheme: 'https', ...(await this.location(service)), path };
    } catch {
      return undefined;
    }
  }

  /** @go kube-aggregator/pkg/controllers/status/remote#BuildTransportConfig */
  #tlsFor({ spec }: DeepReadonly<APIService>): BackendTls {
    const { service, caBundle = '', insecureSkipTLSVerify = false } = spec;
    return {
      ...this.#options.clientCertificate(),
      ...(caBundle === '' ? {} : { ca: Buffer.from(caBundle, 'base64').toString('utf8') }),
      verify: !insecureSkipTLSVerify,
      servername: `${service?.name ?? ''}.${service?.namespace ?? ''}.svc`,
      agent: this.#agent,
    };
  }
}

/** @go k8s.io/apimachinery/pkg/util/proxy#(*Transport).RoundTrip */
function forwardedHeaders(request: ServerRequest): BackendHeaders {
  const { host } = request.headers;
  return {
    'x-forwarded-uri': request.path,
    ...(host === undefined ? {} : { 'x-forwarded-host': host }),
    'x-forwarded-proto': 'https',
  };
}

function unavailable(): ServerResponse {
  return textResponse(503, 'service unavailable\n');
}
