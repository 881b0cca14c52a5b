import { aggregateMessages } from '@kubescript/apimachinery';
import { type AuthenticationResult, commonAudiences, type TokenAuthenticator } from '@kubescript/apiserver';
import { compactVerify, decodeProtectedHeader, type JWTPayload } from 'jose';

import type { VerificationKey } from './signing-keys.ts';

const MAX_REMEMBERED = 10_000;

/** What tokens are checked against. */
export interface ServiceAccountTokenOptions {
  /** `--service-account-issuer`: the first one issues, all are accepted. */
  readonly issuers: readonly string[];
  readonly keys: readonly VerificationKey[];
  /** The audiences of this server (`--api-audiences`), for tokens without any and for whoever asks without naming any. */
  readonly audiences: readonly string[];
  /** Whose a token with a good signature is; throws an Error that says what is wrong. */
  readonly validate: (token: string, payload: JWTPayload) => Promise<AuthenticationResult>;
}

/**
 * Knows service accounts by their tokens. A token is good as long as what it is bound to exists, so that is looked up
 * every time; a signature is checked once.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#JWTTokenAuthenticator
 */
export class ServiceAccountTokenAuthenticator implements TokenAuthenticator {
  private readonly options: ServiceAccountTokenOptions;
  private readonly verified = new Map<string, JWTPayload>();

  constructor(options: ServiceAccountTokenOptions) {
    this.options = options;
  }

  async authenticateToken(
    token: string,
    wanted: readonly string[] = this.options.audiences,
  ): Promise<AuthenticationResult | undefined> {
    const payload = this.verified.get(token) ?? (await this.verify(token));
    if (payload === undefined) return undefined;
    const audiences = this.audiencesOf(payload, wanted);
    return { ...(await this.options.validate(token, payload)), audiences };
  }

  /** The claims of a token with a good signature; undefined if another issuer wrote it; throws for a bad signature. */
  private async verify(token: string): Promise<JWTPayload | undefined> {
    const payload = untrustedPayload(token);
    if (payload === undefined || !this.options.issuers.includes(payload.iss ?? '')) return undefined;
    const header = protectedHeaderOf(token);
    if (header === undefined) return undefined;
    const { kid = '', alg } = header;
    const keys = this.options.keys.filter(({ keyId }) => kid === '' || keyId === kid);
    if (keys.length === 0) throw new Error('invalid signature, no keys found');
    await verifyWithAny(token, keys, alg);
    const [oldest] = this.verified.keys();
    if (this.verified.size >= MAX_REMEMBERED && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(token, payload);
    return payload;
  }

  private audiencesOf({ aud = [] }: JWTPayload, wanted: readonly string[]): readonly string[] {
    const { audiences: implicit } = this.options;
    const named = [aud].flat();
    const own = named.length === 0 ? implicit : named;
    const shared = commonAudiences(own, wanted);
    if (shared.length === 0 && implicit.length > 0) {
      throw new Error(`token audiences ${quoted(own)} is invalid for the target audiences ${quoted(wanted)}`);
    }
    return shared;
  }
}

/**
 * The algorithm is that of the key, never what the token says: a token that claims another has a bad signature.
 */
async function verifyWithAny(token: string, keys: readonly VerificationKey[], alg: string | undefined): Promise<void> {
  const problems: string[] = [];
  for (const { key, algorithm } of keys) {
    try {
      if (alg !== algorithm) throw new Error('algorithm mismatch');
      await compactVerify(token, key, { algorithms: [algorithm] });
      return;
    } catch {
      problems.push('go-jose/go-jose: error in cryptographic primitive');
    }
  }
  throw new Error(aggregateMessages(problems));
}

/** The claims of a token in compact form, whoever wrote it. */
function untrustedPayload(token: string): JWTPayload | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString());
    return typeof payload === 'object' && payload !== null ? (payload as JWTPayload) : undefined;
  } catch {
    return undefined;
  }
}

function protectedHeaderOf(token: string): { readonly kid?: string; readonly alg?: string } | undefined {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    return { ...(typeof kid === 'string' && { kid }), ...(typeof alg === 'string' && { alg }) };
  } catch {
    return undefined;
  }
}

/** A list as Go prints it with `%q`. */
function quoted(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}
