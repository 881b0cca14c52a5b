/** Where tokens come from. */
export interface JwtIssuer {
  readonly url: string;
  /** Where the configuration of the issuer is found, if not below its URL. */
  readonly discoveryURL: string;
  /** PEM of the authorities of the issuer; '': those of this machine. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
  readonly egressSelectorType: string;
}

/** A condition on the claims: a value, or an expression over `claims`. */
export interface ClaimValidationRule {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
}

/** A text of the identity: from a claim, or from an expression over `claims`. */
export interface PrefixedClaimOrExpression {
  readonly claim: string;
  /** undefined: not said. */
  readonly prefix: string | undefined;
  readonly expression: string;
}

/** How claims become an identity. */
export interface ClaimMappings {
  readonly username: PrefixedClaimOrExpression;
  readonly groups: PrefixedClaimOrExpression;
  readonly uid: { readonly claim: string; readonly expression: string };
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[];
}

/** One issuer of JSON Web Tokens, and what its tokens mean. */
export interface JwtAuthenticatorConfig {
  readonly issuer: JwtIssuer;
  readonly claimValidationRules: readonly ClaimValidationRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly { readonly expression: string; readonly message: string }[];
}

/**
 * The issuers whose tokens are accepted, and whether requests need credentials (`--authentication-config`).
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver#AuthenticationConfiguration
 */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtAuthenticatorConfig[];
  readonly anonymous?: { readonly enabled: boolean; readonly conditions: readonly { readonly path: string }[] };
}
