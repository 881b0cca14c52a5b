/** A request to an API server, as every transport takes it. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, starting with a slash and already percent-encoded. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value to send. The caller must not change it afterwards. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The answer to one request. Read it in exactly one of the ways below. */
export interface TransportResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The whole body as a JSON value. It may be shared with the server's caches (in-process transport), so it must be
   * treated as deep read-only.
   */
  json(): Promise<unknown>;
  /** The whole body as text. */
  text(): Promise<string>;
  /** The raw bytes as they arrive (logs). Breaking out of the loop closes the request. */
  bytes(): AsyncIterable<Uint8Array>;
  /** The JSON values of a newline-delimited stream (watch). Breaking out of the loop closes the request. */
  values(): AsyncIterable<unknown>;
}

/**
 * The way to an API server: over HTTPS (`HttpTransport`), or straight into the handler chain of a server in the same
 * process (`InProcessTransport` of `@kubescript/apiserver`). Both carry an identity of their own.
 */
export interface Transport extends AsyncDisposable {
  /**
   * Sends one request. Resolves with any HTTP status; rejects only if no answer came (connection refused, aborted).
   */
  request(request: TransportRequest): Promise<TransportResponse>;
}
