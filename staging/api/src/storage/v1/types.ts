import type { LabelSelector, ListMeta, ObjectMeta, Quantity, Time, int32, int64 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/**
 * A storage driver that is installed.
 *
 * @gvk storage.k8s.io v1 CSIDriver
 * @resource csidrivers cluster
 */
export interface CSIDriver {
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
   * @protobuf 2 spec CSIDriverSpec
   */
  spec: CSIDriverSpec;
}

/**
 * A list of CSIDriver objects.
 *
 * @gvk storage.k8s.io v1 CSIDriverList
 */
export interface CSIDriverList {
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
   * @protobuf 2 items CSIDriver
   */
  items: CSIDriver[];
}

export interface CSIDriverSpec {
  /**
   * @pointer
   * @protobuf 1 attachRequired bool
   */
  attachRequired?: boolean;
  /**
   * @pointer
   * @protobuf 2 podInfoOnMount bool
   */
  podInfoOnMount?: boolean;
  /**
   * @listType set
   * @protobuf 3 volumeLifecycleModes string
   */
  volumeLifecycleModes?: string[];
  /**
   * @pointer
   * @protobuf 4 storageCapacity bool
   */
  storageCapacity?: boolean;
  /**
   * @pointer
   * @protobuf 5 fsGroupPolicy string
   */
  fsGroupPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 6 tokenRequests TokenRequest
   */
  tokenRequests?: TokenRequest[];
  /**
   * @pointer
   * @protobuf 7 requiresRepublish bool
   */
  requiresRepublish?: boolean;
  /**
   * @pointer
   * @protobuf 8 seLinuxMount bool
   */
  seLinuxMount?: boolean;
  /**
   * @pointer
   * @protobuf 9 nodeAllocatableUpdatePeriodSeconds int64
   */
  nodeAllocatableUpdatePeriodSeconds?: int64;
  /**
   * @pointer
   * @protobuf 10 serviceAccountTokenInSecrets bool
   */
  serviceAccountTokenInSecrets?: boolean;
  /**
   * @pointer
   * @protobuf 11 preventPodSchedulingIfMissing bool
   */
  preventPodSchedulingIfMissing?: boolean;
}

/**
 * The storage drivers of a node.
 *
 * @gvk storage.k8s.io v1 CSINode
 * @resource csinodes cluster
 */
export interface CSINode {
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
   * @protobuf 2 spec CSINodeSpec
   */
  spec: CSINodeSpec;
}

export interface CSINodeDriver {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 nodeID string */
  nodeID: string;
  /**
   * @listType atomic
   * @protobuf 3 topologyKeys string
   */
  topologyKeys?: string[];
  /** @protobuf 4 allocatable VolumeNodeResources */
  allocatable?: VolumeNodeResources;
}

/**
 * A list of CSINode objects.
 *
 * @gvk storage.k8s.io v1 CSINodeList
 */
export interface CSINodeList {
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
   * @protobuf 2 items CSINode
   */
  items: CSINode[];
}

export interface CSINodeSpec {
  /**
   * @listType map
   * @listMapKey name
   * @patchStrategy merge
   * @patchMergeKey name
   * @protobuf 1 drivers CSINodeDriver
   */
  drivers: CSINodeDriver[];
}

/**
 * How much storage is left somewhere.
 *
 * @gvk storage.k8s.io v1 CSIStorageCapacity
 * @resource csistoragecapacities namespaced
 */
export interface CSIStorageCapacity {
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
  /** @protobuf 2 nodeTopology .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  nodeTopology?: LabelSelector;
  /** @protobuf 3 storageClassName string */
  storageClassName: string;
  /** @protobuf 4 capacity .k8s.io.apimachinery.pkg.api.resource.Quantity */
  capacity?: Quantity;
  /** @protobuf 5 maximumVolumeSize .k8s.io.apimachinery.pkg.api.resource.Quantity */
  maximumVolumeSize?: Quantity;
}

/**
 * A list of CSIStorageCapacity objects.
 *
 * @gvk storage.k8s.io v1 CSIStorageCapacityList
 */
export interface CSIStorageCapacityList {
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
   * @protobuf 2 items CSIStorageCapacity
   */
  items: CSIStorageCapacity[];
}

/**
 * A sort of storage and how it is provisioned.
 *
 * @gvk storage.k8s.io v1 StorageClass
 * @resource storageclasses cluster short=sc
 */
export interface StorageClass {
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
  /** @protobuf 2 provisioner string */
  provisioner: string;
  /** @protobuf 3 parameters map<string, string> */
  parameters?: Record<string, string>;
  /**
   * @pointer
   * @protobuf 4 reclaimPolicy string
   */
  reclaimPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 5 mountOptions string
   */
  mountOptions?: string[];
  /**
   * @pointer
   * @protobuf 6 allowVolumeExpansion bool
   */
  allowVolumeExpansion?: boolean;
  /**
   * @pointer
   * @protobuf 7 volumeBindingMode string
   */
  volumeBindingMode?: string;
  /**
   * @listType atomic
   * @protobuf 8 allowedTopologies .k8s.io.api.core.v1.TopologySelectorTerm
   */
  allowedTopologies?: corev1.TopologySelectorTerm[];
}

/**
 * A list of StorageClass objects.
 *
 * @gvk storage.k8s.io v1 StorageClassList
 */
export interface StorageClassList {
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
   * @protobuf 2 items StorageClass
   */
  items: StorageClass[];
}

export interface TokenRequest {
  /** @protobuf 1 audience string */
  audience: string;
  /**
   * @pointer
   * @protobuf 2 expirationSeconds int64
   */
  expirationSeconds?: int64;
}

/**
 * Attaches a volume to a node.
 *
 * @gvk storage.k8s.io v1 VolumeAttachment
 * @resource volumeattachments cluster subresources=status
 */
export interface VolumeAttachment {
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
   * @protobuf 2 spec VolumeAttachmentSpec
   */
  spec: VolumeAttachmentSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status VolumeAttachmentStatus
   */
  status: VolumeAttachmentStatus;
}

/**
 * A list of VolumeAttachment objects.
 *
 * @gvk storage.k8s.io v1 VolumeAttachmentList
 */
export interface VolumeAttachmentList {
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
   * @protobuf 2 items VolumeAttachment
   */
  items: VolumeAttachment[];
}

export interface VolumeAttachmentSource {
  /**
   * @pointer
   * @protobuf 1 persistentVolumeName string
   */
  persistentVolumeName?: string;
  /** @protobuf 2 inlineVolumeSpec .k8s.io.api.core.v1.PersistentVolumeSpec */
  inlineVolumeSpec?: corev1.PersistentVolumeSpec;
}

export interface VolumeAttachmentSpec {
  /** @protobuf 1 attacher string */
  attacher: string;
  /**
   * @embedded
   * @protobuf 2 source VolumeAttachmentSource
   */
  source: VolumeAttachmentSource;
  /** @protobuf 3 nodeName string */
  nodeName: string;
}

export interface VolumeAttachmentStatus {
  /** @protobuf 1 attached bool */
  attached: boolean;
  /** @protobuf 2 attachmentMetadata map<string, string> */
  attachmentMetadata?: Record<string, string>;
  /** @protobuf 3 attachError VolumeError */
  attachError?: VolumeError;
  /** @protobuf 4 detachError VolumeError */
  detachError?: VolumeError;
}

/**
 * Attributes that volumes can be changed to.
 *
 * @gvk storage.k8s.io v1 VolumeAttributesClass
 * @resource volumeattributesclasses cluster short=vac
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
 * @gvk storage.k8s.io v1 VolumeAttributesClassList
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

export interface VolumeError {
  /**
   * @emitted
   * @protobuf 1 time .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  time?: Time;
  /** @protobuf 2 message string */
  message?: string;
  /**
   * @pointer
   * @protobuf 3 errorCode int32
   */
  errorCode?: int32;
}

export interface VolumeNodeResources {
  /**
   * @pointer
   * @protobuf 1 count int32
   */
  count?: int32;
}
