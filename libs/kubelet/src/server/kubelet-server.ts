import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import type { MetricsRegistry } from '@kubescript/component-base';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

import { messageOf } from '../container/sync-error.ts';
import type { Kubelet } from '../kubelet.ts';
import type { RemoteProcess } from '../runtime/container-runtime.ts';
import { joinProcess } from '../streaming/join.ts';
import { portForwardProtocol, servePortForward } from '../streaming/port-forwarder.ts';
import { spdyClient, spdyProtocols } from '../streaming/spdy-client.ts';
import { websocketClient, websocketProtocols } from '../streaming/websocket-client.ts';
import { serveWebSocketForward } from '../streaming/websocket-port-forward.ts';
import { websocketDuplex } from '../streaming/websocket-duplex.ts';
import type { RequestAuthorizer } from './authorize.ts';
import { HttpError } from './http-error.ts';
import { PodEndpoints, streamOptions } from './pod-endpoints.ts';
import { statsSummary } from './stats-summary.ts';

/** Where and how the kubelet's own server listens. */
export interface KubeletServerOptions {
  readonly address: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string };
  /** PEM of the authority whose client certificates are believed. */
  readonly clientCa: string | undefined;
  readonly metrics: MetricsRegistry;
}

const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';

/**
 * The kubelet's HTTPS server, through which the API server reads logs and connects clients with containers. It listens
 * before the kubelet exists, because the node is registered with its port.
 * @go kubernetes/pkg/kubelet/server#Server
 */
