import { FlagGroup, boolFlag, durationFlag, listFlag, mapFlag, stringFlag } from '@kubescript/component-base';

/** Who is let in. */
export interface AuthenticationFlags {
  readonly anonymousAuth: boolean;
  readonly authenticationConfig: string;
  readonly tokenAuthFile: string;
  readonly enableBootstrapTokenAuth: boolean;
  readonly clientCaFile: string;
  readonly apiAudiences: readonly string[];
  readonly authenticationTokenWebhookConfigFile: string;
  readonly authenticationTokenWebhookVersion: string;
  readonly authenticationTokenWebhookCacheTtl: number;
}

/** The tokens of service accounts. */
export interface ServiceAccountFlags {
  readonly serviceAccountIssuer: readonly string[];
  readonly serviceAccountJwksUri: string;
  readonly serviceAccountKeyFile: readonly string[];
  readonly serviceAccountSigningKeyFile: string;
  readonly serviceAccountLookup: boolean;
  readonly serviceAccountMaxTokenExpiration: number;
  readonly serviceAccountExtendTokenExpiration: boolean;
}

/** Identities that a front proxy tells in headers. */
export interface RequestHeaderFlags {
  readonly requestheaderClientCaFile: string;
  readonly requestheaderAllowedNames: readonly string[];
  readonly requestheaderUsernameHeaders: readonly string[];
  readonly requestheaderUidHeaders: readonly string[];
  readonly requestheaderGroupHeaders: readonly string[];
  readonly requestheaderExtraHeadersPrefix: readonly string[];
}

/** One OpenID Connect issuer; several, and more about them, take `--authentication-config`. */
export interface OidcFlags {
  readonly oidcIssuerUrl: string;
  readonly oidcClientId: string;
  readonly oidcCaFile: string;
  readonly oidcUsernameClaim: string;
  readonly oidcUsernamePrefix: string;
  readonly oidcGroupsClaim: string;
  readonly oidcGroupsPrefix: string;
  readonly oidcRequiredClaim: Readonly<Record<string, string>>;
  readonly oidcSigningAlgs: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;
const signingAlgorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];

/** `--anonymous-auth`, `--authentication-*`, `--client-ca-file`, … */
export const authenticationFlagGroup = new FlagGroup<AuthenticationFlags>(
  'Authentication',
  {
    anonymousAuth: boolFlag(true, 'take requests without credentials as system:anonymous'),
    authenticationConfig: stringFlag(
      '',
      'file with an AuthenticationConfiguration: JWT issuers and anonymous requests; read again when it changes',
    ),
    tokenAuthFile: stringFlag('', 'CSV file of bearer tokens: token,user,uid,"group,group"'),
    enableBootstrapTokenAuth: boolFlag(false, 'accept the bootstrap tokens in kube-system'),
    clientCaFile: stringFlag('', 'file with the authorities that sign client certificates; read again when it changes'),
    apiAudiences: listFlag([], 'audiences that tokens for this server must name; by default the issuer'),
    authenticationTokenWebhookConfigFile: stringFlag(
      '',
      'kubeconfig of a service that is asked whose a bearer token is',
    ),
    authenticationTokenWebhookVersion: stringFlag('v1beta1', 'version of the TokenReview that is sent to it'),
    authenticationTokenWebhookCacheTtl: durationFlag(2 * minute, 'how long its answers are kept'),
  },
  ({ authenticationTokenWebhookVersion: version, authenticationConfig }) => [
    ...(['v1', 'v1beta1'].includes(version)
      ? []
      : [
          new Error(
            `--authentication-token-webhook-version: unsupported authentication webhook version "${version}", supported versions are "v1", "v1beta1"`,
          ),
        ]),
    ...(authenticationConfig === '' || authenticationConfig.startsWith('/')
      ? []
      : [new Error(`--authentication-config: ${authenticationConfig} is not an absolute path`)]),
  ],
);

/** `--service-account-*` */
export const serviceAccountFlagGroup = new FlagGroup<ServiceAccountFlags>(
  'Authentication',
  {
    serviceAccountIssuer: listFlag(
      ['https://kubernetes.default.svc'],
      'issuers of service account tokens: the first one issues, all are accepted',
    ),
    serviceAccountJwksUri: stringFlag('', 'where others find the keys that verify the tokens; by default this server'),
    serviceAccountKeyFile: listFlag([], 'files with keys that verify service account tokens'),
    serviceAccountSigningKeyFile: stringFlag('', 'file with the key that signs service account tokens'),
    serviceAccountLookup: boolFlag(true, 'accept the tokens of Secrets only as long as those exist'),
    serviceAccountMaxTokenExpiration: durationFlag(0, 'tokens live no longer than this; 0 is no limit'),
    serviceAccountExtendTokenExpiration: boolFlag(
      true,
      'let tokens of pods live a year, and note the use of those that should have been renewed',
    ),
  },
  serviceAccountProblems,
);

