import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { HealthChecks } from '../health/health-checks.ts';
import type { MetricsRegistry } from '../metrics/registry.ts';
import { answer, serveHealth, serveMetrics, serveVersion } from './endpoints.ts';

/** Decides whether a request may read a path; components delegate it to the API server. */
export type EndpointAuthorizer = (request: IncomingMessage, path: string) => Promise<'allowed' | 401 | 403>;

/** An endpoint besides those that every component has. */
export type EndpointHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** What a component serves of its own. */
export interface ComponentServerOptions {
  readonly bindAddress: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** PEM; without it plain HTTP is spoken. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly healthz?: HealthChecks;
  readonly livez?: HealthChecks;
  readonly readyz?: HealthChecks;
  readonly metrics?: MetricsRegistry;
  /** By path. */
  readonly handlers?: Readonly<Record<string, EndpointHandler>>;
  /** Paths that need no permission. */
  readonly alwaysAllowPaths?: readonly string[];
  /** Asked for every other path; without it those are forbidden. */
  readonly authorize?: EndpointAuthorizer;
}

/** A component's own endpoints while they are served; disposing closes the listener and its connections. */
export interface ComponentServer extends AsyncDisposable {
  readonly port: number;
}

/**
 * Serves `/healthz /livez /readyz /metrics /version` of a component. Rejects with a message that names the address if
 * it cannot listen there.
 */
export async function serveComponent(options: ComponentServerOptions): Promise<ComponentServer> {
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    serveEndpoint(options, request, response).catch(() => {
      if (!response.headersSent) answer(response, 500, 'internal server error\n');
      else response.destroy();
    });
  };
  const server = options.tls === undefined ? createHttpServer(onRequest) : createHttpsServer(options.tls, onRequest);
  await listen(server, options);
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** One request to a component's own endpoints: permission first, then the endpoint. */
async function serveEndpoint(
  options: ComponentServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://component');
  const verdict = await permission(options, request, url.pathname);
  if (verdict !== 'allowed') {
    answer(response, verdict, verdict === 401 ? 'Unauthorized\n' : 'Forbidden\n');
    return;
  }
  const handler = options.handlers?.[url.pathname];
  if (handler !== undefined) {
    await handler(request, response);
    return;
  }
  const [, endpoint = '', ...rest] = url.pathname.split('/');
  if (endpoint === 'metrics' && options.metrics !== undefined) await serveMetrics(options.metrics, response);
  else if (endpoint === 'version') serveVersion(response);
  else if (endpoint === 'healthz' || endpoint === 'livez' || endpoint === 'readyz') {
    const checks = options[endpoint] ?? new HealthChecks(endpoint);
    await serveHealth(checks, { name: rest.join('/'), query: url.searchParams }, response);
  } else answer(response, 404, '404 page not found\n');
}

async function permission(
  options: ComponentServerOptions,
  request: IncomingMessage,
  path: string,
): Promise<'allowed' | 401 | 403> {
  const open = options.alwaysAllowPaths ?? ['/healthz', '/livez', '/readyz'];
  if (open.some((allowed) => path === allowed || (allowed.endsWith('/*') && path.startsWith(allowed.slice(0, -1))))) {
    return 'allowed';
  }
  return options.authorize === undefined ? 403 : options.authorize(request, path);
}

function listen(server: Server, { bindAddress, port }: ComponentServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (err) => {
      reject(new Error(`cannot serve on ${bindAddress}:${String(port)}: ${err.message}`, { cause: err }));
    });
    server.listen(port, bindAddress, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
