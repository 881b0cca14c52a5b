import type { LabelSelector, ListMeta, ObjectMeta } from '@kubescript/apimachinery';
import type * as admissionregistrationv1 from '../../admissionregistration/v1/types.ts';

export interface ApplyConfiguration {
  /** @protobuf 1 expression string */
  expression?: string;
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

/** @gvk admissionregistration.k8s.io v1beta1 MutatingAdmissionPolicy */
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

/** @gvk admissionregistration.k8s.io v1beta1 MutatingAdmissionPolicyBinding */
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
 * @gvk admissionregistration.k8s.io v1beta1 MutatingAdmissionPolicyBindingList
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
 * @gvk admissionregistration.k8s.io v1beta1 MutatingAdmissionPolicyList
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
 * @protobufInline 2 ruleWithOperations .k8s.io.api.admissionregistration.v1.RuleWithOperations
 */
export interface NamedRuleWithOperations extends admissionregistrationv1.RuleWithOperations {
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

/** @mapType atomic */
export interface Variable {
  /** @protobuf 1 Name string */
  name: string;
  /** @protobuf 2 Expression string */
  expression: string;
}
