import { createHmac, randomBytes } from 'node:crypto';

import { type Clock, realClock } from '@kubescript/apimachinery';

import type { AuthenticationResult, TokenAuthenticator } from './authenticator.ts';
import type { TokenCacheMetrics } from './metrics.ts';

const MAX_ENTRIES = 4096;

/** How long answers are kept, in milliseconds; 0: not at all. */
export interface TokenCacheOptions {
  readonly successTtl: number;
  readonly failureTtl: number;
  readonly clock?: Clock;
  readonly metrics?: TokenCacheMetrics;
}

interface Entry {
  readonly outcome: Outcome;
  readonly expires: number;
}

type Outcome = { readonly result: AuthenticationResult | undefined } | { readonly error: unknown };

/**
 * Remembers for a short time whose tokens are. What is remembered is bound to the token and to the audiences that were
 * asked for, and is filed under a keyed hash: the cache holds no tokens. Callers that ask for the same at once share one
 * question.
 *
 * @go k8s.io/apiserver/pkg/authentication/token/cache#cachedTokenAuthenticator
 */
export class CachedTokenAuthenticator implements TokenAuthenticator {
  private readonly inner: TokenAuthenticator;
  private readonly options: TokenCacheOptions;
  private readonly clock: Clock;
  private readonly key = randomBytes(32);
  private readonly entries = new Map<string, Entry>();
  private readonly asking = new Map<string, Promise<Outcome>>();

  constructor(inner: TokenAuthenticator, options: TokenCacheOptions) {
    this.inner = inner;
    this.options = options;
    this.clock = options.clock ?? realClock;
  }

  async authenticateToken(token: string, audiences?: readonly string[]): Promise<AuthenticationResult | undefined> {
    const start = this.clock.now();
    const key = this.keyOf(token, audiences);
    const entry = this.entries.get(key);
    const isHit = entry !== undefined && entry.expires > start;
    const outcome = isHit ? entry.outcome : await this.ask(key, token, audiences);
    this.options.metrics?.onRequest(isHit ? 'hit' : 'miss', this.clock.now() - start);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  private ask(key: string, token: string, audiences: readonly string[] | undefined): Promise<Outcome> {
    const running = this.asking.get(key);
    if (running !== undefined) return running;
    const asked = this.fetch(key, token, audiences).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async fetch(key: string, token: string, audiences: readonly string[] | undefined): Promise<Outcome> {
    const done = this.options.metrics?.onFetch();
    const outcome = await this.inner.authenticateToken(token, audiences).then(
      (result): Outcome => ({ result }),
      (error: unknown): Outcome => ({ error }),
    );
    done?.('error' in outcome ? 'error' : 'ok');
    // An error may be an outage of whoever was asked: it is never remembered.
    if (!('error' in outcome)) this.keep(key, outcome);
    return outcome;
  }

  private keep(key: string, outcome: { readonly result: AuthenticationResult | undefined }): void {
    const ttl = outcome.result === undefined ? this.options.failureTtl : this.options.successTtl;
    if (ttl <= 0) return;
    this.entries.delete(key);
    const [oldest] = this.entries.keys();
    if (this.entries.size >= MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { outcome, expires: this.clock.now() + ttl });
  }

  /** No asking for none differs from asking for an empty list; lengths keep the parts apart. */
  private keyOf(token: string, audiences: readonly string[] | undefined): string {
    const hash = createHmac('sha256', this.key);
    for (const part of [token, ...(audiences === undefined ? [] : ['audiences', ...audiences])]) {
      hash.update(`${String(part.length)}:`).update(part);
    }
    return hash.digest('base64');
  }
}
