import { type Clock, realClock } from '@kubescript/apimachinery';
import { HttpTransport, type HttpTransportOptions } from '@kubescript/client';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';

import type { JwtIssuer } from './types.ts';

const TIMEOUT_MS = 30_000;
const MAX_DOCUMENT_CHARACTERS = 1 << 20;
/** Tokens that name unknown keys make us look for new ones no more often than this. */
const REFRESH_INTERVAL_MS = 5_000;
const RETRY_INTERVAL_MS = 10_000;

/** Finds the key of a token in a set of keys, as jose takes it. */
export type KeyFinder = ReturnType<typeof createLocalJWKSet>;

/**
 * The keys of an issuer, as its discovery document leads to them. They are asked for when first needed and again when a
 * token names one that is not known.
 *
 * @go github.com/coreos/go-oidc#Provider
 */
export class JwtProvider implements AsyncDisposable {
  private readonly issuer: JwtIssuer;
  private readonly clock: Clock;
  private readonly transports = new Map<string, HttpTransport>();
  private keys: KeyFinder | undefined;
  private fetching: Promise<KeyFinder> | undefined;
  private fetchedAt = -Infinity;
  private failedAt = -Infinity;

  constructor(issuer: JwtIssuer, clock: Clock = realClock) {
    this.issuer = issuer;
    this.clock = clock;
  }

  /** The keys that are known; throws an Error as long as the issuer cannot be reached. */
  async currentKeys(): Promise<KeyFinder> {
    if (this.keys !== undefined) return this.keys;
    if (this.fetching === undefined && this.clock.now() - this.failedAt < RETRY_INTERVAL_MS) {
      throw new Error('oidc: authenticator not initialized');
    }
    return this.fetch();
  }

  /** The keys after another look; undefined if that was just taken. */
  async refreshedKeys(): Promise<KeyFinder | undefined> {
    if (this.fetching === undefined && this.clock.now() - this.fetchedAt < REFRESH_INTERVAL_MS) return undefined;
    return this.fetch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.transports.values()].map((transport) => transport[Symbol.asyncDispose]()));
  }

  private fetch(): Promise<KeyFinder> {
    this.fetching ??= this.fetchKeys().then(
      (keys) => {
        this.fetching = undefined;
        this.fetchedAt = this.clock.now();
        this.keys = keys;
        return keys;
      },
      (error: unknown) => {
        this.fetching = undefined;
        this.failedAt = this.clock.now();
        throw error;
      },
    );
    return this.fetching;
  }

  private async fetchKeys(): Promise<KeyFinder> {
    const { url, discoveryURL } = this.issuer;
    const wellKnown = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = await this.fetchJson(discoveryURL === '' ? wellKnown : discoveryURL);
    const { issuer, jwks_uri: jwksUri } = found as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
    if (issuer !== url) {
      throw new Error(
        `oidc: issuer did not match the issuer returned by provider, expected ${JSON.stringify(url)} got ${JSON.stringify(issuer)}`,
      );
    }
    if (typeof jwksUri !== 'string' || !jwksUri.startsWith('https://')) {
      throw new Error('oidc: the provider names no https URL of its keys');
    }
    return createLocalJWKSet((await this.fetchJson(jwksUri)) as JSONWebKeySet);
  }

  private async fetchJson(url: string): Promise<object> {
    const { origin, pathname, search } = new URL(url);
    const transport = this.transportTo(origin);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await transport.request({ method: 'GET', path: pathname + search, signal });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`oidc: ${url} answered ${String(response.status)}`);
    if (text.length > MAX_DOCUMENT_CHARACTERS) throw new Error(`oidc: ${url} answered with too much`);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) throw new Error(`oidc: ${url} answered with no object`);
    return value;
  }

  private transportTo(server: string): HttpTransport {
    const known = this.transports.get(server);
    if (known !== undefined) return known;
    const { certificateAuthority: ca } = this.issuer;
    const options: HttpTransportOptions = { server, ...(ca !== '' && { ca }) };
    const transport = new HttpTransport(options);
    this.transports.set(server, transport);
    return transport;
  }
}
