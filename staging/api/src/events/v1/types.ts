import type { ListMeta, MicroTime, ObjectMeta, Time, int32 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/**
 * @gvk events.k8s.io v1 Event
 * @resource events namespaced short=ev
 */
export interface Event {
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
  /** @protobuf 2 eventTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  eventTime: MicroTime;
  /** @protobuf 3 series EventSeries */
  series?: EventSeries;
  /** @protobuf 4 reportingController string */
  reportingController?: string;
  /** @protobuf 5 reportingInstance string */
  reportingInstance?: string;
  /** @protobuf 6 action string */
  action?: string;
  /** @protobuf 7 reason string */
  reason?: string;
  /**
   * @embedded
   * @protobuf 8 regarding .k8s.io.api.core.v1.ObjectReference
   */
  regarding?: corev1.ObjectReference;
  /** @protobuf 9 related .k8s.io.api.core.v1.ObjectReference */
  related?: corev1.ObjectReference;
  /** @protobuf 10 note string */
  note?: string;
  /** @protobuf 11 type string */
  type?: string;
  /**
   * @embedded
   * @protobuf 12 deprecatedSource .k8s.io.api.core.v1.EventSource
   */
  deprecatedSource?: corev1.EventSource;
  /**
   * @emitted
   * @protobuf 13 deprecatedFirstTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  deprecatedFirstTimestamp?: Time;
  /**
   * @emitted
   * @protobuf 14 deprecatedLastTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  deprecatedLastTimestamp?: Time;
  /** @protobuf 15 deprecatedCount int32 */
  deprecatedCount?: int32;
}

/**
 * A list of Event objects.
 *
 * @gvk events.k8s.io v1 EventList
 */
export interface EventList {
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
   * @protobuf 2 items Event
   */
  items: Event[];
}

export interface EventSeries {
  /** @protobuf 1 count int32 */
  count: int32;
  /** @protobuf 2 lastObservedTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  lastObservedTime: MicroTime;
}
