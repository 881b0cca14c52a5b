import type { ConfigMap } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { type Client, type SharedInformer, authenticationv1, corev1, newSharedInformer } from '@kubescript/client';

import type {
  AuthenticationResult,
  RequestAuthenticator,
  TokenAuthenticator,
  UserInfo,
} from '../authentication/authenticator.ts';
import { BearerTokenAuthenticator } from '../authentication/bearer-token.ts';
import { CachedTokenAuthenticator } from '../authentication/cached-token.ts';
import { RequestHeaderAuthenticator } from '../authentication/request-header.ts';
import { RequestAuthenticatorUnion } from '../authentication/union.ts';
import { ClientCertificateVerifier, X509Authenticator, parseCertificates } from '../authentication/x509.ts';
import type { ServerRequest } from '../server/http.ts';

const configMapName = 'extension-apiserver-authentication';
const configMapNamespace = 'kube-system';
const tokenTtlMs = 10_000;

/** What an extension server needs of the API server that it belongs to. */
export interface DelegatedAuthenticatorOptions {
  readonly client: Client;
  readonly onError?: (error: unknown) => void;
}

/**
 * Recognises the clients of the API server that this server belongs to: requests that it passes on, by what it publishes
 * in `kube-system/extension-apiserver-authentication`; client certificates of the same authorities; bearer tokens, by
 * asking it. Needs `run`; nobody is recognised before `synced` resolves.
 *
 * @go k8s.io/apiserver/pkg/server/options#DelegatingAuthenticationOptions
 */
export class DelegatedAuthenticator implements RequestAuthenticator {
  readonly #informer: SharedInformer<ConfigMap>;
  readonly #tokens: RequestAuthenticator;
  #current: RequestAuthenticator;

  constructor({ client, onError }: DelegatedAuthenticatorOptions) {
    const tokens = new CachedTokenAuthenticator(new TokenReviewAuthenticator(client), {
      successTtl: tokenTtlMs,
      failureTtl: tokenTtlMs,
    });
    this.#tokens = new BearerTokenAuthenticator(tokens);
    this.#current = this.#tokens;
    this.#informer = newSharedInformer<ConfigMap>({
      client: client.resource(corev1.configmaps, configMapNamespace),
      selectors: { fieldSelector: `metadata.name=${configMapName}` },
      ...(onError ? { onError } : {}),
    });
    const apply = (configMap: DeepReadonly<ConfigMap>): void => {
      this.#current = new RequestAuthenticatorUnion([...published(configMap.data ?? {}), this.#tokens]);
    };
    this.#informer.addEventHandler({
      onAdd: apply,
      onUpdate: (_, configMap) => {
        apply(configMap);
      },
    });
  }

  authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    return this.#current.authenticateRequest(request);
  }

  /** Follows what the API server publishes, until the signal. */
  run(signal: AbortSignal): Promise<void> {
    return this.#informer.run(signal);
  }

  /** Resolves when what is published is known. */
  synced(signal: AbortSignal): Promise<void> {
    return this.#informer.whenSynced(signal);
  }
}

/** The authenticators that the ConfigMap describes: the front proxy first. */
function published(data: Readonly<Record<string, string>>): RequestAuthenticator[] {
  const proxyCa = data['requestheader-client-ca-file'] ?? '';
  const clientCa = data['client-ca-file'] ?? '';
  const authenticators: RequestAuthenticator[] = [];
  if (proxyCa.trim() !== '') {
    const options = {
      allowedNames: parseList(data['requestheader-allowed-names']),
      usernameHeaders: parseList(data['requestheader-username-headers']),
      uidHeaders: parseList(data['requestheader-uid-headers']),
      groupHeaders: parseList(data['requestheader-group-headers']),
      extraHeaderPrefixes: parseList(data['requestheader-extra-headers-prefix']),
    };
    authenticators.push(new RequestHeaderAuthenticator(verifierOf(proxyCa), options));
  }
  if (clientCa.trim() !== '') authenticators.push(new X509Authenticator(verifierOf(clientCa)));
  return authenticators;
}

function verifierOf(pem: string): ClientCertificateVerifier {
  return new ClientCertificateVerifier(parseCertificates(pem));
}

function parseList(text = '[]'): readonly string[] {
  const value = JSON.parse(text) as unknown;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Asks the API server whose a token is. @go k8s.io/apiserver/plugin/pkg/authenticator/token/webhook#WebhookTokenAuthenticator */
class TokenReviewAuthenticator implements TokenAuthenticator {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async authenticateToken(token: string, audiences?: readonly string[]): Promise<AuthenticationResult | undefined> {
    const { status } = await this.#client.resource(authenticationv1.tokenreviews).create({
      metadata: {},
      spec: { token, ...(audiences ? { audiences: [...audiences] } : {}) },
      status: {},
    });
    if (status.authenticated !== true) return undefined;
    const { username = '', uid, groups = [], extra } = status.user ?? {};
    const user: UserInfo = {
      name: username,
      groups,
      ...(uid === undefined ? {} : { uid }),
      ...(extra === undefined ? {} : { extra }),
    };
    return { user, ...(status.audiences ? { audiences: status.audiences } : {}) };
  }
}
