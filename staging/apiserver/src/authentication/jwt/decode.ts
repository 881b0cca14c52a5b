import { parseYaml } from '@kubescript/client';
import { boolField, type FieldReader, listField, objectField, textField } from '@kubescript/component-base';

import type { AuthenticationConfiguration, JwtAuthenticatorConfig, PrefixedClaimOrExpression } from './types.ts';

const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);

const texts = { claim: textField, expression: textField };
const prefixed = objectField({ ...texts, prefix: textField });
const issuer = objectField({
  url: textField,
  discoveryURL: textField,
  certificateAuthority: textField,
  audiences: listField(textField),
  audienceMatchPolicy: textField,
  egressSelectorType: textField,
});
const mappings = objectField({
  username: prefixed,
  groups: prefixed,
  uid: objectField(texts),
  extra: listField(objectField({ key: textField, valueExpression: textField })),
});
const jwt = objectField({
  issuer,
  claimValidationRules: listField(objectField({ ...texts, requiredValue: textField, message: textField })),
  claimMappings: mappings,
  userValidationRules: listField(objectField({ expression: textField, message: textField })),
});
const anonymous = objectField({
  enabled: boolField,
  conditions: listField(objectField({ path: textField })),
});
const configReader = objectField({ jwt: listField(jwt), anonymous });

/** What may be left out of what was read. */
type Loose<T> = T extends readonly (infer I)[]
  ? readonly Loose<I>[]
  : T extends object
    ? { readonly [K in keyof T]?: Loose<T[K]> }
    : T;
type LooseConfig = Loose<ReturnType<typeof configReader>>;
type LooseJwt = NonNullable<LooseConfig['jwt']>[number];

/**
 * Reads an AuthenticationConfiguration (YAML or JSON) strictly; throws an Error with all that cannot be read. An empty
 * text is a configuration without issuers.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/options#loadAuthenticationConfigFromData
 */
export function decodeAuthenticationConfiguration(text: string): AuthenticationConfiguration {
  if (text.trim() === '') throw new Error('empty config data');
  const { apiVersion, kind, ...rest } = (parseYaml(text) ?? {}) as Record<string, unknown>;
  if (kind !== 'AuthenticationConfiguration' || !versions.includes(String(apiVersion))) {
    throw new Error(
      `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')}`,
    );
  }
  const problems: string[] = [];
  const config = (configReader as FieldReader<LooseConfig>)(rest, '', problems);
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
  const { enabled = false, conditions = [] } = config.anonymous ?? {};
  return {
    jwt: (config.jwt ?? []).map(completeJwt),
    ...(config.anonymous && {
      anonymous: { enabled, conditions: conditions.map(({ path = '' }) => ({ path })) },
    }),
  };
}

function completeJwt({ issuer: from = {}, claimMappings = {}, ...rules }: LooseJwt): JwtAuthenticatorConfig {
  const { uid = {}, extra = [] } = claimMappings;
  return {
    issuer: {
      url: from.url ?? '',
      discoveryURL: from.discoveryURL ?? '',
      certificateAuthority: from.certificateAuthority ?? '',
      audiences: from.audiences ?? [],
      audienceMatchPolicy: from.audienceMatchPolicy ?? '',
      egressSelectorType: from.egressSelectorType ?? '',
    },
    claimValidationRules: (rules.claimValidationRules ?? []).map(
      ({ claim = '', requiredValue = '', expression = '', message = '' }) => ({
        ...{ claim, requiredValue, expression, message },
      }),
    ),
    claimMappings: {
      username: completePrefixed(claimMappings.username),
      groups: completePrefixed(claimMappings.groups),
      uid: { claim: uid.claim ?? '', expression: uid.expression ?? '' },
      extra: extra.map(({ key = '', valueExpression = '' }) => ({ key, valueExpression })),
    },
    userValidationRules: (rules.userValidationRules ?? []).map(({ expression = '', message = '' }) => ({
      ...{ expression, message },
    })),
  };
}

function completePrefixed(mapping: Loose<PrefixedClaimOrExpression> = {}): PrefixedClaimOrExpression {
  return { claim: mapping.claim ?? '', prefix: mapping.prefix, expression: mapping.expression ?? '' };
}
