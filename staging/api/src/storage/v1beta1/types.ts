import type { ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/**
 * Attributes that volumes can be changed to.
 *
 * @gvk storage.k8s.io v1beta1 VolumeAttributesClass
 */
export interface VolumeAttributesClass {
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
  /** @protobuf 2 driverName string */
  driverName: string;
  /** @protobuf 3 parameters map<string, string> */
  parameters?: Record<string, string>;
}

/**
 * A list of VolumeAttributesClass objects.
 *
 * @gvk storage.k8s.io v1beta1 VolumeAttributesClassList
 */
export interface VolumeAttributesClassList {
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
   * @protobuf 2 items VolumeAttributesClass
   */
  items: VolumeAttributesClass[];
}
