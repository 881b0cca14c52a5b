import {
  aggregateMessages,
  type Clock,
  FieldPath,
  formatFieldError,
  formatTime,
  realClock,
} from '@kubescript/apimachinery';
import type { CelEnvironment } from '@kubescript/cel';
import { compactVerify, errors } from 'jose';

import type { AuthenticationResult, TokenAuthenticator } from '../authenticator.ts';
import { type Claims, userOfClaims } from './claims.ts';
import { compileJwtExpressions, type JwtExpressions } from './compile.ts';
import { JwtProvider, type KeyFinder } from './provider.ts';
import type { JwtAuthenticatorConfig } from './types.ts';

const NOT_BEFORE_LEEWAY_MS = 300_000;

/** The algorithms that tokens may be signed with: all of them need the issuer's private key. */
export const jwtAlgorithms: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];

/** What a JwtAuthenticator works with. */
export interface JwtAuthenticatorOptions {
  readonly environment: CelEnvironment;
  readonly algorithms?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Knows users by the tokens of an OpenID Connect issuer.
 *
 * @go k8s.io/apiserver/plugin/pkg/authenticator/token/oidc#jwtAuthenticator
 */
export class JwtAuthenticator implements TokenAuthenticator, AsyncDisposable {
  private readonly config: JwtAuthenticatorConfig;
  private readonly expressions: JwtExpressions;
  private readonly algorithms: string[];
  private readonly clock: Clock;
  private readonly provider: JwtProvider;

  /** Throws an Error if the expressions of the configuration cannot be compiled. */
  constructor(config: JwtAuthenticatorConfig, options: JwtAuthenticatorOptions) {
    this.config = config;
    this.clock = options.clock ?? realClock;
    this.algorithms = [...(options.algorithms ?? jwtAlgorithms)];
    this.provider = new JwtProvider(config.issuer, this.clock);
    const { expressions, problems } = compileJwtExpressions(config, new FieldPath('jwt'), options.environment);
    if (problems.length > 0) throw new Error(aggregateMessages(problems.map(formatFieldError)));
    this.expressions = expressions;
  }

  async authenticateToken(token: string): Promise<AuthenticationResult | undefined> {
    if (untrustedIssuer(token) !== this.config.issuer.url) return undefined;
    const claims = await this.verify(token);
    return { user: userOfClaims(this.config, this.expressions, claims) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]();
  }

  private async verify(token: string): Promise<Claims> {
    const keys = await this.provider.currentKeys();
    const payload = await this.verifySignature(token, keys).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw verifyError(error);
      const refreshed = await this.provider.refreshedKeys();
      if (refreshed === undefined) throw verifyError(error);
      return this.verifySignature(token, refreshed).catch((again: unknown) => {
        throw verifyError(again);
      });
    });
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
    this.checkClaims(claims);
    return claims;
  }

  private async verifySignature(token: string, keys: KeyFinder): Promise<Uint8Array> {
    const options = { algorithms: this.algorithms };
    try {
      return (await compactVerify(token, keys, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      // A token that names no key may be signed with any.
      for await (const key of error) {
        const verified = await compactVerify(token, key, options).catch(() => undefined);
        if (verified !== undefined) return verified.payload;
      }
      throw new errors.JWSSignatureVerificationFailed();
    }
  }

  /** @go github.com/coreos/go-oidc#(*IDTokenVerifier).Verify */
  private checkClaims({ iss, aud, exp, nbf }: Claims): void {
    const { url, audiences } = this.config.issuer;
    if (iss !== url) throw verifyError(new Error('oidc: id token issued by a different provider'));
    const named = [aud ?? []].flat();
    if (!named.some((audience) => typeof audience === 'string' && audiences.includes(audience))) {
      const quoted = (values: readonly unknown[]): string =>
        `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
      throw verifyError(new Error(`oidc: expected audience in ${quoted([...audiences].sort())} got ${quoted(named)}`));
    }
    const now = this.clock.now();
    if (typeof exp !== 'number' || now > exp * 1000) {
      const shown = typeof exp === 'number' ? formatTime(exp * 1000) : 'none';
      throw verifyError(new Error(`oidc: token is expired (Token Expiry: ${shown})`));
    }
    if (typeof nbf === 'number' && now + NOT_BEFORE_LEEWAY_MS < nbf * 1000) {
      const text = `oidc: current time ${formatTime(now)} before the nbf (not before) time: ${formatTime(nbf * 1000)}`;
      throw verifyError(new Error(text));
    }
  }
}

function verifyError(error: unknown): Error {
  const text =
    error instanceof errors.JOSEError ? `failed to verify signature: ${error.message}` : (error as Error).message;
  return new Error(`oidc: verify token: ${text}`, { cause: error });
}

/** Who a token says that it is from; nothing is known of it yet. */
function untrustedIssuer(token: string): string | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const { iss } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { readonly iss?: unknown };
    if (typeof iss !== 'string') return undefined;
    return iss === 'accounts.google.com' ? 'https://accounts.google.com' : iss;
  } catch {
    return undefined;
  }
}
