import type { ListMeta, ObjectMeta, Quantity } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

export interface Overhead {
  /** @protobuf 1 podFixed map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  podFixed?: Record<string, Quantity>;
}

/**
 * A way to run containers.
 *
 * @gvk node.k8s.io v1 RuntimeClass
 * @resource runtimeclasses cluster
 */
export interface RuntimeClass {
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
  /** @protobuf 2 handler string */
  handler: string;
  /** @protobuf 3 overhead Overhead */
  overhead?: Overhead;
  /** @protobuf 4 scheduling Scheduling */
  scheduling?: Scheduling;
}

/**
 * A list of RuntimeClass objects.
 *
 * @gvk node.k8s.io v1 RuntimeClassList
 */
export interface RuntimeClassList {
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
   * @protobuf 2 items RuntimeClass
   */
  items: RuntimeClass[];
}

export interface Scheduling {
  /**
   * @mapType atomic
   * @protobuf 1 nodeSelector map<string, string>
   */
  nodeSelector?: Record<string, string>;
  /**
   * @listType atomic
   * @protobuf 2 tolerations .k8s.io.api.core.v1.Toleration
   */
  tolerations?: corev1.Toleration[];
}