function serviceAccountProblems(flags: ServiceAccountFlags): readonly Error[] {
  const { serviceAccountIssuer: issuers, serviceAccountJwksUri: jwksUri } = flags;
  const problems: Error[] = [];
  if (issuers.length === 0) problems.push(new Error('service-account-issuer is a required flag'));
  for (const issuer of issuers) {
    if (issuer === '') problems.push(new Error('service-account-issuer should not be an empty string'));
    else if (issuer.includes(':') && !URL.canParse(issuer)) {
      problems.push(new Error(`service-account-issuer "${issuer}" contained a ':' but was not a valid URL`));
    }
  }
  if (new Set(issuers).size < issuers.length) problems.push(new Error('service-account-issuer is already specified'));
  if (jwksUri !== '' && !(URL.canParse(jwksUri) && new URL(jwksUri).protocol === 'https:')) {
    problems.push(new Error(`service-account-jwks-uri requires https scheme, parsed as: ${jwksUri}`));
  }
  const { serviceAccountMaxTokenExpiration: max, serviceAccountExtendTokenExpiration: extend } = flags;
  if (max !== 0 && (max < hour || max > 2 ** 32 * 1000)) {
    problems.push(new Error('the service-account-max-token-expiration must be between 1 hour and 2^32 seconds'));
  }
  if (extend && max !== 0 && max < 3607_000) {
    problems.push(
      new Error(
        `service-account-max-token-expiration must be set longer than 3607 seconds, if service-account-extend-token-expiration is true`,
      ),
    );
  }
  return problems;
}

/** `--requestheader-*` */
export const requestHeaderFlagGroup = new FlagGroup<RequestHeaderFlags>(
  'Authentication',
  {
    requestheaderClientCaFile: stringFlag(
      '',
      'file with the authorities of front proxies, whose headers are believed; read again when it changes',
    ),
    requestheaderAllowedNames: listFlag([], 'common names of front proxies; empty: any that the authorities signed'),
    requestheaderUsernameHeaders: listFlag([], 'headers with the user name, such as X-Remote-User'),
    requestheaderUidHeaders: listFlag([], 'headers with the uid, such as X-Remote-Uid'),
    requestheaderGroupHeaders: listFlag([], 'headers with groups, such as X-Remote-Group'),
    requestheaderExtraHeadersPrefix: listFlag([], 'what headers with extra begin with, such as X-Remote-Extra-'),
  },
  (flags) => [
    ...emptyNames('requestheader-username-headers', flags.requestheaderUsernameHeaders),
    ...emptyNames('requestheader-uid-headers', flags.requestheaderUidHeaders),
    ...emptyNames('requestheader-group-headers', flags.requestheaderGroupHeaders),
    ...emptyNames('requestheader-extra-headers-prefix', flags.requestheaderExtraHeadersPrefix),
    ...missingNames(flags),
  ],
);

function emptyNames(flag: string, names: readonly string[]): readonly Error[] {
  return names.some((name) => name.trim() === '') ? [new Error(`empty value in ${JSON.stringify(flag)}`)] : [];
}

function missingNames({ requestheaderClientCaFile, requestheaderUsernameHeaders }: RequestHeaderFlags): Error[] {
  return requestheaderClientCaFile !== '' && requestheaderUsernameHeaders.length === 0
    ? [new Error('--requestheader-client-ca-file needs --requestheader-username-headers')]
    : [];
}

/** `--oidc-*` */
export const oidcFlagGroup = new FlagGroup<OidcFlags>(
  'Authentication',
  {
    oidcIssuerUrl: stringFlag('', 'URL (https) of an OpenID Connect issuer whose ID tokens are accepted'),
    oidcClientId: stringFlag('', 'audience that its tokens must name'),
    oidcCaFile: stringFlag('', 'file with the authorities of the issuer; by default those of this machine'),
    oidcUsernameClaim: stringFlag('sub', 'claim with the user name'),
    oidcUsernamePrefix: stringFlag(
      '',
      'put before user names; - is nothing; by default the issuer, for claims other than email',
    ),
    oidcGroupsClaim: stringFlag('', 'claim with the groups'),
    oidcGroupsPrefix: stringFlag('', 'put before groups'),
    oidcRequiredClaim: mapFlag({}, 'claims that tokens must have, with their values'),
    oidcSigningAlgs: listFlag(['RS256'], `algorithms that tokens may be signed with: ${signingAlgorithms.join(', ')}`),
  },
  ({ oidcIssuerUrl, oidcClientId, oidcSigningAlgs }) => [
    ...((oidcIssuerUrl === '') === (oidcClientId === '')
      ? []
      : [new Error('oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set')]),
    ...oidcSigningAlgs
      .filter((algorithm) => !signingAlgorithms.includes(algorithm))
      .map((algorithm) => new Error(`oidc: unsupported signing alg: "${algorithm}"`)),
  ],
);

/** What flags of several groups say together. */
export function authenticationConflicts(flags: {
  readonly authentication: AuthenticationFlags;
  readonly oidc: OidcFlags;
}): readonly Error[] {
  if (flags.authentication.authenticationConfig === '') return [];
  const { oidcIssuerUrl, oidcClientId, oidcCaFile, oidcGroupsClaim } = flags.oidc;
  const hasOidc = [oidcIssuerUrl, oidcClientId, oidcCaFile, oidcGroupsClaim].some((value) => value !== '');
  return hasOidc ? [new Error('authentication-config file and oidc-* flags are mutually exclusive')] : [];
}

/** How long the tokens of service accounts live, as the flags say. */
export function tokenLifetimeOf(flags: ServiceAccountFlags): {
  readonly maxSeconds: number;
  readonly extend: boolean;
} {
  const { serviceAccountMaxTokenExpiration, serviceAccountExtendTokenExpiration: extend } = flags;
  return { maxSeconds: Math.floor(serviceAccountMaxTokenExpiration / 1000), extend };
}
