import { readFileSync } from 'node:fs';

import {
  type AnonymousAuthConfig,
  AudienceAgnosticAuthenticator,
  type AuthenticationConfiguration,
  baseCelEnvironment,
  decodeAuthenticationConfiguration,
  JwtAuthenticator,
  type JwtAuthenticatorConfig,
  jwtAlgorithms,
  type TokenAuthenticator,
  TokenAuthenticatorUnion,
  validateAuthenticationConfiguration,
} from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';

import { apiAudiences } from '../api-audiences.ts';
import type { OidcFlags } from '../flags/authentication.ts';
import type { CompletedOptions } from '../options.ts';
import type { AuthLoops } from './followed.ts';
import { openReloaded } from './reloading.ts';

/** The issuers of JSON Web Tokens besides this server. */
export interface OpenedJwt extends AsyncDisposable {
  readonly tokens: TokenAuthenticator;
  /** What the configuration says of requests without credentials; undefined: nothing. */
  readonly anonymous: AnonymousAuthConfig | undefined;
}

/** Opens the issuers of `--authentication-config`, or the one of `--oidc-*`; undefined without any. */
export async function openJwt(
  options: CompletedOptions,
  loops: AuthLoops,
  metrics: MetricsRegistry,
): Promise<OpenedJwt | undefined> {
  const { authenticationConfig } = options.authentication;
  if (authenticationConfig !== '') return openFromFile(options, loops, metrics);
  if (options.oidc.oidcIssuerUrl === '') return undefined;
  const config = { jwt: [jwtConfigOf(options.oidc)] };
  const [problem] = validateAuthenticationConfiguration(config, {
    environment: baseCelEnvironment(),
    disallowedIssuers: issuersOf(options),
  });
  if (problem !== undefined) throw new Error(`--oidc-issuer-url: ${problem.detail}`);
  const opened = openAuthenticators(config, options, options.oidc.oidcSigningAlgs);
  return { ...opened, anonymous: undefined };
}

const issuersOf = (options: CompletedOptions): readonly string[] => options.serviceAccount.serviceAccountIssuer;

async function openFromFile(options: CompletedOptions, loops: AuthLoops, metrics: MetricsRegistry): Promise<OpenedJwt> {
  let isFirst = true;
  const opened = await openReloaded<AuthenticationConfiguration, ReturnType<typeof openAuthenticators>>(
    {
      flag: '--authentication-config',
      path: options.authentication.authenticationConfig,
      kind: 'authentication',
      decode: decodeAuthenticationConfiguration,
      validate: (config) =>
        validateAuthenticationConfiguration(config, {
          environment: baseCelEnvironment(),
          disallowedIssuers: issuersOf(options),
        }),
      open: (config) => {
        if (!isFirst && anonymousText(config) !== anonymousText(first)) {
          throw new Error('changes to anonymous need a restart of the server');
        }
        return Promise.resolve(openAuthenticators(config, options, jwtAlgorithms));
      },
    },
    loops,
    metrics,
  );
  const first = opened.config;
  isFirst = false;
  return {
    tokens: { authenticateToken: (token, audiences) => opened.current().tokens.authenticateToken(token, audiences) },
    anonymous: first.anonymous && {
      enabled: first.anonymous.enabled,
      paths: first.anonymous.conditions.map(({ path }) => path),
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

const anonymousText = ({ anonymous }: AuthenticationConfiguration): string => JSON.stringify(anonymous ?? null);

function openAuthenticators(
  { jwt }: AuthenticationConfiguration,
  options: CompletedOptions,
  algorithms: readonly string[],
): { readonly tokens: TokenAuthenticator } & AsyncDisposable {
  const authenticators = jwt.map(
    (config) => new JwtAuthenticator(config, { environment: baseCelEnvironment(), algorithms }),
  );
  return {
    tokens: new AudienceAgnosticAuthenticator(new TokenAuthenticatorUnion(authenticators), apiAudiences(options)),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(authenticators.map((authenticator) => authenticator[Symbol.asyncDispose]()));
    },
  };
}

/**
 * The flags as a configuration says them.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/options#(*BuiltInAuthenticationOptions).ToAuthenticationConfig
 */
function jwtConfigOf(flags: OidcFlags): JwtAuthenticatorConfig {
  const { oidcIssuerUrl: url, oidcUsernameClaim: claim, oidcUsernamePrefix, oidcGroupsClaim, oidcCaFile } = flags;
  const isUnprefixed = oidcUsernamePrefix === '-' || (oidcUsernamePrefix === '' && claim === 'email');
  const prefix = isUnprefixed ? '' : oidcUsernamePrefix === '' ? `${url}#` : oidcUsernamePrefix;
  return {
    issuer: {
      url,
      discoveryURL: '',
      certificateAuthority: oidcCaFile === '' ? '' : readPem(oidcCaFile),
      audiences: [flags.oidcClientId],
      audienceMatchPolicy: '',
      egressSelectorType: '',
    },
    claimValidationRules: Object.entries(flags.oidcRequiredClaim).map(([required, requiredValue]) => ({
      claim: required,
      requiredValue,
      expression: '',
      message: '',
    })),
    claimMappings: {
      username: { claim, prefix, expression: '' },
      groups: {
        claim: oidcGroupsClaim,
        prefix: oidcGroupsClaim === '' ? undefined : flags.oidcGroupsPrefix,
        expression: '',
      },
      uid: { claim: '', expression: '' },
      extra: [],
    },
    userValidationRules: [],
  };
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--oidc-ca-file: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
