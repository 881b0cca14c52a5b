import { type Handler, textResponse } from '@kubescript/apiserver';
import { jsonWebKeySet, openIdConfiguration, type VerificationKey } from '@kubescript/lib-auth';

const JWKS_PATH = '/openid/v1/jwks';

/**
 * The documents by which others verify the tokens of this cluster's service accounts, by path.
 *
 * @go k8s.io/kubernetes/pkg/routes#OpenIDMetadataServer
 */
export function openIdHandlers(options: {
  readonly issuer: string;
  readonly keys: readonly VerificationKey[];
  /** `host:port` of this server. */
  readonly serverAddress: () => string;
}): Readonly<Record<string, Handler>> {
  const { issuer, keys, serverAddress } = options;
  return {
    '/.well-known/openid-configuration': function answerConfiguration() {
      const configuration = openIdConfiguration(issuer, `https://${serverAddress()}${JWKS_PATH}`, keys);
      return Promise.resolve(publicDocument(configuration, 'application/json'));
    },
    [JWKS_PATH]: async function answerKeys() {
      return publicDocument(await jsonWebKeySet(keys), 'application/jwk-set+json');
    },
  };
}

function publicDocument(value: unknown, contentType: string): ReturnType<typeof textResponse> {
  const response = textResponse(200, JSON.stringify(value), contentType);
  response.headers['cache-control'] = 'public, max-age=3600';
  return response;
}
