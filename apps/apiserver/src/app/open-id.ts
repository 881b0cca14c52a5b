import { type Handler, textResponse } from '@kubescript/apiserver';
import { jsonWebKeySet, openIdConfiguration, type VerificationKey } from '@kubescript/lib-auth';

const JWKS_PATH = '/openid/v1/jwks';

/** What the documents say. */
export interface OpenIdOptions {
  readonly issuer: string;
  /** `--service-account-jwks-uri`; '': this server. */
  readonly jwksUri: string;
  readonly keys: readonly VerificationKey[];
  /** `host:port` of this server. */
  readonly serverAddress: () => string;
}

/**
 * The documents by which others verify the tokens of this cluster's service accounts, by path. There are none if the
 * issuer is no URL at which others could look for them.
 *
 * @go k8s.io/kubernetes/pkg/routes#OpenIDMetadataServer
 */
export function openIdHandlers(options: OpenIdOptions): Readonly<Record<string, Handler>> {
  const { issuer, keys } = options;
  if (!isDiscoverable(issuer)) return {};
  return {
    '/.well-known/openid-configuration': function answerConfiguration() {
      const jwksUri = options.jwksUri === '' ? `https://${options.serverAddress()}${JWKS_PATH}` : options.jwksUri;
      return Promise.resolve(publicDocument(openIdConfiguration(issuer, jwksUri, keys), 'application/json'));
    },
    [JWKS_PATH]: async function answerKeys() {
      return publicDocument(await jsonWebKeySet(keys), 'application/jwk-set+json');
    },
  };
}

/** @go k8s.io/kubernetes/pkg/serviceaccount#validateIssuer */
function isDiscoverable(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, search, hash } = new URL(issuer);
  return protocol === 'https:' && search === '' && hash === '';
}

function publicDocument(value: unknown, contentType: string): ReturnType<typeof textResponse> {
  const { body } = textResponse(200, JSON.stringify(value));
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'public, max-age=3600' }, body };
}
