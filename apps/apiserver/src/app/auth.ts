import { readFileSync } from 'node:fs';

import {
  alwaysAllow,
  alwaysDeny,
  type Authorizer,
  AuthorizerUnion,
  BearerTokenAuthenticator,
  ClientCertificateVerifier,
  parseCertificates,
  privilegedGroup,
  type RequestAuthenticator,
  RequestAuthenticatorUnion,
  type TokenAuthenticator,
  TokenAuthenticatorUnion,
  TokenFileAuthenticator,
  X509Authenticator,
} from '@kubescript/apiserver';
import {
  BootstrapTokenAuthenticator,
  lookupInStores,
  NodeAuthorizer,
  NodeGraph,
  parseSigningKey,
  parseVerificationKeys,
  PolicyCache,
  RbacAuthorizer,
  ServiceAccountTokenAuthenticator,
  ServiceAccountTokenIssuer,
  type VerificationKey,
} from '@kubescript/lib-auth';
import { bootstrapClusterRoles, type OpenedStores } from '@kubescript/lib-controlplane';
import type { TokenIssuer } from '@kubescript/lib-registry';

import { apiAudiences } from './api-audiences.ts';
import type { CompletedOptions } from './options.ts';
import type { ServerPki } from './pki.ts';

/** Who is let in, who may do what, and who signs tokens. Disposing ends what keeps the policy current. */
export interface ServerAuth extends AsyncDisposable {
  readonly authenticator: RequestAuthenticator;
  /** The part of `authenticator` that knows bearer tokens, for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  readonly authorizer: Authorizer;
  readonly tokenIssuer: TokenIssuer;
  /** The public keys of service account tokens. */
  readonly tokenKeys: readonly VerificationKey[];
  /** What a user holds, for the check against escalation; undefined without RBAC. */
  readonly rbac: RbacAuthorizer | undefined;
}

/** Puts together authentication and authorization as the flags ask for. */
export function openAuth(options: CompletedOptions, pki: ServerPki, { stores }: OpenedStores): ServerAuth {
  const tokenKeys = pki.tokenVerifyKeys.flatMap((pem) => parseVerificationKeys(pem));
  const tokens = openTokens(options, tokenKeys, stores);
  const stop = new AbortController();
  const { authorizer, rbac, done } = openAuthorizer(options, stores, stop.signal);
  const verifier = new ClientCertificateVerifier(parseCertificates(pki.clientCa));
  return {
    authenticator: new RequestAuthenticatorUnion([
      new X509Authenticator(verifier),
      new BearerTokenAuthenticator(tokens),
    ]),
    tokens,
    tokenKeys,
    authorizer,
    rbac,
    tokenIssuer: new ServiceAccountTokenIssuer(
      options.authentication.serviceAccountIssuer,
      parseSigningKey(pki.tokenSigningKey),
    ),
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error('the server is closing'));
      await Promise.all(done);
    },
  };
}

function openTokens(
  options: CompletedOptions,
  keys: readonly VerificationKey[],
  stores: OpenedStores['stores'],
): TokenAuthenticator {
  const { tokenAuthFile, serviceAccountIssuer, enableBootstrapTokenAuth } = options.authentication;
  const lookup = lookupInStores(stores);
  const accounts = new ServiceAccountTokenAuthenticator({
    issuers: [serviceAccountIssuer],
    keys,
    audiences: apiAudiences(options),
    lookup,
  });
  return new TokenAuthenticatorUnion([
    ...(tokenAuthFile === '' ? [] : [openTokenFile(tokenAuthFile)]),
    accounts,
    ...(enableBootstrapTokenAuth ? [new BootstrapTokenAuthenticator(lookup)] : []),
  ]);
}

function openTokenFile(path: string): TokenFileAuthenticator {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--token-auth-file: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  return new TokenFileAuthenticator(text, path);
}

/** One authorizer per mode, after the one that lets system:masters do everything. */
function openAuthorizer(
  options: CompletedOptions,
  stores: OpenedStores['stores'],
  signal: AbortSignal,
): { readonly authorizer: Authorizer; readonly rbac: RbacAuthorizer | undefined; readonly done: Promise<void>[] } {
  const done: Promise<void>[] = [];
  let rbac: RbacAuthorizer | undefined;
  const open = (mode: string): Authorizer => {
    switch (mode) {
      case 'Node': {
        const graph = new NodeGraph();
        const run = graph.run(stores, signal);
        done.push(run.done);
        return new NodeAuthorizer(graph, nodeRules(), run.synced);
      }
      case 'RBAC': {
        const policy = new PolicyCache();
        const run = policy.run(stores, signal);
        done.push(run.done);
        rbac = new RbacAuthorizer(policy, run.synced);
        return rbac;
      }
      case 'AlwaysDeny':
        return alwaysDeny;
      case 'AlwaysAllow':
        return alwaysAllow;
      default:
        throw new Error(`--authorization-mode: ${mode} is not known`);
    }
  };
  const modes = options.authorization.authorizationMode.map(open);
  return { authorizer: new AuthorizerUnion([privilegedGroup('system:masters'), ...modes]), rbac, done };
}

function nodeRules(): NonNullable<(typeof bootstrapClusterRoles)[number]['rules']> {
  return bootstrapClusterRoles.find((role) => role.metadata.name === 'system:node')?.rules ?? [];
}
