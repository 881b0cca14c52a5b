import type { Bytes, Condition, LabelSelector, ListMeta, ObjectMeta, int32, int64 } from '@kubescript/apimachinery';

export interface ApplyConfiguration {
  /** @protobuf 1 expression string */
  expression?: string;
}

export interface AuditAnnotation {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 valueExpression string */
  valueExpression: string;
}

export interface ExpressionWarning {
  /** @protobuf 2 fieldRef string */
  fieldRef: string;
  /** @protobuf 3 warning string */
  warning: string;
}

export interface JSONPatch {
  /** @protobuf 1 expression string */
  expression?: string;
}

export interface MatchCondition {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 expression string */
  expression: string;
}

/** @mapType atomic */
export interface MatchResources {
  /** @protobuf 1 namespaceSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  namespaceSelector?: LabelSelector;
  /** @protobuf 2 objectSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  objectSelector?: LabelSelector;
  /**
   * @listType atomic
   * @protobuf 3 resourceRules NamedRuleWithOperations
   */
  resourceRules?: NamedRuleWithOperations[];
  /**
   * @listType atomic
   * @protobuf 4 excludeResourceRules NamedRuleWithOperations
   */
  excludeResourceRules?: NamedRuleWithOperations[];
  /**
   * @pointer
   * @protobuf 7 matchPolicy string
   */
  matchPolicy?: string;
}

/**
 * @gvk admissionregistration.k8s.io v1 MutatingAdmissionPolicy
 * @resource mutatingadmissionpolicies cluster categories=api-extensions
 */
export interface MutatingAdmissionPolicy {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec MutatingAdmissionPolicySpec
   */
  spec: MutatingAdmissionPolicySpec;
}

/**
 * @gvk admissionregistration.k8s.io v1 MutatingAdmissionPolicyBinding
 * @resource mutatingadmissionpolicybindings cluster categories=api-extensions
 */
export interface MutatingAdmissionPolicyBinding {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec MutatingAdmissionPolicyBindingSpec
   */
  spec: MutatingAdmissionPolicyBindingSpec;
}

/**
 * A list of MutatingAdmissionPolicyBinding objects.
 *
 * @gvk admissionregistration.k8s.io v1 MutatingAdmissionPolicyBindingList
 */
export interface MutatingAdmissionPolicyBindingList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items MutatingAdmissionPolicyBinding
   */
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  /** @protobuf 1 policyName string */
  policyName?: string;
  /** @protobuf 2 paramRef ParamRef */
  paramRef?: ParamRef;
  /** @protobuf 3 matchResources MatchResources */
  matchResources?: MatchResources;
}

/**
 * A list of MutatingAdmissionPolicy objects.
 *
 * @gvk admissionregistration.k8s.io v1 MutatingAdmissionPolicyList
 */
export interface MutatingAdmissionPolicyList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items MutatingAdmissionPolicy
   */
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  /** @protobuf 1 paramKind ParamKind */
  paramKind?: ParamKind;
  /** @protobuf 2 matchConstraints MatchResources */
  matchConstraints?: MatchResources;
  /**
   * @listType atomic
   * @protobuf 3 variables Variable
   */
  variables?: Variable[];
  /**
   * @listType atomic
   * @protobuf 4 mutations Mutation
   */
  mutations?: Mutation[];
  /**
   * @pointer
   * @protobuf 5 failurePolicy string
   */
  failurePolicy?: string;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 6 matchConditions MatchCondition
   */
  matchConditions?: MatchCondition[];
  /** @protobuf 7 reinvocationPolicy string */
  reinvocationPolicy?: string;
}

export interface MutatingWebhook {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 clientConfig WebhookClientConfig
   */
  clientConfig: WebhookClientConfig;
  /**
   * @listType atomic
   * @protobuf 3 rules RuleWithOperations
   */
  rules?: RuleWithOperations[];
  /**
   * @pointer
   * @protobuf 4 failurePolicy string
   */
  failurePolicy?: string;
  /**
   * @pointer
   * @protobuf 9 matchPolicy string
   */
  matchPolicy?: string;
  /** @protobuf 5 namespaceSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  namespaceSelector?: LabelSelector;
  /** @protobuf 11 objectSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  objectSelector?: LabelSelector;
  /** @protobuf 6 sideEffects string */
  sideEffects: string;
  /**
   * @pointer
   * @protobuf 7 timeoutSeconds int32
   */
  timeoutSeconds?: int32;
  /**
   * @listType atomic
   * @protobuf 8 admissionReviewVersions string
   */
  admissionReviewVersions: string[];
  /**
   * @pointer
   * @protobuf 10 reinvocationPolicy string
   */
  reinvocationPolicy?: string;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 12 matchConditions MatchCondition
   */
  matchConditions?: MatchCondition[];
}

