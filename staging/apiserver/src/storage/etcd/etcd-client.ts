import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  credentials,
  Metadata,
  type ServiceError,
  status as grpcStatus,
} from '@grpc/grpc-js';

import { newServiceUnavailable } from '@kubescript/apimachinery';

import { type EtcdMetrics, type GrpcCallObserver, grpcCodeName } from './etcd-metrics.ts';
import { decodeWatch, encodeWatch, type WatchRequest, type WatchResponse } from './messages.ts';

/** How to reach an etcd cluster. */
export interface EtcdClientOptions {
  /** `--etcd-servers`: `http://host:port` or `https://host:port`, without paths. */
  readonly servers: readonly string[];
  /** PEM. Without it the roots of the system are trusted. */
  readonly ca?: Buffer;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
  readonly metrics?: EtcdMetrics;
}

const CALL_TIMEOUT_MS = 10_000;
const WATCH = '/etcdserverpb.Watch/Watch';
const identity = (bytes: Buffer): Buffer => bytes;

type WatchStream = ClientDuplexStream<WatchRequest, WatchResponse>;

/** One server, and the watches on it. */
interface Connection {
  readonly client: Client;
  readonly streams: Set<WatchStream>;
}

/**
 * Calls of etcd's gRPC API on one of several servers; after a server was unavailable, the next call goes to the next
 * one. A call itself is not repeated, as nobody knows whether it had an effect.
 */
export class EtcdClient implements Disposable {
  private readonly servers: string;
  private readonly connections: readonly Connection[];
  private readonly metrics: EtcdMetrics | undefined;
  private position = 0;

  constructor(options: EtcdClientOptions) {
    if (options.servers.length === 0) throw new Error('at least one etcd server is needed');
    this.servers = options.servers.join(', ');
    this.metrics = options.metrics;
    this.connections = options.servers.map((server) => ({ client: connect(server, options), streams: new Set() }));
  }

  /** One request and its answer. */
  unary<R>(path: string, request: Buffer, decode: (bytes: Uint8Array) => R, signal?: AbortSignal): Promise<R> {
    const connection = this.current();
    const observer = this.metrics?.onCall(path, 'unary');
    observer?.onSent();
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + CALL_TIMEOUT_MS;
      const call = connection.client.makeUnaryRequest(
        path,
        identity,
        decode,
        request,
        { deadline },
        (err, response) => {
          signal?.removeEventListener('abort', cancel);
          if (response !== undefined) observer?.onReceived();
          observer?.onEnd(grpcCodeName(err?.code ?? grpcStatus.OK));
          if (err !== null) reject(this.failed(err, connection));
          else if (response === undefined) reject(new Error(`etcd gave no answer to ${path}`));
          else resolve(response);
        },
      );
      const cancel = (): void => {
        call.cancel();
      };
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /**
   * A stream for one watch. It ends with an error when its server is left for another, and when the server has lost
   * its leader: it would be silent then.
   *
   * @go go.etcd.io/etcd/client/v3#WithRequireLeader
   */
  watchStream(): WatchStream {
    const connection = this.current();
    const metadata = new Metadata();
    metadata.set('hasleader', 'true');
    const observer = this.metrics?.onCall(WATCH, 'bidi_stream');
    const encode = observer === undefined ? encodeWatch : countingEncoder(observer);
    const stream = connection.client.makeBidiStreamRequest(WATCH, encode, decodeWatch, metadata);
    connection.streams.add(stream);
    stream.on('error', (err: ServiceError) => this.failed(err, connection));
    // The last thing that happens to any call.
    stream.on('status', ({ code }: { readonly code: number }) => {
      connection.streams.delete(stream);
      observer?.onEnd(grpcCodeName(code));
    });
    if (observer) {
      stream.on('data', () => {
        observer.onReceived();
      });
    }
    return stream;
  }

  [Symbol.dispose](): void {
    for (const { client } of this.connections) client.close();
  }

  private current(): Connection {
    return this.connections[this.position % this.connections.length] as Connection;
  }

  private failed(err: ServiceError, connection: Connection): Error {
    if (err.code !== grpcStatus.UNAVAILABLE && err.code !== grpcStatus.DEADLINE_EXCEEDED) return err;
    const reason = /Last error: (?:Error: )?(.*?)\. Resolution/.exec(err.details)?.[1] ?? err.details;
    const failure = newServiceUnavailable(
      `etcd at ${this.servers} cannot be reached (${reason}): check that it runs there`,
    );
    this.leave(connection, failure);
    return failure;
  }

  /**
   * The next call goes to the next server; of calls that failed together, the first one decides. Watches go there as
   * well: one on a server that hangs, or that the network swallows, would not notice for a long time.
   */
  private leave(connection: Connection, reason: Error): void {
    if (this.connections.length === 1 || connection !== this.current()) return;
    this.position += 1;
    for (const stream of connection.streams) stream.destroy(reason);
    connection.streams.clear();
  }
}

const countingEncoder =
  (observer: GrpcCallObserver) =>
  (request: WatchRequest): Buffer => {
    observer.onSent();
    return encodeWatch(request);
  };

function connect(server: string, options: EtcdClientOptions): Client {
  const url = new URL(server.includes('://') ? server : `http://${server}`);
  return new Client(url.host, channelCredentials(url, options), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 10_000,
    // Each backend has its own connections, so closing one does not end the calls of another.
    'grpc.use_local_subchannel_pool': 1,
  });
}

function channelCredentials(url: URL, options: EtcdClientOptions): ChannelCredentials {
  switch (url.protocol) {
    case 'http:':
      return credentials.createInsecure();
    case 'https:':
      return credentials.createSsl(options.ca ?? null, options.key ?? null, options.certificate ?? null);
    default:
      throw new Error(`the etcd server ${url.href} must be an http or https URL`);
  }
}
