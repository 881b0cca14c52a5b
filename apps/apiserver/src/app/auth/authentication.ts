import { readFileSync } from 'node:fs';

import {
  AudienceAgnosticAuthenticator,
  BearerTokenAuthenticator,
  ClientCertificateVerifier,
  parseCertificates,
  type RequestAuthenticator,
  RequestAuthenticatorUnion,
  RequestHeaderAuthenticator,
  type RequestHeaderNames,
  type TokenAuthenticator,
  TokenAuthenticatorUnion,
  TokenFileAuthenticator,
  WebSocketProtocolAuthenticator,
  X509Authenticator,
} from '@kubescript/apiserver';
import { BootstrapTokenAuthenticator, lookupInStores, type VerificationKey } from '@kubescript/lib-auth';
import type { OpenedStores } from '@kubescript/lib-controlplane';

import { apiAudiences } from '../api-audiences.ts';
import type { CompletedOptions } from '../options.ts';
import type { RequestHeaderFlags } from '../flags/authentication.ts';
import type { ServerPki } from '../pki.ts';
import type { AuthLoops } from './followed.ts';
import { serviceAccountAuthenticators } from './service-accounts.ts';

/** What authentication is made of. */
export interface AuthenticationParts {
  readonly options: CompletedOptions;
  readonly pki: ServerPki;
  readonly stores: OpenedStores['stores'];
  readonly tokenKeys: readonly VerificationKey[];
  readonly loops: AuthLoops;
}

/** Who is let in, and how. */
export interface OpenedAuthentication {
  readonly authenticator: RequestAuthenticator;
  /** The part of `authenticator` that knows bearer tokens, for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  /** PEM of the authorities of clients, and of front proxies ('' without any), as they are now. */
  readonly authorities: () => { readonly clientCa: string; readonly requestHeaderCa: string };
}

/**
 * Puts together the authenticators that the flags ask for, in upstream's order: front proxies, client certificates,
 * bearer tokens.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/authenticator#Config.New
 */
export function openAuthentication(parts: AuthenticationParts): OpenedAuthentication {
  const { options, pki, loops } = parts;
  const tokens = openTokens(parts);
  const { clientCaFile } = options.authentication;
  const clientCa =
    clientCaFile === '' ? fixedBundle(pki.clientCa) : loops.parsed('--client-ca-file', clientCaFile, bundleOf);
  const proxies = openRequestHeader(options.requestHeader, loops);
  return {
    authenticator: new RequestAuthenticatorUnion([
      ...(proxies === undefined ? [] : [proxies.authenticator]),
      new X509Authenticator(new ClientCertificateVerifier(() => clientCa().certificates)),
      new BearerTokenAuthenticator(tokens),
      new WebSocketProtocolAuthenticator(tokens),
    ]),
    tokens,
    authorities: () => ({ clientCa: clientCa().pem, requestHeaderCa: proxies?.authorities() ?? '' }),
  };
}

interface Bundle {
  readonly pem: string;
  readonly certificates: ReturnType<typeof parseCertificates>;
}

const bundleOf = (pem: string): Bundle => ({ pem, certificates: parseCertificates(pem) });

function fixedBundle(pem: string): () => Bundle {
  const bundle = bundleOf(pem);
  return () => bundle;
}

function openRequestHeader(
  flags: RequestHeaderFlags,
  loops: AuthLoops,
): { readonly authenticator: RequestAuthenticator; readonly authorities: () => string } | undefined {
  const { requestheaderClientCaFile: caFile, requestheaderAllowedNames: allowedNames } = flags;
  if (caFile === '') return undefined;
  const bundle = loops.parsed('--requestheader-client-ca-file', caFile, bundleOf);
  const verifier = new ClientCertificateVerifier(() => bundle().certificates);
  const names = requestHeaderNames(flags);
  return {
    authenticator: new RequestHeaderAuthenticator(verifier, { ...names, allowedNames }),
    authorities: () => bundle().pem,
  };
}

/** The headers that the flags name. */
export function requestHeaderNames(flags: RequestHeaderFlags): RequestHeaderNames {
  const trimmed = (names: readonly string[]): string[] => names.map((name) => name.trim());
  return {
    usernameHeaders: trimmed(flags.requestheaderUsernameHeaders),
    uidHeaders: trimmed(flags.requestheaderUidHeaders),
    groupHeaders: trimmed(flags.requestheaderGroupHeaders),
    extraHeaderPrefixes: trimmed(flags.requestheaderExtraHeadersPrefix),
  };
}

function openTokens({ options, tokenKeys, stores }: AuthenticationParts): TokenAuthenticator {
  const { tokenAuthFile, enableBootstrapTokenAuth } = options.authentication;
  const agnostic = (inner: TokenAuthenticator): TokenAuthenticator =>
    new AudienceAgnosticAuthenticator(inner, apiAudiences(options));
  return new TokenAuthenticatorUnion([
    ...(tokenAuthFile === '' ? [] : [agnostic(openTokenFile(tokenAuthFile))]),
    ...serviceAccountAuthenticators(options, tokenKeys, stores),
    ...(enableBootstrapTokenAuth ? [agnostic(new BootstrapTokenAuthenticator(lookupInStores(stores)))] : []),
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
