export type * from './admission/admission.ts';
export { ReinvocationContext } from './admission/reinvocation.ts';
export {
  compileAdmissionExpression,
  type Expression as AdmissionExpression,
  returnTypes as expressionTypes,
} from './admission/plugin/cel/compile.ts';
export { CompositedCompiler } from './admission/plugin/cel/composition.ts';
export type { OptionalDeclarations } from './admission/plugin/cel/environment.ts';
export { forbid, objectName } from './admission/object-name.ts';
export { mutatingAdmissionPolicy } from './admission/plugin/policy/mutating/plugin.ts';
export { validatingAdmissionPolicy } from './admission/plugin/policy/validating/plugin.ts';
export type { ParamReader, ParamSource } from './admission/plugin/policy/generic/params.ts';
export type { PolicyDeps } from './admission/plugin/policy/generic/policy-deps.ts';
export { type PolicyMetrics, newPolicyMetrics } from './admission/plugin/policy/generic/policy-metrics.ts';
export type { EquivalentResourceMapper } from './admission/equivalent-resources.ts';
export { type AdmissionMetrics, newAdmissionMetrics } from './admission/metrics.ts';
export {
  mutatingWebhookAccessors,
  validatingWebhookAccessors,
  type Webhook,
  type WebhookAccessor,
} from './admission/plugin/webhook/accessor.ts';
export type { WebhookDeps } from './admission/plugin/webhook/generic/webhook-deps.ts';
export {
  mutatingAdmissionWebhook,
  type Source,
  validatingAdmissionWebhook,
} from './admission/plugin/webhook/plugins.ts';
export {
  newClusterIpResolver,
  newEndpointResolver,
  type ServiceLookup,
} from './util/webhook/cluster-service-resolver.ts';
export {
  type AuthenticationInfoResolver,
  type HookCredentials,
  HookClientManager,
} from './util/webhook/hook-client.ts';
export type { ServiceEndpoint, ServiceResolver } from './util/webhook/service-resolver.ts';
export type * from './authentication/authenticator.ts';
export type * from './authorization/authorizer.ts';
export type * from './registry/strategy.ts';
export type * from './server/delegation.ts';
export type * from './server/http.ts';
export type * from './server/request-info.ts';
export * from './storage/backend.ts';
export type * from './registry/rest.ts';
export type * from './registry/store-options.ts';
export {
  openEmbeddedBackend,
  type EmbeddedBackend,
  type EmbeddedOptions,
} from './storage/embedded/embedded-backend.ts';
export {
  openMemoryBackend,
  type MemoryBackend,
  type MemoryOptions,
  type MemorySnapshot,
} from './storage/memory/memory-backend.ts';
export { StoreOpenError } from './storage/embedded/database.ts';
export { Store, type StoreEnvironment } from './registry/store.ts';
export { type CacheState, StoreSet } from './registry/new-store.ts';
export { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from './registry/deletion.ts';
export { AgeCell } from './registry/age-cell.ts';
export { jsonEqual } from './registry/json-equal.ts';
export type { StorageMediaType } from './storage/object-codec.ts';
export { Cacher, type CacherOptions } from './storage/cacher.ts';
export type { StorageCodec } from './storage/object-codec.ts';
export { withResourceVersion } from './storage/resource-version.ts';
export { EncodedItem } from './storage/encoded-item.ts';
export { DynamicTransformers } from './storage/value/dynamic-transformers.ts';
export { EncryptedBackend } from './storage/value/encrypted-backend.ts';
export { connectKms } from './storage/value/kms/kms-service.ts';
export { newTransformationMetrics } from './storage/value/metrics.ts';
export { InstrumentedBackend, newStoreMetrics } from './storage/instrumented-backend.ts';
export { type StorageMetrics, newStorageMetrics } from './storage/storage-metrics.ts';
export { type EtcdMetrics, newEtcdMetrics } from './storage/etcd/etcd-metrics.ts';
export { DEFAULT_COMPACTION_INTERVAL_MS, runCompactor } from './storage/compactor.ts';
export { defaultKeyPrefix } from './storage/resource-keys.ts';
export { openEtcdBackend, type EtcdBackend, type EtcdOptions } from './storage/etcd/etcd-backend.ts';
export type { AuditContext } from './audit/audit-context.ts';
export { type Audit, AuditUnion, IgnoreErrorsBackend, newAuditMetrics } from './audit/audit.ts';
export { BatchAuditBackend } from './audit/batch-backend.ts';
export type { AuditBackend, AuditEvent, AuditLevel } from './audit/event.ts';
export { AuditLogBackend, type AuditLogFormat } from './audit/log-backend.ts';
export { newPolicyEvaluator } from './audit/policy-evaluator.ts';
export { parseAuditPolicy } from './audit/policy.ts';
export { RotatingFile } from './audit/rotating-file.ts';
export { TruncateAuditBackend } from './audit/truncate-backend.ts';
export { AuditWebhookBackend } from './audit/webhook-backend.ts';
export { type AdmissionChain, newAdmissionChain } from './admission/chain.ts';
export { versionedObject, type VersionedObject } from './endpoints/versioned-object.ts';
export type { EndpointDeps } from './endpoints/scope.ts';
export { newResourceRouter, type ResourceRouter } from './endpoints/router.ts';
export { sortMembers } from './endpoints/unstructured.ts';
export type { DelegationTarget } from './server/delegation.ts';
export { flowControlDumps } from './flowcontrol/debug-dump.ts';
export { FlowController } from './flowcontrol/flow-controller.ts';
export { mandatoryFlowSchemas, mandatoryPriorityLevels } from './flowcontrol/mandatory.ts';
export { newFlowControlMetrics } from './flowcontrol/metrics.ts';
export { goJson, goJsonBytes } from './util/go-json.ts';
export type { ProtobufCodec } from './endpoints/encode.ts';
export { ageDescription, nameDescription } from './endpoints/table.ts';
export { openApiDocuments } from './openapi/documents.ts';
export type { DescribeKind } from './openapi/schemas.ts';
export type { OpenApiDocuments } from './openapi/handler.ts';
export { type AnonymousAuthConfig, anonymousUser } from './authentication/anonymous.ts';
export { GenericApiServer, type GenericServerOptions } from './server/generic-server.ts';
export { InProcessTransport } from './server/in-process-transport.ts';
export type { CertifiedKey, NamedCertificate, TlsMaterial } from './server/tls-material.ts';
export { activeSpan, Tracer, traceParentOf } from './tracing/span.ts';
export { TraceExporter } from './tracing/trace-exporter.ts';
export { parseTracingConfiguration } from './tracing/tracing-configuration.ts';
export { ServerLifecycle, type ShutdownOptions } from './server/lifecycle.ts';
export { jsonResponse, textResponse } from './server/plain-response.ts';
export { isLongRunning, parseRequestInfo } from './server/request-info.ts';
export { SecureServer, type SecureServerOptions, defaultMaxBodyBytes } from './server/secure-server.ts';
export {
  type BackendHeaders,
  type BackendTarget,
  type BackendTls,
  callBackend,
} from './streaming/backend-connection.ts';
export { type ProxyOptions, proxyRequest } from './streaming/reverse-proxy.ts';
export { compareVersions } from './discovery/group-order.ts';
export {
  type DiscoveryGroup,
  type DiscoveryVersion,
  type DiscoveryView,
  discoveryGroups,
  newServedView,
} from './discovery/view.ts';
export { mergeOpenApi } from './openapi/merge.ts';
export { type KubeletClientOptions, defaultAddressTypes } from './streaming/kubelet-client.ts';
export { type PodLocator, newPodStreamRests } from './streaming/pod-subresources.ts';
export { newNodeProxy, newPodProxy, newServiceProxy } from './streaming/proxy-subresources.ts';
export { AudienceAgnosticAuthenticator, commonAudiences } from './authentication/audiences.ts';
export { BearerTokenAuthenticator, WebSocketProtocolAuthenticator } from './authentication/bearer-token.ts';
export { CachedTokenAuthenticator, type TokenCacheOptions } from './authentication/cached-token.ts';
export { newClientCertificateMetrics, newTokenCacheMetrics } from './authentication/metrics.ts';
export {
  RequestHeaderAuthenticator,
  type RequestHeaderNames,
  type RequestHeaderOptions,
} from './authentication/request-header.ts';
export { FollowedFile } from './server/followed-file.ts';
export { withAuthenticatedGroup } from './server/filters/authentication.ts';
export { TokenFileAuthenticator } from './authentication/token-file.ts';
export { RequestAuthenticatorUnion, TokenAuthenticatorUnion } from './authentication/union.ts';
export { ClientCertificateVerifier, parseCertificates, X509Authenticator } from './authentication/x509.ts';
export { alwaysAllow, alwaysDeny, privilegedGroup } from './authorization/builtin.ts';
export { AuthorizerUnion } from './authorization/union.ts';
export * from './cel/index.ts';
export { DelegatedAuthenticator, type DelegatedAuthenticatorOptions } from './delegated/delegated-authenticator.ts';
export { DelegatedAuthorizer } from './delegated/delegated-authorizer.ts';
export { WebhookTokenAuthenticator } from './authentication/webhook-token.ts';
export { decodeAuthenticationConfiguration } from './authentication/jwt/decode.ts';
export { JwtAuthenticator, jwtAlgorithms } from './authentication/jwt/jwt-authenticator.ts';
export type { AuthenticationConfiguration, JwtAuthenticatorConfig } from './authentication/jwt/types.ts';
export { validateAuthenticationConfiguration } from './authentication/jwt/validate.ts';
export { decodeAuthorizationConfiguration } from './authorization/config/decode.ts';
export type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from './authorization/config/types.ts';
export { validateAuthorizationConfiguration } from './authorization/config/validate.ts';
export { accessMatcher, type AccessMatcher, compileMatchCondition } from './authorization/match-conditions.ts';
export { WebhookAuthorizer, type WebhookAuthorizerOptions } from './authorization/webhook/webhook-authorizer.ts';
export { instrumentedAuthorizer, newWebhookAuthorizerMetrics } from './authorization/webhook-metrics.ts';
export { ReviewClient } from './util/webhook/review-client.ts';
