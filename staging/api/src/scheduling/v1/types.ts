import type { ListMeta, ObjectMeta, int32 } from '@kubescript/apimachinery';

/**
 * How important pods are.
 *
 * @gvk scheduling.k8s.io v1 PriorityClass
 * @resource priorityclasses cluster short=pc
 */
export interface PriorityClass {
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
   * @emitted
   * @protobuf 2 value int32
   */
  value?: int32;
  /** @protobuf 3 globalDefault bool */
  globalDefault?: boolean;
  /** @protobuf 4 description string */
  description?: string;
  /**
   * @pointer
   * @protobuf 5 preemptionPolicy string
   */
  preemptionPolicy?: string;
}

/**
 * A list of PriorityClass objects.
 *
 * @gvk scheduling.k8s.io v1 PriorityClassList
 */
export interface PriorityClassList {
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
   * @protobuf 2 items PriorityClass
   */
  items: PriorityClass[];
}
