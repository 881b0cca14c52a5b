import { readFileSync } from 'node:fs';

import {
  type AnonymousAuthConfig,
  AudienceAgnosticAuthenticator,
  BearerTokenAuthenticator,
  CachedTokenAuthenticator,
  ClientCertificateVerifier,
  newClientCertificateMetrics,
  newTokenCacheMetrics,
  parseCertificates,
  type RequestAuthenticator,
  RequestAuthenticatorUnion,
  RequestHeaderAuthenticator,
  type RequestHeaderNames,
  type TokenAuthenticator,
  TokenAuthenticatorUnion,
  TokenFileAuthenticator,
  WebhookTokenAuthenticator,
  WebSocketProtocolAuthenticator,
  X509Authenticator,
} from '@kubescript/apiserver';
import type { FeatureGate, MetricsRegistry } from '@kubescript/component-base';
import { BootstrapTokenAuthenticator, lookupInStores, type VerificationKey } from '@kubescript/lib-auth';
import type { OpenedStores } from '@kubescript/lib-controlplane';

import { apiAudiences } from '../api-audiences.ts';
import type { CompletedOptions } from '../options.ts';
import type { RequestHeaderFlags } from '../flags/authentication.ts';
import { featureGateOf } from '../flags/features.ts';
import type { ServerPki } from '../pki.ts';
import type { AuthLoops } from './followed.ts';
import { openJwt } from './jwt.ts';
import { openReviewClient } from './review-clients.ts';
import { serviceAccountAuthenticators } from './service-accounts.ts';

/** What authentication is made of. */
export interface AuthenticationParts {
  readonly options: CompletedOptions;
  readonly pki: ServerPki;
  readonly stores: OpenedStores['stores'];
  readonly tokenKeys: readonly VerificationKey[];
  readonly loops: AuthLoops;
  readonly metrics: MetricsRegistry;
  /** Users that are known besides those of flags. */
  readonly knownTokens?: TokenAuthenticator;
}

/** Who is let in, and how. */
export interface OpenedAuthentication extends AsyncDisposable {
  readonly authenticator: RequestAuthenticator;
  /** The part of `authenticator` that knows bearer tokens, for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  /** PEM of the authorities of clients, and of front proxies ('' without any), as they are now. */
  readonly authorities: () => { readonly clientCa: string; readonly requestHeaderCa: string };
  /** Which requests may come without credentials. */
  readonly anonymous: boolean | AnonymousAuthConfig;
}

/**
 * Puts together the authenticators that the flags ask for, in upstream's order: front proxies, client certificates,
 * bearer tokens.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/authenticator#Config.New
 */