export class KubeletServer implements AsyncDisposable {
  private readonly options: KubeletServerOptions;
  private readonly server: Server;
  private readonly websockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => websocketProtocols.find((protocol) => offered.has(protocol)) ?? false,
  });
  private kubelet: Kubelet | undefined;
  private authorizer: RequestAuthorizer | undefined;
  private endpoints: PodEndpoints | undefined;

  private constructor(options: KubeletServerOptions) {
    this.options = options;
    const { tls, clientCa } = options;
    const trust = clientCa === undefined ? {} : { ca: clientCa };
    this.server = createServer({ ...tls, ...trust, requestCert: true, rejectUnauthorized: false });
    this.server.on('request', (request, response) => {
      void this.answer(request, response);
    });
    this.server.on('upgrade', (request, socket, head) => {
      void this.upgrade(request, socket, head);
    });
  }

  /** Listens; until `serve` everything but /healthz is answered with 503. */
  static async listen(options: KubeletServerOptions): Promise<KubeletServer> {
    const made = new KubeletServer(options);
    await new Promise<void>((resolve, reject) => {
      made.server.once('error', (err) => {
        reject(
          new Error(`the kubelet cannot serve on ${options.address}:${String(options.port)}: ${err.message}`, {
            cause: err,
          }),
        );
      });
      made.server.listen(options.port, options.address, resolve);
    });
    return made;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Serves for a kubelet from now on. */
  serve(kubelet: Kubelet, authorizer: RequestAuthorizer): void {
    this.kubelet = kubelet;
    this.authorizer = authorizer;
    this.endpoints = new PodEndpoints(kubelet);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
    this.server.closeAllConnections();
    for (const client of this.websockets.clients) client.terminate();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'https://kubelet');
      if (url.pathname === '/healthz' || url.pathname === '/healthz/ping') {
        sendText(response, 200, 'ok');
        return;
      }
      await this.route(url, request, response);
    } catch (err) {
      if (response.headersSent) response.destroy();
      else sendText(response, err instanceof HttpError ? err.status : 500, messageOf(err));
    }
  }

  /** Authorizes a request and hands it to its endpoint. */
  private async route(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kubelet, endpoints, authorizer } = this.ready();
    await authorizer.check(request, url.pathname);
    const [, first = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
    switch (first) {
      case 'pods': {
        sendJson(response, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: kubelet.podsWithStatus() });
        return;
      }
      case 'containerLogs':
        return endpoints.logs(path, url.searchParams, response);
      case 'run': {
        const output = await endpoints.run(path, url.searchParams);
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end(output);
        return;
      }
      case 'stats': {
        sendJson(response, await statsSummary(kubelet));
        return;
      }
      case 'metrics':
        response.writeHead(200, { 'content-type': this.options.metrics.contentType });
        response.end(await this.options.metrics.expose());
        return;
      case 'exec':
      case 'attach':
      case 'portForward':
        throw new HttpError(400, 'Upgrade request required');
      default:
        throw new HttpError(404, '404 page not found');
    }
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => undefined);
    try {
      const { endpoints, authorizer } = this.ready();
      const url = new URL(request.url ?? '/', 'https://kubelet');
      await authorizer.check(request, url.pathname);
      const [, first = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
      if (first === 'portForward') {
        await this.upgradePortForward(request, socket, head, await endpoints.portForward(path));
      } else if (first === 'exec' || first === 'attach') {
        const open = await endpoints[first](path, url.searchParams);
        await this.upgradeProcess(request, socket, head, url.searchParams, open);
      } else throw new HttpError(404, '404 page not found');
    } catch (err) {
      refuseUpgrade(socket, err instanceof HttpError ? err.status : 500, messageOf(err));
    }
  }

  private async upgradeProcess(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: URLSearchParams,
    open: () => Promise<RemoteProcess>,
  ): Promise<void> {
    const options = streamOptions(query);
    if (isWebSocket(request)) {
      const client = websocketClient(await this.acceptWebSocket(request, socket, head), options);
      return joinProcess(client, open);
    }
    const protocol = negotiate(request, spdyProtocols);
    acceptSpdy(socket, protocol);
    if (head.length > 0) socket.unshift(head);
    return joinProcess(await spdyClient(socket, options, protocol), open);
  }

  private async upgradePortForward(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    connect: (port: number) => Promise<Duplex>,
  ): Promise<void> {
    if (!isWebSocket(request)) {
      acceptSpdy(socket, negotiate(request, [portForwardProtocol]));
      if (head.length > 0) socket.unshift(head);
      return servePortForward(socket, connect);
    }
    const offered = request.headers['sec-websocket-protocol'] ?? '';
    if (!offered.split(/,\s*/).includes(tunnelProtocol)) {
      const ports = portsOf(new URL(request.url ?? '/', 'https://kubelet').searchParams);
      return serveWebSocketForward(await this.acceptWebSocket(request, socket, head), ports, connect);
    }
    const websocket = await this.acceptWebSocket(request, socket, head, tunnelProtocol);
    return servePortForward(websocketDuplex(websocket), connect);
  }

  /** The library refuses subprotocols with a slash in their name: such a one is taken out and put back in the answer. */
  private acceptWebSocket(request: IncomingMessage, socket: Duplex, head: Buffer, tunnel?: string): Promise<WebSocket> {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/).filter((name) => name !== '');
    if (
      tunnel === undefined &&
      offered.length > 0 &&
      !websocketProtocols.some((protocol) => offered.includes(protocol))
    ) {
      throw new HttpError(403, `none of the requested protocols is supported: ${offered.join(', ')}`);
    }
    if (tunnel !== undefined) delete request.headers['sec-websocket-protocol'];
    const addProtocol = (headers: string[], from: IncomingMessage): void => {
      if (tunnel !== undefined && from === request) headers.push(`Sec-WebSocket-Protocol: ${tunnel}`);
    };
    this.websockets.on('headers', addProtocol);
    return new Promise((resolve) => {
      this.websockets.handleUpgrade(request, socket, head, (websocket) => {
        websocket.on('error', () => undefined);
        resolve(websocket);
      });
      this.websockets.off('headers', addProtocol);
    });
  }

  private ready(): {
    readonly kubelet: Kubelet;
    readonly endpoints: PodEndpoints;
    readonly authorizer: RequestAuthorizer;
  } {
    const { kubelet, endpoints, authorizer } = this;
    if (kubelet === undefined || endpoints === undefined || authorizer === undefined) {
      throw new HttpError(503, 'the kubelet is starting');
    }
    return { kubelet, endpoints, authorizer };
  }
}

/** Ports to forward, each given by itself or several with commas between. */
function portsOf(query: URLSearchParams): number[] {
  const ports = [...query.getAll('port'), ...query.getAll('ports')].flatMap((text) => text.split(',')).map(Number);
  const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65536;
  if (ports.length === 0 || !ports.every(isPort))
    throw new HttpError(400, 'query parameter "port" must name ports between 1 and 65535');
  return ports;
}

function isWebSocket(request: IncomingMessage): boolean {
  return (request.headers.upgrade ?? '').toLowerCase() === 'websocket';
}

function negotiate(request: IncomingMessage, supported: readonly string[]): string {
  const offered = [request.headers['x-stream-protocol-version'] ?? []].flat().flatMap((text) => text.split(/,\s*/));
  if (offered.length === 0) return supported.at(-1) ?? '';
  const found = supported.find((protocol) => offered.includes(protocol));
  if (found === undefined)
    throw new HttpError(
      403,
      `unable to upgrade: unable to negotiate protocol: client supports ${offered.join(', ')}, server accepts ${supported.join(', ')}`,
    );
  return found;
}

function acceptSpdy(socket: Duplex, protocol: string): void {
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
  );
}

function refuseUpgrade(socket: Duplex, status: number, text: string): void {
  if (socket.destroyed || !socket.writable) return;
  const length = String(Buffer.byteLength(text));
  socket.end(
    `HTTP/1.1 ${String(status)} Error\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${text}`,
  );
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
