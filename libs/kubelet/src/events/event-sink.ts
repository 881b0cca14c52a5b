import type { KubeObject } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** Tells users what happened to an object; never fails and never waits. */
export interface EventSink {
  event(
    object: DeepReadonly<KubeObject>,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    /** Name of the container of the pod that it happened to. */
    container?: string,
  ): void;
}
