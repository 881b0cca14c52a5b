import { Client, credentials } from '@grpc/grpc-js';
import type { Clock } from '@kubescript/apimachinery';

import { encodeTraces } from './otlp.ts';
import type { Span } from './span.ts';

const exportMethod = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const batchSize = 512;
const maxWaiting = 2048;
const periodMs = 5000;
const callTimeoutMs = 10_000;
const identity = (bytes: Buffer): Buffer => bytes;

/** Sends spans to a collector over OTLP/gRPC in batches; what finds no room, or no collector, is lost. */
export class TraceExporter implements AsyncDisposable {
  readonly #client: Client;
  readonly #resource: Readonly<Record<string, string>>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #waiting: Span[] = [];

  /** `endpoint` as gRPC names targets: `localhost:4317`, `unix:///run/otel.sock`. */
  constructor(
    endpoint: string,
    resource: Readonly<Record<string, string>>,
    deps: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  ) {
    this.#client = new Client(endpoint, credentials.createInsecure());
    this.#resource = resource;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  /** Takes a span that ended. */
  add(span: Span): void {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(span);
  }

  /** Sends what there is every few seconds, until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(periodMs, signal).catch(() => undefined);
      await this.flush();
    }
  }

  /** Sends what there is. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#send(encodeTraces(batch, this.#resource));
      } catch (error) {
        this.#onError(error);
        return;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
    this.#client.close();
  }

  #send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + callTimeoutMs;
      this.#client.makeUnaryRequest(exportMethod, identity, identity, request, { deadline }, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  }
}
