import type { Transport, TransportRequest, TransportResponse } from '@kubescript/client';

/** Hands the warnings of a server's answers (RFC 7234 `Warning: 299 - "text"`) to `warn`, each text once. */
export class WarningTransport implements Transport {
  readonly #inner: Transport;
  readonly #warn: (text: string) => void;
  readonly #seen = new Set<string>();

  constructor(inner: Transport, warn: (text: string) => void) {
    this.#inner = inner;
    this.#warn = warn;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#inner.request(request);
    for (const text of warningsIn(response.headers['warning'])) {
      if (!this.#seen.has(text)) this.#warn(text);
      this.#seen.add(text);
    }
    return response;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#inner[Symbol.asyncDispose]();
  }
}

function warningsIn(header: string | undefined): string[] {
  const matches = (header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g);
  return Array.from(matches, ([, text = '']) => text.replace(/\\(.)/g, '$1'));
}