/**
 * @gvk admissionregistration.k8s.io v1 MutatingWebhookConfiguration
 * @resource mutatingwebhookconfigurations cluster categories=api-extensions
 */
export interface MutatingWebhookConfiguration {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 2 Webhooks MutatingWebhook
   */
  webhooks?: MutatingWebhook[];
}

/**
 * A list of MutatingWebhookConfiguration objects.
 *
 * @gvk admissionregistration.k8s.io v1 MutatingWebhookConfigurationList
 */
export interface MutatingWebhookConfigurationList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items MutatingWebhookConfiguration
   */
  items: MutatingWebhookConfiguration[];
}

export interface Mutation {
  /** @protobuf 2 patchType string */
  patchType: string;
  /** @protobuf 3 applyConfiguration ApplyConfiguration */
  applyConfiguration?: ApplyConfiguration;
  /** @protobuf 4 jsonPatch JSONPatch */
  jsonPatch?: JSONPatch;
}

/**
 * @mapType atomic
 * @protobufInline 2 ruleWithOperations RuleWithOperations
 */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /**
   * @listType atomic
   * @protobuf 1 resourceNames string
   */
  resourceNames?: string[];
}

/** @mapType atomic */
export interface ParamKind {
  /** @protobuf 1 apiVersion string */
  apiVersion?: string;
  /** @protobuf 2 kind string */
  kind?: string;
}

/** @mapType atomic */
export interface ParamRef {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 namespace string */
  namespace?: string;
  /** @protobuf 3 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector?: LabelSelector;
  /**
   * @pointer
   * @protobuf 4 parameterNotFoundAction string
   */
  parameterNotFoundAction?: string;
}

/** @protobufInline 2 rule Rule */
export interface RuleWithOperations extends Rule {
  /**
   * @listType atomic
   * @protobuf 1 operations string
   */
  operations?: string[];
}

export interface ServiceReference {
  /** @protobuf 1 namespace string */
  namespace: string;
  /** @protobuf 2 name string */
  name: string;
  /**
   * @pointer
   * @protobuf 3 path string
   */
  path?: string;
  /**
   * @pointer
   * @protobuf 4 port int32
   */
  port?: int32;
}

export interface TypeChecking {
  /**
   * @listType atomic
   * @protobuf 1 expressionWarnings ExpressionWarning
   */
  expressionWarnings?: ExpressionWarning[];
}

/**
 * @gvk admissionregistration.k8s.io v1 ValidatingAdmissionPolicy
 * @resource validatingadmissionpolicies cluster categories=api-extensions subresources=status
 */
export interface ValidatingAdmissionPolicy {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec ValidatingAdmissionPolicySpec
   */
  spec: ValidatingAdmissionPolicySpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ValidatingAdmissionPolicyStatus
   */
  status: ValidatingAdmissionPolicyStatus;
}

/**
 * @gvk admissionregistration.k8s.io v1 ValidatingAdmissionPolicyBinding
 * @resource validatingadmissionpolicybindings cluster categories=api-extensions
 */
export interface ValidatingAdmissionPolicyBinding {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @embedded
   * @protobuf 2 spec ValidatingAdmissionPolicyBindingSpec
   */
  spec: ValidatingAdmissionPolicyBindingSpec;
}

/**
 * A list of ValidatingAdmissionPolicyBinding objects.
 *
 * @gvk admissionregistration.k8s.io v1 ValidatingAdmissionPolicyBindingList
 */
export interface ValidatingAdmissionPolicyBindingList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ValidatingAdmissionPolicyBinding
   */
  items: ValidatingAdmissionPolicyBinding[];
}

export interface ValidatingAdmissionPolicyBindingSpec {
  /** @protobuf 1 policyName string */
  policyName: string;
  /** @protobuf 2 paramRef ParamRef */
  paramRef?: ParamRef;
  /** @protobuf 3 matchResources MatchResources */
  matchResources?: MatchResources;
  /**
   * @listType set
   * @omitEmpty
   * @protobuf 4 validationActions string
   */
  validationActions: string[];
}

