/** How a webhook is reached. */
export interface WebhookConnectionInfo {
  readonly type: string;
  readonly kubeConfigFile?: string;
}

/** A service that is asked; durations in milliseconds. */
export interface WebhookConfiguration {
  readonly timeout: number;
  readonly authorizedTTL: number;
  readonly cacheAuthorizedRequests: boolean;
  readonly unauthorizedTTL: number;
  readonly cacheUnauthorizedRequests: boolean;
  readonly subjectAccessReviewVersion: string;
  readonly matchConditionSubjectAccessReviewVersion: string;
  readonly failurePolicy: string;
  readonly connectionInfo: WebhookConnectionInfo;
  readonly matchConditions: readonly { readonly expression: string }[];
}

/** One authorizer. */
export interface AuthorizerConfiguration {
  readonly type: string;
  readonly name: string;
  readonly webhook?: WebhookConfiguration;
}

/**
 * The authorizers in the order in which they are asked (`--authorization-config`).
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver#AuthorizationConfiguration
 */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}
