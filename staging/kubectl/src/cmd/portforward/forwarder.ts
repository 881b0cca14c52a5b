import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket as NetSocket } from 'node:net';

import type { IoStreams } from '@kubescript/cli-runtime';
import type { SpdySession } from '@kubescript/client';

/** A local port (0: any) and the pod's port that it leads to. */
export interface PortPair {
  readonly local: number;
  readonly remote: number;
}

/** How to forward. */
export interface ForwardOptions {
  readonly addresses: readonly string[];
  readonly streams: IoStreams;
  readonly signal: AbortSignal;
}

/**
 * Listens on all local ports and carries their connections over one session, until the signal. Throws if a pair
 * cannot be listened on at any address, and when the session ends first.
 *
 * @go k8s.io/client-go/tools/portforward#(*PortForwarder).forward
 */
export async function forwardPorts(
  session: SpdySession,
  pairs: readonly PortPair[],
  options: ForwardOptions,
): Promise<void> {
  const forwarder = new Forwarder(session, options);
  try {
    for (const pair of pairs) await forwarder.listenPair(pair);
    const stopped = options.signal.aborted ? Promise.resolve() : once(options.signal, 'abort');
    await Promise.race([stopped, session.closed]);
    if (!options.signal.aborted) throw new Error('lost connection to pod');
  } finally {
    forwarder.close();
    session.close();
  }
}

class Forwarder {
  readonly #session: SpdySession;
  readonly #options: ForwardOptions;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<NetSocket>();
  #nextRequest = 0;

  constructor(session: SpdySession, options: ForwardOptions) {
    this.#session = session;
    this.#options = options;
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const connection of this.#connections) connection.destroy();
  }

  /** Listens for one pair at every address that can be had. */
  async listenPair(pair: PortPair): Promise<void> {
    let { local } = pair;
    let problem: unknown;
    const before = this.#servers.length;
    for (const address of this.#options.addresses) {
      try {
        local = await this.#listen(address, { ...pair, local });
      } catch (err) {
        problem = err;
      }
    }
    if (this.#servers.length > before) return;
    throw new Error(
      `unable to listen on any of the requested ports: [{${String(pair.local)} ${String(pair.remote)}}]: ${(problem as Error).message}`,
    );
  }

  async #listen(address: string, { local, remote }: PortPair): Promise<number> {
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      this.#options.streams.out.write(`Handling connection for ${String(port)}\n`);
      this.#carry(connection, remote, port);
    });
    server.listen(local, address);
    await once(server, 'listening');
    this.#servers.push(server);
    const { port } = server.address() as AddressInfo;
    const host = address.includes(':') ? `[${address}]` : address;
    this.#options.streams.out.write(`Forwarding from ${host}:${String(port)} -> ${String(remote)}\n`);
    return port;
  }

  /** Carries one connection over a pair of streams: one for its data, one for an error text. */
  #carry(connection: NetSocket, remote: number, local: number): void {
    const headers = { port: String(remote), requestid: String(this.#nextRequest++) };
    const error = this.#session.open({ ...headers, streamtype: 'error' });
    error.end();
    let problem = '';
    error.on('data', (chunk: Buffer) => {
      problem += chunk.toString('utf8');
    });
    error.on('end', () => {
      if (problem === '') return;
      const what = `${String(local)} -> ${String(remote)}: ${problem}`;
      this.#options.streams.err.write(`error: an error occurred forwarding ${what}\n`);
      connection.destroy();
    });
    const data = this.#session.open({ ...headers, streamtype: 'data' });
    this.#connections.add(connection);
    connection.on('close', () => {
      this.#connections.delete(connection);
      data.destroy();
    });
    connection.on('error', () => {
      connection.destroy();
    });
    data.on('error', () => {
      connection.destroy();
    });
    connection.pipe(data).pipe(connection);
  }
}
