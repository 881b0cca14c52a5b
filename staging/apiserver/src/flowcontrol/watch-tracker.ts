import type { RequestInfo } from '../server/request-info.ts';

/** Counts the watches that a change of an object is sent to. @go k8s.io/apiserver/pkg/util/flowcontrol#WatchTracker */
export class WatchTracker {
  readonly #counts = new Map<string, number>();

  /** Notes a watch; call the result when it is over. */
  register(info: RequestInfo): () => void {
    // Such a watch sees few of the changes, and each of them is seen by about one such watch.
    if (info.fieldSelector.includes('spec.nodeName=')) return () => undefined;
    const key = keyOf(info, info.namespace, info.name);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }

  /** How many watches see a change of what the request writes. */
  interestedIn(info: RequestInfo): number {
    if (this.#counts.size === 0) return 0;
    const count = (namespace: string, name: string): number => this.#counts.get(keyOf(info, namespace, name)) ?? 0;
    const { namespace, name } = info;
    let total = count('', '');
    if (namespace !== '') total += count(namespace, '');
    if (name !== '') total += count(namespace, name);
    return total;
  }
}

const keyOf = ({ apiGroup, resource }: RequestInfo, namespace: string, name: string): string =>
  `${apiGroup}/${resource}/${namespace}/${name}`;
