import type { ListMeta, ObjectMeta, int32 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/** One address and what is known of it. */
export interface Endpoint {
  /**
   * @listType set
   * @protobuf 1 addresses string
   */
  addresses: string[];
  /**
   * Aspects of the state.
   *
   * @embedded
   * @protobuf 2 conditions EndpointConditions
   */
  conditions?: EndpointConditions;
  /**
   * @pointer
   * @protobuf 3 hostname string
   */
  hostname?: string;
  /** @protobuf 4 targetRef .k8s.io.api.core.v1.ObjectReference */
  targetRef?: corev1.ObjectReference;
  /** @protobuf 5 deprecatedTopology map<string, string> */
  deprecatedTopology?: Record<string, string>;
  /**
   * @pointer
   * @protobuf 6 nodeName string
   */
  nodeName?: string;
  /**
   * @pointer
   * @protobuf 7 zone string
   */
  zone?: string;
  /** @protobuf 8 hints EndpointHints */
  hints?: EndpointHints;
}

export interface EndpointConditions {
  /**
   * @pointer
   * @protobuf 1 ready bool
   */
  ready?: boolean;
  /**
   * @pointer
   * @protobuf 2 serving bool
   */
  serving?: boolean;
  /**
   * @pointer
   * @protobuf 3 terminating bool
   */
  terminating?: boolean;
}

export interface EndpointHints {
  /**
   * @listType atomic
   * @protobuf 1 forZones ForZone
   */
  forZones?: ForZone[];
  /**
   * @listType atomic
   * @protobuf 2 forNodes ForNode
   */
  forNodes?: ForNode[];
}

/** @mapType atomic */
export interface EndpointPort {
  /**
   * @pointer
   * @protobuf 1 name string
   */
  name?: string;
  /**
   * @pointer
   * @protobuf 2 protocol string
   */
  protocol?: string;
  /**
   * @pointer
   * @protobuf 3 port int32
   */
  port?: int32;
  /**
   * @pointer
   * @protobuf 4 appProtocol string
   */
  appProtocol?: string;
}

/**
 * Some of the addresses behind a service.
 *
 * @gvk discovery.k8s.io v1 EndpointSlice
 * @resource endpointslices namespaced
 */
export interface EndpointSlice {
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
  /** @protobuf 4 addressType string */
  addressType: string;
  /**
   * @emitted
   * @listType atomic
   * @protobuf 2 endpoints Endpoint
   */
  endpoints?: Endpoint[];
  /**
   * @emitted
   * @listType atomic
   * @protobuf 3 ports EndpointPort
   */
  ports?: EndpointPort[];
}

/**
 * A list of EndpointSlice objects.
 *
 * @gvk discovery.k8s.io v1 EndpointSliceList
 */
export interface EndpointSliceList {
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
   * @protobuf 2 items EndpointSlice
   */
  items: EndpointSlice[];
}

export interface ForNode {
  /** @protobuf 1 name string */
  name: string;
}

export interface ForZone {
  /** @protobuf 1 name string */
  name: string;
}
