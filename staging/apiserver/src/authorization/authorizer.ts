import type { UserInfo } from '../authentication/authenticator.ts';

/** What is to be authorized. */
export interface AuthorizerAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResourceRequest: boolean;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  /** Of a request that is not for a resource. */
  readonly path: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** An opinion; the first that is not `noOpinion` decides, and without any the answer is no. */
export interface AuthorizerDecision {
  readonly decision: 'allow' | 'deny' | 'noOpinion';
  readonly reason: string;
  readonly error?: string;
}

/** One resource rule as SelfSubjectRulesReview reports it. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** One rule for paths that are not resources. */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Decides who may do what. */
export interface Authorizer {
  authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision>;
  /** The rules of a user in a namespace, as far as this authorizer can tell them. */
  rulesFor?(
    user: UserInfo,
    namespace: string,
  ): Promise<{
    readonly resourceRules: readonly ResourceRule[];
    readonly nonResourceRules: readonly NonResourceRule[];
    readonly incomplete: boolean;
    readonly error?: string;
  }>;
}
