import type { ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk storage.k8s.io v1beta1 VolumeAttributesClass */
export interface VolumeAttributesClass {
  kind?: string;
  apiVersion?: string;
  /**
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

/** @gvk storage.k8s.io v1beta1 VolumeAttributesClassList */
export interface VolumeAttributesClassList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items VolumeAttributesClass */
  items: VolumeAttributesClass[];
}
