import type { Binding } from '@kubescript/api/core/v1';
import { nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import {
  type BindPlugin,
  type CycleState,
  type Handle,
  type MaybeStatus,
  type PodInfo,
  errorStatus,
} from '@kubescript/kube-scheduler';

const NAME = 'DefaultBinder';

/** Binds a pod by writing its Binding. */
export class DefaultBinderPlugin implements BindPlugin {
  readonly name = NAME;
  readonly #handle: Pick<Handle, 'client'>;

  constructor(handle: Pick<Handle, 'client'>) {
    this.#handle = handle;
  }

  async bind(_state: CycleState, { pod }: PodInfo, nodeName: string, signal: AbortSignal): Promise<MaybeStatus> {
    const { uid } = pod.metadata;
    const binding: Binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: nameOf(pod), namespace: namespaceOf(pod), ...(uid === undefined ? {} : { uid }) },
      target: { kind: 'Node', name: nodeName },
    };
    const pods = this.#handle.client.resource(corev1.pods, namespaceOf(pod));
    try {
      await pods.createSubresource(nameOf(pod), 'binding', binding, { signal });
      return undefined;
    } catch (err) {
      return errorStatus(err, NAME);
    }
  }
}