export async function openAuthentication(parts: AuthenticationParts): Promise<OpenedAuthentication> {
  const { options, pki, loops } = parts;
  const features = featureGateOf(options.features);
  await using opening = new AsyncDisposableStack();
  const { tokens, anonymous } = await openTokens(parts, opening);
  const { clientCaFile } = options.authentication;
  const clientCa =
    clientCaFile === '' ? fixedBundle(pki.clientCa) : loops.parsed('--client-ca-file', clientCaFile, bundleOf);
  const proxies = openRequestHeader(requestHeaderNames(options.requestHeader, features), options.requestHeader, loops);
  const closing = opening.move();
  return {
    authenticator: new RequestAuthenticatorUnion([
      ...(proxies === undefined ? [] : [proxies.authenticator]),
      new X509Authenticator(
        new ClientCertificateVerifier(() => clientCa().certificates),
        newClientCertificateMetrics(parts.metrics),
        features.enabled('AllowParsingUserUIDFromCertAuth'),
      ),
      new BearerTokenAuthenticator(tokens),
      new WebSocketProtocolAuthenticator(tokens),
    ]),
    tokens,
    authorities: () => ({ clientCa: clientCa().pem, requestHeaderCa: proxies?.authorities() ?? '' }),
    anonymous: anonymous ?? options.authentication.anonymousAuth,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

interface Bundle {
  readonly pem: string;
  readonly certificates: ReturnType<typeof parseCertificates>;
}

const bundleOf = (pem: string): Bundle => ({ pem, certificates: parseCertificates(pem) });

function fixedBundle(pem: string): () => Bundle {
  const bundle = pem === '' ? { pem, certificates: [] } : bundleOf(pem);
  return () => bundle;
}

function openRequestHeader(
  names: RequestHeaderNames,
  flags: RequestHeaderFlags,
  loops: AuthLoops,
): { readonly authenticator: RequestAuthenticator; readonly authorities: () => string } | undefined {
  const { requestheaderClientCaFile: caFile, requestheaderAllowedNames: allowedNames } = flags;
  if (caFile === '') return undefined;
  const bundle = loops.parsed('--requestheader-client-ca-file', caFile, bundleOf);
  const verifier = new ClientCertificateVerifier(() => bundle().certificates);
  return {
    authenticator: new RequestHeaderAuthenticator(verifier, { ...names, allowedNames }),
    authorities: () => bundle().pem,
  };
}

/** The headers that the flags name; that of the uid only with the feature for it. */
export function requestHeaderNames(flags: RequestHeaderFlags, features: FeatureGate): RequestHeaderNames {
  const trimmed = (names: readonly string[]): string[] => names.map((name) => name.trim());
  return {
    usernameHeaders: trimmed(flags.requestheaderUsernameHeaders),
    uidHeaders: features.enabled('RemoteRequestHeaderUID') ? trimmed(flags.requestheaderUidHeaders) : [],
    groupHeaders: trimmed(flags.requestheaderGroupHeaders),
    extraHeaderPrefixes: trimmed(flags.requestheaderExtraHeadersPrefix),
  };
}

/** In upstream's order: the file, service accounts, bootstrap tokens, issuers, the webhook. */
async function openTokens(
  parts: AuthenticationParts,
  opening: AsyncDisposableStack,
): Promise<{ readonly tokens: TokenAuthenticator; readonly anonymous: AnonymousAuthConfig | undefined }> {
  const { options, tokenKeys, stores, loops, metrics, knownTokens } = parts;
  const { tokenAuthFile, enableBootstrapTokenAuth } = options.authentication;
  const agnostic = (inner: TokenAuthenticator): TokenAuthenticator =>
    new AudienceAgnosticAuthenticator(inner, apiAudiences(options));
  const jwt = await openJwt(options, loops, metrics);
  if (jwt) opening.use(jwt);
  const webhook = await openWebhook(parts, opening);
  const cacheMetrics = newTokenCacheMetrics(metrics);
  const tokens = new TokenAuthenticatorUnion([
    ...(tokenAuthFile === '' ? [] : [agnostic(openTokenFile(tokenAuthFile))]),
    ...(knownTokens === undefined ? [] : [agnostic(knownTokens)]),
    ...serviceAccountAuthenticators(options, tokenKeys, { stores, registry: metrics }),
    ...(enableBootstrapTokenAuth ? [agnostic(new BootstrapTokenAuthenticator(lookupInStores(stores)))] : []),
    // The tokens above are looked up in this process: a cache would only keep those that are gone.
    ...(jwt
      ? [new CachedTokenAuthenticator(jwt.tokens, { successTtl: 10_000, failureTtl: 0, metrics: cacheMetrics })]
      : []),
    ...(webhook ? [webhook] : []),
  ]);
  return { tokens, anonymous: jwt?.anonymous };
}

async function openWebhook(
  { options, metrics }: AuthenticationParts,
  opening: AsyncDisposableStack,
): Promise<TokenAuthenticator | undefined> {
  const flags = options.authentication;
  const kubeconfig = flags.authenticationTokenWebhookConfigFile;
  if (kubeconfig === '') return undefined;
  const client = await openReviewClient({ kubeconfig, timeoutMs: 10_000 }).catch((error: unknown) => {
    const text = `--authentication-token-webhook-config-file: ${(error as Error).message}`;
    throw new Error(text, { cause: error });
  });
  opening.use(client);
  const webhook = new WebhookTokenAuthenticator(client, {
    version: flags.authenticationTokenWebhookVersion === 'v1' ? 'v1' : 'v1beta1',
    implicitAudiences: apiAudiences(options),
  });
  const ttl = flags.authenticationTokenWebhookCacheTtl;
  return new CachedTokenAuthenticator(webhook, {
    successTtl: ttl,
    failureTtl: ttl,
    metrics: newTokenCacheMetrics(metrics),
  });
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
