import type { Authorizer, RequestAuthenticator, TokenAuthenticator } from '@kubescript/apiserver';
import type { Logger, MetricsRegistry } from '@kubescript/component-base';
import {
  parseSigningKey,
  parseVerificationKeys,
  type RbacAuthorizer,
  ServiceAccountTokenIssuer,
  type VerificationKey,
} from '@kubescript/lib-auth';
import type { OpenedStores } from '@kubescript/lib-controlplane';
import type { TokenIssuer } from '@kubescript/lib-registry';

import type { CompletedOptions } from '../options.ts';
import type { ServerPki } from '../pki.ts';
import { openAuthentication, type OpenedAuthentication } from './authentication.ts';
import { openAuthorization } from './authorization.ts';
import { AuthLoops } from './followed.ts';

/** Who is let in, who may do what, and who signs tokens. Disposing ends what keeps the policy current. */
export interface ServerAuth extends AsyncDisposable {
  readonly authenticator: RequestAuthenticator;
  /** The part of `authenticator` that knows bearer tokens, for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  readonly authorities: OpenedAuthentication['authorities'];
  readonly anonymous: OpenedAuthentication['anonymous'];
  readonly authorizer: Authorizer;
  readonly tokenIssuer: TokenIssuer;
  /** The public keys of service account tokens. */
  readonly tokenKeys: readonly VerificationKey[];
  /** What a user holds, for the check against escalation; undefined without RBAC. */
  readonly rbac: RbacAuthorizer | undefined;
}

/** What the parts of authentication and authorization have in common. */
export interface AuthInputs {
  readonly options: CompletedOptions;
  readonly pki: ServerPki;
  readonly opened: OpenedStores;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /** Users that are known besides those of flags. */
  readonly knownTokens?: TokenAuthenticator;
  /** Told when the authorities of clients change. */
  readonly onAuthorities: () => void;
}

/** Puts together authentication and authorization as the flags ask for. */
export async function openAuth(inputs: AuthInputs): Promise<ServerAuth> {
  await using opening = new AsyncDisposableStack();
  const { options, pki, metrics } = inputs;
  const { stores } = inputs.opened;
  const loops = opening.use(new AuthLoops(inputs.logger, inputs.onAuthorities));
  const tokenKeys = distinctKeys(pki.tokenVerifyKeys.flatMap((pem) => parseVerificationKeys(pem)));
  const known = inputs.knownTokens === undefined ? {} : { knownTokens: inputs.knownTokens };
  const parts = { options, pki, stores, tokenKeys, loops, metrics, ...known };
  const { authenticator, tokens, authorities, anonymous } = opening.use(await openAuthentication(parts));
  const flags = options.authorization;
  const { authorizer, rbac } = opening.use(await openAuthorization({ flags, stores, loops, metrics }));
  const [issuer = ''] = options.serviceAccount.serviceAccountIssuer;
  const closing = opening.move();
  return {
    authenticator,
    tokens,
    authorities,
    anonymous,
    tokenKeys,
    authorizer,
    rbac,
    tokenIssuer: new ServiceAccountTokenIssuer(issuer, parseSigningKey(pki.tokenSigningKey)),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** The same key may be in several files. */
function distinctKeys(keys: readonly VerificationKey[]): readonly VerificationKey[] {
  return keys.filter(({ keyId }, index) => keys.findIndex((other) => other.keyId === keyId) === index);
}
