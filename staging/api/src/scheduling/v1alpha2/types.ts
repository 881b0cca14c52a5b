import type { Condition, ListMeta, ObjectMeta, int32 } from '@kubescript/apimachinery';

export type BasicSchedulingPolicy = Record<string, never>;

export interface GangSchedulingPolicy {
  /** @protobuf 1 minCount int32 */
  minCount: int32;
}

/** @gvk scheduling.k8s.io v1alpha2 PodGroup */
export interface PodGroup {
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
   * @protobuf 2 spec PodGroupSpec
   */
  spec: PodGroupSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PodGroupStatus
   */
  status: PodGroupStatus;
}

/**
 * A list of PodGroup objects.
 *
 * @gvk scheduling.k8s.io v1alpha2 PodGroupList
 */
export interface PodGroupList {
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
   * @protobuf 2 items PodGroup
   */
  items: PodGroup[];
}

export interface PodGroupResourceClaim {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 resourceClaimName string */
  resourceClaimName?: string;
  /** @protobuf 3 resourceClaimTemplateName string */
  resourceClaimTemplateName?: string;
}

export interface PodGroupResourceClaimStatus {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 resourceClaimName string */
  resourceClaimName?: string;
}

export interface PodGroupSchedulingConstraints {
  /**
   * @listType atomic
   * @protobuf 1 topology TopologyConstraint
   */
  topology?: TopologyConstraint[];
}

/** @union - basic=Basic gang=Gang */
export interface PodGroupSchedulingPolicy {
  /** @protobuf 1 basic BasicSchedulingPolicy */
  basic?: BasicSchedulingPolicy;
  /** @protobuf 2 gang GangSchedulingPolicy */
  gang?: GangSchedulingPolicy;
}

export interface PodGroupSpec {
  /** @protobuf 1 podGroupTemplateRef PodGroupTemplateReference */
  podGroupTemplateRef?: PodGroupTemplateReference;
  /**
   * @embedded
   * @protobuf 2 schedulingPolicy PodGroupSchedulingPolicy
   */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /** @protobuf 3 schedulingConstraints PodGroupSchedulingConstraints */
  schedulingConstraints?: PodGroupSchedulingConstraints;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 4 resourceClaims PodGroupResourceClaim
   */
  resourceClaims?: PodGroupResourceClaim[];
  /** @protobuf 5 disruptionMode string */
  disruptionMode?: string;
  /** @protobuf 6 priorityClassName string */
  priorityClassName?: string;
  /** @protobuf 7 priority int32 */
  priority?: int32;
}

export interface PodGroupStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 2 resourceClaimStatuses PodGroupResourceClaimStatus
   */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

export interface PodGroupTemplate {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 schedulingPolicy PodGroupSchedulingPolicy
   */
  schedulingPolicy: PodGroupSchedulingPolicy;
  /** @protobuf 3 schedulingConstraints PodGroupSchedulingConstraints */
  schedulingConstraints?: PodGroupSchedulingConstraints;
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge,retainKeys
   * @patchMergeKey name
   * @protobuf 4 resourceClaims PodGroupResourceClaim
   */
  resourceClaims?: PodGroupResourceClaim[];
  /** @protobuf 5 disruptionMode string */
  disruptionMode?: string;
  /** @protobuf 6 priorityClassName string */
  priorityClassName?: string;
  /** @protobuf 7 priority int32 */
  priority?: int32;
}

/** @union - workload=Workload */
export interface PodGroupTemplateReference {
  /** @protobuf 1 workload WorkloadPodGroupTemplateReference */
  workload?: WorkloadPodGroupTemplateReference;
}

export interface TopologyConstraint {
  /** @protobuf 1 key string */
  key: string;
}

export interface TypedLocalObjectReference {
  /** @protobuf 1 apiGroup string */
  apiGroup?: string;
  /** @protobuf 2 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
}

/** @gvk scheduling.k8s.io v1alpha2 Workload */
export interface Workload {
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
   * @protobuf 2 spec WorkloadSpec
   */
  spec: WorkloadSpec;
}

/**
 * A list of Workload objects.
 *
 * @gvk scheduling.k8s.io v1alpha2 WorkloadList
 */
export interface WorkloadList {
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
   * @protobuf 2 items Workload
   */
  items: Workload[];
}

export interface WorkloadPodGroupTemplateReference {
  /** @protobuf 1 workloadName string */
  workloadName: string;
  /** @protobuf 2 podGroupTemplateName string */
  podGroupTemplateName: string;
}

export interface WorkloadSpec {
  /** @protobuf 1 controllerRef TypedLocalObjectReference */
  controllerRef?: TypedLocalObjectReference;
  /**
   * @listType map
   * @listMapKey name
   * @protobuf 2 podGroupTemplates PodGroupTemplate
   */
  podGroupTemplates: PodGroupTemplate[];
}
