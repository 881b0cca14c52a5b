import type { ListMeta, ObjectMeta, int32 } from '@kubescript/apimachinery';

/**
 * @gvk scheduling.k8s.io v1 PriorityClass
 * @resource priorityclasses cluster short=pc
 */
export interface PriorityClass {
  kind?: string;
  apiVersion?: string;
  /**
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

/** @gvk scheduling.k8s.io v1 PriorityClassList */
export interface PriorityClassList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items PriorityClass */
  items: PriorityClass[];
}
