import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, isNotFound, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { type Client, corev1 } from '@kubescript/client';

import { trackingFinalizer } from './pods.ts';

/** Lets go of pods that were counted. */
export class PodFinalizers {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Takes the Job's finalizer off pods; those that are gone are fine. */
  async release(pods: readonly DeepReadonly<Pod>[]): Promise<void> {
    await Promise.all(pods.map((pod) => this.#releaseOne(pod)));
  }

  async #releaseOne(pod: DeepReadonly<Pod>): Promise<void> {
    const finalizers = (pod.metadata.finalizers ?? []).filter((finalizer) => finalizer !== trackingFinalizer);
    const metadata = { uid: uidOf(pod), resourceVersion: pod.metadata.resourceVersion, finalizers };
    try {
      const api = this.#client.resource(corev1.pods, namespaceOf(pod));
      await api.patch(nameOf(pod), 'application/merge-patch+json', { metadata });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}
