import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta } from '@kubescript/apimachinery';

export interface FieldSelectorAttributes {
  /** @protobuf 1 rawSelector string */
  rawSelector?: string;
  /**
   * @listType atomic
   * @protobuf 2 requirements .k8s.io.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement
   */
  requirements?: FieldSelectorRequirement[];
}

export interface LabelSelectorAttributes {
  /** @protobuf 1 rawSelector string */
  rawSelector?: string;
  /**
   * @listType atomic
   * @protobuf 2 requirements .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement
   */
  requirements?: LabelSelectorRequirement[];
}

/**
 * @gvk authorization.k8s.io v1 LocalSubjectAccessReview
 * @resource localsubjectaccessreviews namespaced
 */
export interface LocalSubjectAccessReview {
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
   * @protobuf 2 spec SubjectAccessReviewSpec
   */
  spec: SubjectAccessReviewSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status SubjectAccessReviewStatus
   */
  status: SubjectAccessReviewStatus;
}

export interface NonResourceAttributes {
  /** @protobuf 1 path string */
  path?: string;
  /** @protobuf 2 verb string */
  verb?: string;
}

export interface NonResourceRule {
  /**
   * @listType atomic
   * @protobuf 1 verbs string
   */
  verbs: string[];
  /**
   * @listType atomic
   * @protobuf 2 nonResourceURLs string
   */
  nonResourceURLs?: string[];
}

export interface ResourceAttributes {
  /** @protobuf 1 namespace string */
  namespace?: string;
  /** @protobuf 2 verb string */
  verb?: string;
  /** @protobuf 3 group string */
  group?: string;
  /** @protobuf 4 version string */
  version?: string;
  /** @protobuf 5 resource string */
  resource?: string;
  /** @protobuf 6 subresource string */
  subresource?: string;
  /** @protobuf 7 name string */
  name?: string;
  /** @protobuf 8 fieldSelector FieldSelectorAttributes */
  fieldSelector?: FieldSelectorAttributes;
  /** @protobuf 9 labelSelector LabelSelectorAttributes */
  labelSelector?: LabelSelectorAttributes;
}

export interface ResourceRule {
  /**
   * @listType atomic
   * @protobuf 1 verbs string
   */
  verbs: string[];
  /**
   * @listType atomic
   * @protobuf 2 apiGroups string
   */
  apiGroups?: string[];
  /**
   * @listType atomic
   * @protobuf 3 resources string
   */
  resources?: string[];
  /**
   * @listType atomic
   * @protobuf 4 resourceNames string
   */
  resourceNames?: string[];
}

/**
 * @gvk authorization.k8s.io v1 SelfSubjectAccessReview
 * @resource selfsubjectaccessreviews cluster
 */
export interface SelfSubjectAccessReview {
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
   * @protobuf 2 spec SelfSubjectAccessReviewSpec
   */
  spec: SelfSubjectAccessReviewSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status SubjectAccessReviewStatus
   */
  status: SubjectAccessReviewStatus;
}

export interface SelfSubjectAccessReviewSpec {
  /** @protobuf 1 resourceAttributes ResourceAttributes */
  resourceAttributes?: ResourceAttributes;
  /** @protobuf 2 nonResourceAttributes NonResourceAttributes */
  nonResourceAttributes?: NonResourceAttributes;
}

/**
 * @gvk authorization.k8s.io v1 SelfSubjectRulesReview
 * @resource selfsubjectrulesreviews cluster
 */
export interface SelfSubjectRulesReview {
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
   * @protobuf 2 spec SelfSubjectRulesReviewSpec
   */
  spec: SelfSubjectRulesReviewSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status SubjectRulesReviewStatus
   */
  status: SubjectRulesReviewStatus;
}

export interface SelfSubjectRulesReviewSpec {
  /** @protobuf 1 namespace string */
  namespace?: string;
}

/**
 * @gvk authorization.k8s.io v1 SubjectAccessReview
 * @resource subjectaccessreviews cluster
 */
export interface SubjectAccessReview {
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
   * @protobuf 2 spec SubjectAccessReviewSpec
   */
  spec: SubjectAccessReviewSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status SubjectAccessReviewStatus
   */
  status: SubjectAccessReviewStatus;
}

export interface SubjectAccessReviewSpec {
  /** @protobuf 1 resourceAttributes ResourceAttributes */
  resourceAttributes?: ResourceAttributes;
  /** @protobuf 2 nonResourceAttributes NonResourceAttributes */
  nonResourceAttributes?: NonResourceAttributes;
  /** @protobuf 3 user string */
  user?: string;
  /**
   * @listType atomic
   * @protobuf 4 groups string
   */
  groups?: string[];
  /** @protobuf 5 extra map<string, ExtraValue> */
  extra?: Record<string, string[]>;
  /** @protobuf 6 uid string */
  uid?: string;
}

export interface SubjectAccessReviewStatus {
  /** @protobuf 1 allowed bool */
  allowed: boolean;
  /** @protobuf 2 reason string */
  reason?: string;
  /** @protobuf 3 evaluationError string */
  evaluationError?: string;
  /** @protobuf 4 denied bool */
  denied?: boolean;
}

export interface SubjectRulesReviewStatus {
  /**
   * @listType atomic
   * @protobuf 1 resourceRules ResourceRule
   */
  resourceRules: ResourceRule[];
  /**
   * @listType atomic
   * @protobuf 2 nonResourceRules NonResourceRule
   */
  nonResourceRules: NonResourceRule[];
  /** @protobuf 3 incomplete bool */
  incomplete: boolean;
  /** @protobuf 4 evaluationError string */
  evaluationError?: string;
}
