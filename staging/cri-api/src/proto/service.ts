import type { Decoded, Init, MessageSpec } from './message.ts';

/** One remote procedure: its gRPC path and the messages that go there and back. */
export interface MethodSpec<Q extends MessageSpec = MessageSpec, A extends MessageSpec = MessageSpec, S = boolean> {
  readonly path: string;
  readonly request: Q;
  readonly response: A;
  /** True where the server answers with a stream. */
  readonly streaming: S;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until the call fails with code DEADLINE_EXCEEDED; each method has a default. */
  readonly timeoutMs?: number;
}

/** The TypeScript face of a service: what a client offers and an in-process runtime implements. */
export type ServiceOf<M extends Readonly<Record<string, MethodSpec>>> = {
  readonly [K in keyof M]: M[K] extends MethodSpec<infer Q, infer A, infer S>
    ? S extends true
      ? (request: Init<Q>, options?: CallOptions) => AsyncIterable<Decoded<A>>
      : (request: Init<Q>, options?: CallOptions) => Promise<Decoded<A>>
    : never;
};

/** Declares a method that answers once. */
export function unary<Q extends MessageSpec, A extends MessageSpec>(
  path: string,
  request: Q,
  response: A,
): MethodSpec<Q, A, false> {
  return { path, request, response, streaming: false };
}

/** Declares a method that answers with a stream. */
export function serverStream<Q extends MessageSpec, A extends MessageSpec>(
  path: string,
  request: Q,
  response: A,
): MethodSpec<Q, A, true> {
  return { path, request, response, streaming: true };
}
