import type { Transport, TransportRequest, TransportResponse } from '@kubescript/client';
import type { ClientRequest, RestClientMetrics } from '@kubescript/component-base';

/** A transport whose requests are counted; bodies are not measured, as they may not be encoded at all. */
export class CountedTransport implements Transport {
  readonly #transport: Transport;
  readonly #metrics: RestClientMetrics;
  readonly #host: () => string;

  /** `host` names the server. */
  constructor(transport: Transport, metrics: RestClientMetrics, host: () => string) {
    this.#transport = transport;
    this.#metrics = metrics;
    this.#host = host;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const start = performance.now();
    let code: ClientRequest['code'] = '<error>';
    try {
      const response = await this.#transport.request(request);
      code = response.status;
      return response;
    } finally {
      const { method } = request;
      this.#metrics.onRequest({ method, host: this.#host(), code, seconds: (performance.now() - start) / 1000 });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.#transport[Symbol.asyncDispose]());
  }
}
