import { type Clock, newGenericServerResponse, realClock, StatusError } from '@kubescript/apimachinery';
import type { Transport, TransportResponse } from '@kubescript/client';

import { networkErrorText } from './network-error.ts';

/** How a review service is asked. */
export interface ReviewClientOptions {
  /** To the exact URL of the kubeconfig: the path of a request is put behind it. */
  readonly transport: Transport;
  /** How messages name the service. */
  readonly url: string;
  /** Milliseconds that one try may take. */
  readonly timeoutMs: number;
  /** Milliseconds before the second try; each further wait is half as long again. */
  readonly initialBackoffMs?: number;
  readonly clock?: Clock;
}

const attempts = 5;
const backoffFactor = 1.5;
const jitter = 0.2;
const transientCodes = new Set([429, 500, 504]);

/**
 * Posts reviews (TokenReview, SubjectAccessReview) to a service outside and reads its answer. What may go away by
 * itself is tried again.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#GenericWebhook
 */
export class ReviewClient implements AsyncDisposable {
  private readonly options: ReviewClientOptions;
  private readonly clock: Clock;
  private readonly stop = new AbortController();

  constructor(options: ReviewClientOptions) {
    this.options = options;
    this.clock = options.clock ?? realClock;
  }

  /** The answer of the service; throws a StatusError if it refused, an Error if it could not be reached. */
  async post<T>(review: unknown): Promise<T> {
    let delay = this.options.initialBackoffMs ?? 500;
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.postOnce(review)) as T;
      } catch (error) {
        if (attempt >= attempts || !isTransient(error)) throw error;
      }
      await this.clock.sleep(delay * (1 + Math.random() * jitter), this.stop.signal);
      delay *= backoffFactor;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort(new Error('the server is closing'));
    await this.options.transport[Symbol.asyncDispose]();
  }

  private async postOnce(review: unknown): Promise<unknown> {
    const { transport, timeoutMs, url } = this.options;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.stop.signal]);
    let response: TransportResponse;
    let text: string;
    try {
      response = await transport.request({ method: 'POST', path: '', body: review, signal });
      text = await response.text();
    } catch (error) {
      const cause = signal.aborted ? 'context deadline exceeded' : networkErrorText(error);
      throw new Error(`Post ${JSON.stringify(url)}: ${cause}`, { cause: error });
    }
    if (response.status >= 300) throw newGenericServerResponse({ code: response.status, verb: 'POST' });
    return parseObject(text);
  }
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, without the text: it may be anything.
  }
  throw new Error('the webhook answered with something that is no review');
}

/** @go k8s.io/apiserver/pkg/util/webhook#DefaultShouldRetry */
function isTransient(error: unknown): boolean {
  if (error instanceof StatusError) return transientCodes.has(error.status.code ?? 0);
  const code = (error as { cause?: { code?: string } }).cause?.code ?? '';
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
}
