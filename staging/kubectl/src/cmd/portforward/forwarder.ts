import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket as NetSocket } from 'node:net';

import type { IoStreams } from '@kubescript/cli-runtime';

import type { Socket } from '../exec/remote-session.ts';

/** A local port (0: any) and the pod's port that it leads to. */
export interface PortPair {
  readonly local: number;
  readonly remote: number;
}

/** How to forward. */
export interface ForwardOptions {
  readonly addresses: readonly string[];
  /** Opens a connection to a port of the pod. */
  connect(port: number): Promise<Socket>;
  readonly streams: IoStreams;
  readonly signal: AbortSignal;
}

/** Listens on all local ports until the signal. Throws if a pair cannot be listened on at any address. */
export async function forwardPorts(pairs: readonly PortPair[], options: ForwardOptions): Promise<void> {
  const servers: Server[] = [];
  try {
    for (const pair of pairs) servers.push(...(await listenPair(pair, options)));
    if (!options.signal.aborted) await once(options.signal, 'abort');
  } finally {
    for (const server of servers) server.close();
  }
}

async function listenPair(pair: PortPair, options: ForwardOptions): Promise<Server[]> {
  const servers: Server[] = [];
  let { local } = pair;
  let problem: unknown;
  for (const address of options.addresses) {
    try {
      const server = await listen(address, local, (connection) => {
        options.streams.out.write(`Handling connection for ${String(local)}\n`);
        void carry(connection, pair.remote, options);
      });
      local = (server.address() as AddressInfo).port;
      const host = address.includes(':') ? `[${address}]` : address;
      options.streams.out.write(`Forwarding from ${host}:${String(local)} -> ${String(pair.remote)}\n`);
      servers.push(server);
    } catch (err) {
      problem = err;
    }
  }
  if (servers.length > 0) return servers;
  throw new Error(
    `unable to listen on any of the requested ports: [{${String(pair.local)} ${String(pair.remote)}}]: ${(problem as Error).message}`,
  );
}

async function listen(address: string, port: number, onConnection: (socket: NetSocket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

/** Carries one connection: channel 0 is its data, channel 1 an error; each starts with the port, little endian. */
async function carry(connection: NetSocket, port: number, options: ForwardOptions): Promise<void> {
  const fail = (problem: string): void => {
    options.streams.err.write(`error: an error occurred forwarding ${String(port)}: ${problem}\n`);
    connection.destroy();
  };
  try {
    const socket = await options.connect(port);
    socket.binaryType = 'arraybuffer';
    connection.on('error', () => {
      socket.close();
    });
    connection.pause();
    relay(connection, socket, fail);
    options.signal.addEventListener('abort', () => {
      socket.close();
      connection.destroy();
    });
  } catch (err) {
    fail((err as Error).message);
  }
}

function relay(connection: NetSocket, socket: Socket, fail: (problem: string) => void): void {
  const started = new Set<number>();
  socket.addEventListener('open', () => {
    connection.on('data', (chunk) => {
      socket.send(Buffer.concat([Uint8Array.of(0), chunk]));
    });
    connection.on('close', () => {
      socket.close();
    });
    connection.resume();
  });
  socket.addEventListener('message', ({ data }: { readonly data: ArrayBuffer }) => {
    const bytes = Buffer.from(data);
    const channel = bytes[0] ?? 0;
    const isFirst = !started.has(channel);
    started.add(channel);
    const payload = bytes.subarray(isFirst ? 3 : 1);
    if (payload.length === 0) return;
    if (channel === 0) connection.write(payload);
    else fail(payload.toString('utf8'));
  });
  socket.addEventListener('error', ({ message }: { readonly message?: string }) => {
    fail(message ?? 'the connection to the pod failed');
  });
  socket.addEventListener('close', () => {
    connection.end();
  });
}