/**
 * A list of ValidatingAdmissionPolicy objects.
 *
 * @gvk admissionregistration.k8s.io v1 ValidatingAdmissionPolicyList
 */
export interface ValidatingAdmissionPolicyList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ValidatingAdmissionPolicy
   */
  items: ValidatingAdmissionPolicy[];
}

export interface ValidatingAdmissionPolicySpec {
  /** @protobuf 1 paramKind ParamKind */
  paramKind?: ParamKind;
  /** @protobuf 2 matchConstraints MatchResources */
  matchConstraints?: MatchResources;
  /**
   * @listType atomic
   * @protobuf 3 validations Validation
   */
  validations?: Validation[];
  /**
   * @pointer
   * @protobuf 4 failurePolicy string
   */
  failurePolicy?: string;
  /**
   * @listType atomic
   * @protobuf 5 auditAnnotations AuditAnnotation
   */
  auditAnnotations?: AuditAnnotation[];
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 6 matchConditions MatchCondition
   */
  matchConditions?: MatchCondition[];
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 7 variables Variable
   */
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  /** @protobuf 1 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 2 typeChecking TypeChecking */
  typeChecking?: TypeChecking;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @protobuf 3 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}

export interface ValidatingWebhook {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 clientConfig WebhookClientConfig
   */
  clientConfig: WebhookClientConfig;
  /**
   * @listType atomic
   * @protobuf 3 rules RuleWithOperations
   */
  rules?: RuleWithOperations[];
  /**
   * @pointer
   * @protobuf 4 failurePolicy string
   */
  failurePolicy?: string;
  /**
   * @pointer
   * @protobuf 9 matchPolicy string
   */
  matchPolicy?: string;
  /** @protobuf 5 namespaceSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  namespaceSelector?: LabelSelector;
  /** @protobuf 10 objectSelector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  objectSelector?: LabelSelector;
  /** @protobuf 6 sideEffects string */
  sideEffects: string;
  /**
   * @pointer
   * @protobuf 7 timeoutSeconds int32
   */
  timeoutSeconds?: int32;
  /**
   * @listType atomic
   * @protobuf 8 admissionReviewVersions string
   */
  admissionReviewVersions: string[];
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 11 matchConditions MatchCondition
   */
  matchConditions?: MatchCondition[];
}

/**
 * @gvk admissionregistration.k8s.io v1 ValidatingWebhookConfiguration
 * @resource validatingwebhookconfigurations cluster categories=api-extensions
 */
export interface ValidatingWebhookConfiguration {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 2 Webhooks ValidatingWebhook
   */
  webhooks?: ValidatingWebhook[];
}

/**
 * A list of ValidatingWebhookConfiguration objects.
 *
 * @gvk admissionregistration.k8s.io v1 ValidatingWebhookConfigurationList
 */
export interface ValidatingWebhookConfigurationList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ValidatingWebhookConfiguration
   */
  items: ValidatingWebhookConfiguration[];
}

export interface Validation {
  /** @protobuf 1 Expression string */
  expression: string;
  /** @protobuf 2 message string */
  message?: string;
  /**
   * @pointer
   * @protobuf 3 reason string
   */
  reason?: string;
  /** @protobuf 4 messageExpression string */
  messageExpression?: string;
}

/** @mapType atomic */
export interface Variable {
  /** @protobuf 1 Name string */
  name: string;
  /** @protobuf 2 Expression string */
  expression: string;
}

export interface WebhookClientConfig {
  /** @protobuf 1 service ServiceReference */
  service?: ServiceReference;
  /** @protobuf 2 caBundle bytes */
  caBundle?: Bytes;
  /**
   * @pointer
   * @protobuf 3 url string
   */
  url?: string;
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface Rule {
  /**
   * @listType atomic
   * @protobuf 1 apiGroups string
   */
  apiGroups?: string[];
  /**
   * @listType atomic
   * @protobuf 2 apiVersions string
   */
  apiVersions?: string[];
  /**
   * @listType atomic
   * @protobuf 3 resources string
   */
  resources?: string[];
  /**
   * @pointer
   * @protobuf 4 scope string
   */
  scope?: string;
}
