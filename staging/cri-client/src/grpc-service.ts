import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { CallOptions as GrpcCallOptions, ServiceError } from '@grpc/grpc-js';
import { CriError, decodeMessage, encodeMessage } from '@kubescript/cri-api';
import type { CallOptions, MethodSpec, ServiceOf } from '@kubescript/cri-api';

type Methods = Readonly<Record<string, MethodSpec>>;

/** Opens a gRPC channel to a unix socket (`unix:///path` or a path). Nothing is sent before the first call. */
export function dialRuntime(endpoint: string): Client {
  const path = endpoint.replace(/^unix:\/\//, '');
  return new Client(`unix:${path}`, credentials.createInsecure(), {
    'grpc.default_authority': 'localhost',
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    'grpc.max_send_message_length': 16 * 1024 * 1024,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 3000,
    'grpc.use_local_subchannel_pool': 1,
  });
}

/** Makes the TypeScript face of a service from the descriptions of its methods. */
export function serviceOver<M extends Methods>(
  client: Client,
  methods: M,
  defaultTimeout: (method: string) => number,
): ServiceOf<M> {
  const service: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methods)) {
    service[name] = method.streaming
      ? (request: object, options?: CallOptions) => callStream(client, method, request, options)
      : (request: object, options?: CallOptions) => call(client, method, request, options, defaultTimeout(name));
  }
  return service as ServiceOf<M>;
}

function call(
  client: Client,
  method: MethodSpec,
  request: object,
  options: CallOptions | undefined,
  defaultTimeoutMs: number,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const signal = options?.signal;
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
  const started = client.makeUnaryRequest(
    method.path,
    (value: object) => Buffer.from(encodeMessage(method.request, value)),
    (bytes: Buffer) => decodeMessage(method.response, bytes) as object,
    request,
    new Metadata(),
    callOptions(options?.timeoutMs ?? defaultTimeoutMs),
    (err, answer) => {
      signal?.removeEventListener('abort', onAbort);
      if (err !== null) reject(signal?.aborted === true ? (signal.reason as Error) : criError(err));
      else resolve(answer);
    },
  );
  function onAbort(): void {
    started.cancel();
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise;
}

async function* callStream(
  client: Client,
  method: MethodSpec,
  request: object,
  options: CallOptions | undefined,
): AsyncGenerator {
  const signal = options?.signal;
  signal?.throwIfAborted();
  const stream = client.makeServerStreamRequest(
    method.path,
    (value: object) => Buffer.from(encodeMessage(method.request, value)),
    (bytes: Buffer) => decodeMessage(method.response, bytes) as object,
    request,
    new Metadata(),
    callOptions(options?.timeoutMs ?? 0),
  );
  const onAbort = (): void => {
    stream.cancel();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const message of stream) yield message;
  } catch (err) {
    signal?.throwIfAborted();
    throw criError(err as ServiceError);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    stream.cancel();
  }
}

function callOptions(timeoutMs: number): GrpcCallOptions {
  return timeoutMs > 0 ? { deadline: Date.now() + timeoutMs } : {};
}

function criError(err: ServiceError): CriError {
  return new CriError(err.code, err.details || err.message, { cause: err });
}
