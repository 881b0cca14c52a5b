import type { Bytes, ListMeta, ObjectMeta, Time, int32 } from '@kubescript/apimachinery';

/**
 * @gvk apiregistration.k8s.io v1 APIService
 * @resource apiservices cluster categories=api-extensions subresources=status
 */
export interface APIService {
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
   * @protobuf 2 spec APIServiceSpec
   */
  spec: APIServiceSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status APIServiceStatus
   */
  status: APIServiceStatus;
}

export interface APIServiceCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
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
 * A list of APIService objects.
 *
 * @gvk apiregistration.k8s.io v1 APIServiceList
 */
export interface APIServiceList {
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
   * @protobuf 2 items APIService
   */
  items: APIService[];
}

export interface APIServiceSpec {
  /**
   * @protobuf 1 service ServiceReference
   */
  service?: ServiceReference;
  /** @protobuf 2 group string */
  group?: string;
  /** @protobuf 3 version string */
  version?: string;
  /** @protobuf 4 insecureSkipTLSVerify bool */
  insecureSkipTLSVerify?: boolean;
  /**
   * @listType atomic
   * @protobuf 5 caBundle bytes
   */
  caBundle?: Bytes;
  /** @protobuf 7 groupPriorityMinimum int32 */
  groupPriorityMinimum: int32;
  /** @protobuf 8 versionPriority int32 */
  versionPriority: int32;
}

export interface APIServiceStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions APIServiceCondition
   */
  conditions?: APIServiceCondition[];
}

export interface ServiceReference {
  /** @protobuf 1 namespace string */
  namespace?: string;
  /** @protobuf 2 name string */
  name?: string;
  /**
   * @pointer
   * @protobuf 3 port int32
   */
  port?: int32;
}
