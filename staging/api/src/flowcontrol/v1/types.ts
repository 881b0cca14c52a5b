import type { ListMeta, ObjectMeta, Time, int32 } from '@kubescript/apimachinery';

export interface ExemptPriorityLevelConfiguration {
  /**
   * @pointer
   * @protobuf 1 nominalConcurrencyShares int32
   */
  nominalConcurrencyShares?: int32;
  /**
   * @pointer
   * @protobuf 2 lendablePercent int32
   */
  lendablePercent?: int32;
}

export interface FlowDistinguisherMethod {
  /** @protobuf 1 type string */
  type: string;
}

/**
 * @gvk flowcontrol.apiserver.k8s.io v1 FlowSchema
 * @resource flowschemas cluster subresources=status
 */
export interface FlowSchema {
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
   * @protobuf 2 spec FlowSchemaSpec
   */
  spec: FlowSchemaSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status FlowSchemaStatus
   */
  status: FlowSchemaStatus;
}

export interface FlowSchemaCondition {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 status string */
  status?: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of FlowSchema objects.
 *
 * @gvk flowcontrol.apiserver.k8s.io v1 FlowSchemaList
 */
export interface FlowSchemaList {
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
   * @protobuf 2 items FlowSchema
   */
  items: FlowSchema[];
}

export interface FlowSchemaSpec {
  /**
   * @embedded
   * @protobuf 1 priorityLevelConfiguration PriorityLevelConfigurationReference
   */
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /**
   * @emitted
   * @protobuf 2 matchingPrecedence int32
   */
  matchingPrecedence?: int32;
  /** @protobuf 3 distinguisherMethod FlowDistinguisherMethod */
  distinguisherMethod?: FlowDistinguisherMethod;
  /**
   * @listType atomic
   * @protobuf 4 rules PolicyRulesWithSubjects
   */
  rules?: PolicyRulesWithSubjects[];
}

export interface FlowSchemaStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions FlowSchemaCondition
   */
  conditions?: FlowSchemaCondition[];
}

export interface GroupSubject {
  /** @protobuf 1 name string */
  name: string;
}

/** @union type queuing=Queuing */
export interface LimitResponse {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 queuing QueuingConfiguration */
  queuing?: QueuingConfiguration;
}

export interface LimitedPriorityLevelConfiguration {
  /**
   * @pointer
   * @protobuf 1 nominalConcurrencyShares int32
   */
  nominalConcurrencyShares?: int32;
  /** @protobuf 2 limitResponse LimitResponse */
  limitResponse?: LimitResponse;
  /**
   * @pointer
   * @protobuf 3 lendablePercent int32
   */
  lendablePercent?: int32;
  /**
   * @pointer
   * @protobuf 4 borrowingLimitPercent int32
   */
  borrowingLimitPercent?: int32;
}

export interface NonResourcePolicyRule {
  /**
   * @listType set
   * @protobuf 1 verbs string
   */
  verbs: string[];
  /**
   * @listType set
   * @protobuf 6 nonResourceURLs string
   */
  nonResourceURLs: string[];
}

export interface PolicyRulesWithSubjects {
  /**
   * @listType atomic
   * @protobuf 1 subjects Subject
   */
  subjects: Subject[];
  /**
   * @listType atomic
   * @protobuf 2 resourceRules ResourcePolicyRule
   */
  resourceRules?: ResourcePolicyRule[];
  /**
   * @listType atomic
   * @protobuf 3 nonResourceRules NonResourcePolicyRule
   */
  nonResourceRules?: NonResourcePolicyRule[];
}

/**
 * @gvk flowcontrol.apiserver.k8s.io v1 PriorityLevelConfiguration
 * @resource prioritylevelconfigurations cluster subresources=status
 */
export interface PriorityLevelConfiguration {
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
   * @protobuf 2 spec PriorityLevelConfigurationSpec
   */
  spec: PriorityLevelConfigurationSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PriorityLevelConfigurationStatus
   */
  status: PriorityLevelConfigurationStatus;
}

export interface PriorityLevelConfigurationCondition {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 status string */
  status?: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of PriorityLevelConfiguration objects.
 *
 * @gvk flowcontrol.apiserver.k8s.io v1 PriorityLevelConfigurationList
 */
export interface PriorityLevelConfigurationList {
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
   * @protobuf 2 items PriorityLevelConfiguration
   */
  items: PriorityLevelConfiguration[];
}

export interface PriorityLevelConfigurationReference {
  /** @protobuf 1 name string */
  name: string;
}

/** @union type exempt=Exempt limited=Limited */
export interface PriorityLevelConfigurationSpec {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 limited LimitedPriorityLevelConfiguration */
  limited?: LimitedPriorityLevelConfiguration;
  /** @protobuf 3 exempt ExemptPriorityLevelConfiguration */
  exempt?: ExemptPriorityLevelConfiguration;
}

export interface PriorityLevelConfigurationStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions PriorityLevelConfigurationCondition
   */
  conditions?: PriorityLevelConfigurationCondition[];
}

export interface QueuingConfiguration {
  /**
   * @emitted
   * @protobuf 1 queues int32
   */
  queues?: int32;
  /**
   * @emitted
   * @protobuf 2 handSize int32
   */
  handSize?: int32;
  /**
   * @emitted
   * @protobuf 3 queueLengthLimit int32
   */
  queueLengthLimit?: int32;
}

export interface ResourcePolicyRule {
  /**
   * @listType set
   * @protobuf 1 verbs string
   */
  verbs: string[];
  /**
   * @listType set
   * @protobuf 2 apiGroups string
   */
  apiGroups: string[];
  /**
   * @listType set
   * @protobuf 3 resources string
   */
  resources: string[];
  /** @protobuf 4 clusterScope bool */
  clusterScope?: boolean;
  /**
   * @listType set
   * @protobuf 5 namespaces string
   */
  namespaces?: string[];
}

export interface ServiceAccountSubject {
  /** @protobuf 1 namespace string */
  namespace: string;
  /** @protobuf 2 name string */
  name: string;
}

/** @union kind group=Group serviceAccount=ServiceAccount user=User */
export interface Subject {
  /** @protobuf 1 kind string */
  kind: string;
  /** @protobuf 2 user UserSubject */
  user?: UserSubject;
  /** @protobuf 3 group GroupSubject */
  group?: GroupSubject;
  /** @protobuf 4 serviceAccount ServiceAccountSubject */
  serviceAccount?: ServiceAccountSubject;
}

export interface UserSubject {
  /** @protobuf 1 name string */
  name: string;
}
