import type { ReplicaSet, ReplicaSetStatus } from '@kubescript/api/apps/v1';
import type { PodTemplateSpec, ReplicationController } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type KubeObject,
  labelSelectorAsSelector,
  type Selector,
  selectorFromSet,
} from '@kubescript/apimachinery';
import { appsv1, corev1, type Resource } from '@kubescript/client';

/** What ReplicaSets and ReplicationControllers have in common. */
export interface ReplicaObject extends KubeObject {
  spec: { replicas?: number; minReadySeconds?: number; template?: PodTemplateSpec };
  status?: ReplicaSetStatus;
}

/** A kind that one ReplicaSetController looks after. */
export interface ReplicaKind {
  /** Name of the controller, as in `--controllers`. */
  readonly name: string;
  readonly resource: Resource<ReplicaObject>;
  readonly apiVersion: string;
  selectorOf(object: DeepReadonly<ReplicaObject>): Selector;
}

/** ReplicaSets of apps/v1. */
export const replicaSets: ReplicaKind = {
  name: 'replicaset-controller',
  resource: appsv1.replicasets,
  apiVersion: 'apps/v1',
  selectorOf: (object) => labelSelectorAsSelector((object as unknown as DeepReadonly<ReplicaSet>).spec.selector),
};

/** ReplicationControllers, the older sort. */
export const replicationControllers: ReplicaKind = {
  name: 'replicationcontroller-controller',
  resource: corev1.replicationcontrollers,
  apiVersion: 'v1',
  selectorOf: (object) =>
    selectorFromSet((object as unknown as DeepReadonly<ReplicationController>).spec.selector ?? {}),
};
