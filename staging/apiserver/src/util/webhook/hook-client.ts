import { Agent, type RequestOptions, request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { getCACertificates } from 'node:tls';

import {
  type StatusError,
  formatDuration,
  jsonSyntaxProblem,
  newGenericServerResponse,
  newStatusError,
} from '@kubescript/apimachinery';

import {
  type ClientRequest,
  type MetricsRegistry,
  type RestClientMetrics,
  newRestClientMetrics,
} from '@kubescript/component-base';

import { activeSpan, traceParentOf } from '../../tracing/span.ts';
import { hostPort, networkErrorText } from './network-error.ts';
import type { ServiceEndpoint, ServiceResolver } from './service-resolver.ts';

/** Where a webhook is, as its configuration says. */
export interface HookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** Base64 of PEM certificates; the system's authorities are trusted where there is none. */
  readonly caBundle?: string;
}

/** How this server shows who it is to a webhook. */
export interface HookCredentials {
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
  /** Value of the Authorization header. */
  readonly authorization?: string;
  readonly serverName?: string;
  readonly insecureSkipVerify?: boolean;
}

/**
 * Finds the credentials for a host (`name.namespace.svc` for a Service).
 *
 * @go k8s.io/apiserver/pkg/util/webhook#AuthenticationInfoResolver
 */
export interface AuthenticationInfoResolver {
  credentialsFor(host: string, port: number): HookCredentials;
}

/** What a client manager works with. */
export interface HookClientManagerOptions {
  readonly serviceResolver: ServiceResolver;
  readonly authInfo?: AuthenticationInfoResolver;
  /** Counts the calls. */
  readonly metrics?: MetricsRegistry;
}

interface HookClient {
  readonly agent: Agent;
  /** `https://host[:port]/path`, as messages show it. */
  readonly href: string;
  readonly hostHeader: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Set if the host is a Service that has to be resolved. */
  readonly service?: NonNullable<HookClientConfig['service']> & { readonly port: number };
  readonly headers: Readonly<Record<string, string>>;
  readonly serverName: string;
}

const maxClients = 200;
const defaultServicePort = 443;

/** A call that failed: the cause is a StatusError if the webhook's server answered. */
export class HookCallError extends Error {
  override readonly name = 'HookCallError';
}

/**
 * Posts to webhooks and keeps their connections. Dispose it to close them.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#ClientManager
 */
export class HookClientManager implements Disposable {
  readonly #options: HookClientManagerOptions;
  readonly #clients = new Map<string, HookClient>();
  readonly #metrics: RestClientMetrics | undefined;

  constructor(options: HookClientManagerOptions) {
    this.#options = options;
    this.#metrics = options.metrics && newRestClientMetrics(options.metrics);
  }

  /**
   * Sends a JSON value and resolves with the JSON value of the answer. Throws HookCallError in the words of the
   * reference's client.
   */
  async post(
    config: HookClientConfig,
    body: unknown,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const client = this.#clientFor(config);
    const query = `?timeout=${formatDuration(Math.ceil(options.timeoutMs / 1000) * 1000)}`;
    const url = `${client.href}${query}`;
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const text = JSON.stringify(body);
    const start = performance.now();
    const signal = AbortSignal.any([options.signal, deadline]);
    let answer: { readonly response: IncomingMessage; readonly text: string };
    try {
      const endpoint = await this.#endpointOf(client);
      answer = await send(client, endpoint, { path: `${client.path}${query}`, body: text, signal });
    } catch (error) {
      this.#count(client, { code: '<error>', start, requestBytes: Buffer.byteLength(text) });
      let reason = error instanceof ServiceError ? error.message : networkErrorText(error);
      if (deadline.aborted) reason = 'context deadline exceeded';
      else if (options.signal.aborted) reason = 'context canceled';
      throw new HookCallError(`Post ${JSON.stringify(url)}: ${reason}`, { cause: error });
    }
    const { statusCode: code = 0 } = answer.response;
    const responseBytes = Buffer.byteLength(answer.text);
    this.#count(client, { code, start, requestBytes: Buffer.byteLength(text), responseBytes });
    return readAnswer(answer.response, answer.text);
  }

  [Symbol.dispose](): void {
    for (const { agent } of this.#clients.values()) agent.destroy();
    this.#clients.clear();
  }

  #count(
    { host, port }: HookClient,
    { start, ...call }: Pick<ClientRequest, 'code' | 'requestBytes' | 'responseBytes'> & { readonly start: number },
  ): void {
    const seconds = (performance.now() - start) / 1000;
    this.#metrics?.onRequest({ method: 'POST', host: hostPort(host, port), seconds, ...call });
  }

