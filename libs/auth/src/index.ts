export { BootstrapTokenAuthenticator } from './bootstrap-token.ts';
export {
  type KubernetesClaims,
  LEGACY_ISSUER,
  serviceAccountGroups,
  serviceAccountUserName,
} from './service-account/claims.ts';
export { type BoundClaimsOptions, userOfBoundClaims } from './service-account/bound-claims.ts';
export { LAST_USED_LABEL, type LegacyTokenOptions, userOfLegacyToken } from './service-account/legacy-tokens.ts';
export { lookupInStores, type ObjectLookup } from './service-account/object-lookup.ts';
export {
  generateServiceAccountKey,
  jsonWebKeySet,
  openIdConfiguration,
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from './service-account/signing-keys.ts';
export {
  ServiceAccountTokenAuthenticator,
  type ServiceAccountTokenOptions,
} from './service-account/token-authenticator.ts';
export { newServiceAccountTokenMetrics, type ServiceAccountTokenMetrics } from './service-account/token-metrics.ts';
export { ServiceAccountTokenIssuer, type TokenContent } from './service-account/token-issuer.ts';
export { PolicyCache, type RbacStores } from './rbac/policy-cache.ts';
export { RbacAuthorizer } from './rbac/rbac-authorizer.ts';
export { compactRules, formatRule, rulesCovered } from './rbac/rule-cover.ts';
export { ruleAllows } from './rbac/rule-matching.ts';
export { withParamGuard } from './policy/param-guard.ts';
export { withEscalationGuard } from './rbac/escalation-guard.ts';
export { escalationProblem } from './rbac/escalation.ts';
export { AbacAuthorizer } from './abac/abac-authorizer.ts';
export { parseAbacPolicies } from './abac/abac-policy.ts';
export { NodeAuthorizer } from './node/node-authorizer.ts';
export { NodeGraph, type NodeGraphStores } from './node/node-graph.ts';
export { nodeNameOf } from './node/node-identity.ts';
export { mirror, type MirrorTarget, type Watchable } from './mirror.ts';
