import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  credentials,
  type ServiceError,
  status as grpcStatus,
} from '@grpc/grpc-js';

import { newServiceUnavailable } from '@kubescript/apimachinery';

import { decodeWatch, encodeWatch, type WatchRequest, type WatchResponse } from './messages.ts';

/** How to reach an etcd cluster. */
export interface EtcdClientOptions {
  /** `--etcd-servers`: `http://host:port` or `https://host:port`, without paths. */
  readonly servers: readonly string[];
  /** PEM. Without it the roots of the system are trusted. */
  readonly ca?: Buffer;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
}

const CALL_TIMEOUT_MS = 10_000;
const identity = (bytes: Buffer): Buffer => bytes;

/**
 * Calls of etcd's gRPC API on one of several servers; after a server was unavailable, the next call goes to the next
 * one. A call itself is not repeated, as nobody knows whether it had an effect.
 */
export class EtcdClient implements Disposable {
  private readonly servers: string;
  private readonly clients: readonly Client[];
  private position = 0;

  constructor(options: EtcdClientOptions) {
    if (options.servers.length === 0) throw new Error('at least one etcd server is needed');
    this.servers = options.servers.join(', ');
    this.clients = options.servers.map((server) => connect(server, options));
  }

  /** One request and its answer. */
  unary<R>(path: string, request: Buffer, decode: (bytes: Uint8Array) => R, signal?: AbortSignal): Promise<R> {
    const client = this.client();
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + CALL_TIMEOUT_MS;
      const call = client.makeUnaryRequest(path, identity, decode, request, { deadline }, (err, response) => {
        signal?.removeEventListener('abort', cancel);
        if (err !== null) reject(this.failed(err));
        else if (response === undefined) reject(new Error(`etcd gave no answer to ${path}`));
        else resolve(response);
      });
      const cancel = (): void => {
        call.cancel();
      };
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** A stream for one watch. */
  watchStream(): ClientDuplexStream<WatchRequest, WatchResponse> {
    const stream = this.client().makeBidiStreamRequest('/etcdserverpb.Watch/Watch', encodeWatch, decodeWatch);
    stream.on('error', (err: ServiceError) => this.failed(err));
    return stream;
  }

  [Symbol.dispose](): void {
    for (const client of this.clients) client.close();
  }

  private client(): Client {
    return this.clients[this.position % this.clients.length] as Client;
  }

  private failed(err: ServiceError): Error {
    if (err.code !== grpcStatus.UNAVAILABLE && err.code !== grpcStatus.DEADLINE_EXCEEDED) return err;
    this.position += 1;
    const reason = /Last error: (?:Error: )?(.*?)\. Resolution/.exec(err.details)?.[1] ?? err.details;
    return newServiceUnavailable(`etcd at ${this.servers} cannot be reached (${reason}): check that it runs there`);
  }
}

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