  #clientFor(config: HookClientConfig): HookClient {
    const key = JSON.stringify([config.url, config.service, config.caBundle]);
    const known = this.#clients.get(key);
    this.#clients.delete(key);
    const client = known ?? newClient(config, this.#options.authInfo);
    this.#clients.set(key, client);
    if (this.#clients.size > maxClients) this.#dropOldest();
    return client;
  }

  #dropOldest(): void {
    const [oldest] = this.#clients;
    if (!oldest) return;
    this.#clients.delete(oldest[0]);
    oldest[1].agent.destroy();
  }

  async #endpointOf({ service, host, port }: HookClient): Promise<ServiceEndpoint> {
    if (!service) return { host, port };
    try {
      return await this.#options.serviceResolver.resolveEndpoint(service.namespace, service.name, service.port);
    } catch (error) {
      throw new ServiceError((error as Error).message, { cause: error });
    }
  }
}

/** A Service that leads nowhere. */
class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

function newClient(config: HookClientConfig, authInfo: AuthenticationInfoResolver | undefined): HookClient {
  const target = targetOf(config);
  const { serverName = target.host, authorization, ...tls } = authInfo?.credentialsFor(target.host, target.port) ?? {};
  return {
    ...target,
    agent: newAgent(config.caBundle ?? '', tls),
    headers: authorization === undefined ? {} : { authorization },
    serverName,
  };
}

function targetOf({ url, service }: HookClientConfig): Omit<HookClient, 'agent' | 'headers' | 'serverName'> {
  if (service) {
    const { port = defaultServicePort } = service;
    const host = `${service.name}.${service.namespace}.svc`;
    const path = pathOf(service.path ?? '');
    const hostHeader = hostPort(host, port);
    return { host, port, path, hostHeader, href: `https://${hostHeader}${path}`, service: { ...service, port } };
  }
  const parsed = new URL(url ?? '');
  const path = pathOf(parsed.pathname);
  const port = parsed.port === '' ? defaultServicePort : Number(parsed.port);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  return { host, port, path, hostHeader: parsed.host, href: `https://${parsed.host}${path}` };
}

/** The path of a request: a slash in front, none at the end. */
function pathOf(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}

function newAgent(
  caBundle: string,
  { cert, key, ca = '', insecureSkipVerify = false }: Omit<HookCredentials, 'authorization' | 'serverName'>,
): Agent {
  const authorities = [ca, Buffer.from(caBundle, 'base64').toString('utf8')].filter((pem) => pem.trim() !== '');
  return new Agent({
    keepAlive: true,
    ca: authorities.length > 0 ? authorities : [...getCACertificates('system'), ...getCACertificates('bundled')],
    rejectUnauthorized: !insecureSkipVerify,
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  });
}

function send(
  client: HookClient,
  endpoint: ServiceEndpoint,
  call: { readonly path: string; readonly body: string; readonly signal: AbortSignal },
): Promise<{ readonly response: IncomingMessage; readonly text: string }> {
  const span = activeSpan();
  const options: RequestOptions = {
    agent: client.agent,
    method: 'POST',
    host: endpoint.host,
    port: endpoint.port,
    path: call.path,
    ...(/^[\d.]+$|:/.test(client.serverName) ? {} : { servername: client.serverName }),
    headers: {
      ...client.headers,
      host: client.hostHeader,
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(call.body),
      ...(span && { traceparent: traceParentOf(span) }),
    },
    signal: call.signal,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ response, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(call.body);
  });
}

/** The value of an answer; throws what the server says, or why it cannot be read. */
function readAnswer({ statusCode = 0, headers }: IncomingMessage, text: string): unknown {
  if (statusCode < 200 || statusCode > 206) throw callFailed(answerError(statusCode, headers['content-type'], text));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const problem = jsonSyntaxProblem(text) ?? (error as Error).message;
    throw new HookCallError(`couldn't get version/kind; json parse error: ${problem}`, { cause: error });
  }
}

/** @go k8s.io/client-go/rest#(*Request).newUnstructuredResponseError */
function answerError(code: number, contentType: string | undefined, text: string): StatusError {
  const status = asStatus(text);
  if (status) return newStatusError(status);
  const isText = (contentType ?? 'text/plain').startsWith('text/');
  return newGenericServerResponse({
    code,
    verb: 'POST',
    serverMessage: isText ? text.trim() : 'unknown',
    isUnexpectedResponse: true,
  });
}

function asStatus(text: string): Parameters<typeof newStatusError>[0] | undefined {
  try {
    const value = JSON.parse(text) as { readonly kind?: string; readonly status?: string } | null;
    const isFailure = value?.kind === 'Status' && value.status !== 'Success';
    return isFailure ? (value as Parameters<typeof newStatusError>[0]) : undefined;
  } catch {
    return undefined;
  }
}

function callFailed(cause: StatusError): HookCallError {
  return new HookCallError(cause.message, { cause });
}
