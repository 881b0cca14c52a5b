import { once } from 'node:events';
import { type TLSSocket, connect } from 'node:tls';

import type { ApiServerAddress } from '../framework/api-server.ts';

/** How to connect. */
export interface ConnectOptions {
  readonly protocol?: 'http/1.1' | 'h2';
  /** Reads nothing of what the server says. */
  readonly isDeaf?: boolean;
}

/** A connection on which anything can be said. It closes at the signal; `closed` resolves when it is. */
export class Connection implements Disposable {
  readonly socket: TLSSocket;
  readonly closed: Promise<void>;
  private readonly signal: AbortSignal;
  private readonly stop = (): void => void this.socket.destroy();
  private said = '';

  private constructor(socket: TLSSocket, signal: AbortSignal) {
    this.socket = socket;
    this.signal = signal;
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    signal.addEventListener('abort', this.stop);
  }

  static async open(
    { url }: ApiServerAddress,
    signal: AbortSignal,
    { protocol = 'http/1.1', isDeaf = false }: ConnectOptions = {},
  ): Promise<Connection> {
    signal.throwIfAborted();
    const { hostname, port } = new URL(url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      rejectUnauthorized: false,
      ALPNProtocols: [protocol],
    });
    const connection = new Connection(socket, signal);
    try {
      await once(socket, 'secureConnect', { signal });
    } catch (error) {
      connection[Symbol.dispose]();
      throw error;
    }
    if (!isDeaf) socket.on('data', (chunk: Buffer) => connection.hear(chunk));
    return connection;
  }

  /** What the server has said last. */
  get heard(): string {
    return this.said;
  }

  /** Writes; resolves when there is room for more, and rejects if the connection is closed. */
  async write(data: string | Uint8Array): Promise<void> {
    if (this.socket.destroyed) throw new Error('the connection is closed');
    if (this.socket.write(data)) return;
    const drained = new Promise<void>((resolve) => this.socket.once('drain', resolve));
    const cut = this.closed.then(() => {
      throw new Error('the connection is closed');
    });
    await Promise.race([drained, cut]);
  }

  [Symbol.dispose](): void {
    this.signal.removeEventListener('abort', this.stop);
    this.socket.destroy();
  }

  private hear(chunk: Buffer): void {
    this.said = (this.said + chunk.toString('latin1')).slice(-100_000);
  }
}

/** The head of a request with the token of an administrator, without the empty line that ends it. */
export function headOf({ token }: ApiServerAddress, requestLine: string, ...headers: string[]): string {
  return [`${requestLine} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`, ...headers, ''].join('\r\n');
}
