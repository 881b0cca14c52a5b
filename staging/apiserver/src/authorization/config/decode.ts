import { parseYaml } from '@kubescript/client';
import {
  boolField,
  durationField,
  type FieldReader,
  listField,
  objectField,
  textField,
} from '@kubescript/component-base';

import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
  WebhookConnectionInfo,
} from './types.ts';

const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);
const minute = 60_000;

type PartialDeep<T> = { readonly [K in keyof T]?: T[K] };

const connectionReader = objectField({ type: textField, kubeConfigFile: textField }) as FieldReader<
  PartialDeep<WebhookConnectionInfo>
>;
const webhookReader = objectField({
  timeout: durationField,
  authorizedTTL: durationField,
  cacheAuthorizedRequests: boolField,
  unauthorizedTTL: durationField,
  cacheUnauthorizedRequests: boolField,
  subjectAccessReviewVersion: textField,
  matchConditionSubjectAccessReviewVersion: textField,
  failurePolicy: textField,
  connectionInfo: connectionReader,
  matchConditions: listField(objectField({ expression: textField })),
}) as FieldReader<PartialDeep<WebhookConfiguration>>;
const authorizerReader = objectField({ type: textField, name: textField, webhook: webhookReader }) as FieldReader<
  PartialDeep<AuthorizerConfiguration>
>;
const configReader = objectField({ authorizers: listField(authorizerReader) }) as FieldReader<{
  readonly authorizers?: readonly PartialDeep<AuthorizerConfiguration>[];
}>;

/**
 * Reads an AuthorizationConfiguration (YAML or JSON) strictly and fills in its defaults; throws an Error with all that
 * cannot be read.
 *
 * @go k8s.io/apiserver/pkg/server/options/authorizationconfig#LoadFromData
 */
export function decodeAuthorizationConfiguration(text: string): AuthorizationConfiguration {
  const { apiVersion, kind, ...rest } = (parseYaml(text) ?? {}) as Record<string, unknown>;
  if (kind !== 'AuthorizationConfiguration' || !versions.includes(String(apiVersion))) {
    throw new Error(
      `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')}`,
    );
  }
  const problems: string[] = [];
  const { authorizers = [] } = configReader(rest, '', problems);
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
  return { authorizers: authorizers.map(withDefaults) };
}

function withDefaults({
  type = '',
  name = '',
  webhook,
}: PartialDeep<AuthorizerConfiguration>): AuthorizerConfiguration {
  return { type, name, ...(webhook && { webhook: webhookWithDefaults(webhook) }) };
}

/** @go k8s.io/apiserver/pkg/apis/apiserver/v1#SetDefaults_WebhookConfiguration */
function webhookWithDefaults(webhook: PartialDeep<WebhookConfiguration>): WebhookConfiguration {
  const { type = '', kubeConfigFile } = webhook.connectionInfo ?? {};
  return {
    timeout: webhook.timeout ?? 0,
    authorizedTTL: webhook.authorizedTTL ?? 5 * minute,
    cacheAuthorizedRequests: webhook.cacheAuthorizedRequests ?? true,
    unauthorizedTTL: webhook.unauthorizedTTL ?? 30_000,
    cacheUnauthorizedRequests: webhook.cacheUnauthorizedRequests ?? true,
    subjectAccessReviewVersion: webhook.subjectAccessReviewVersion ?? '',
    matchConditionSubjectAccessReviewVersion: webhook.matchConditionSubjectAccessReviewVersion ?? '',
    failurePolicy: webhook.failurePolicy ?? '',
    connectionInfo: { type, ...(kubeConfigFile !== undefined && { kubeConfigFile }) },
    matchConditions: (webhook.matchConditions ?? []).map((condition: { readonly expression?: string }) => ({
      expression: condition.expression ?? '',
    })),
  };
}
