import type { Node, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { type PodInfo, podIdOf } from '@kubescript/kube-scheduler';

/** Worth another try if the event is about the pod itself. */
export function ifSamePod(pod: PodInfo, _old: unknown, newObject: unknown): 'Queue' | 'Skip' {
  return newObject !== undefined && podIdOf(newObject as DeepReadonly<Pod>) === pod.id ? 'Queue' : 'Skip';
}

/** Reads the objects of a node event. */
export function asNode(object: unknown): DeepReadonly<Node> | undefined {
  return object as DeepReadonly<Node> | undefined;
}

/** Reads the objects of a pod event. */
export function asPod(object: unknown): DeepReadonly<Pod> | undefined {
  return object as DeepReadonly<Pod> | undefined;
}

/**
 * Worth another try if a node now passes a test that it did not pass before (or did not exist).
 */
export function ifNodeBecame(
  passes: (pod: PodInfo, node: DeepReadonly<Node>) => boolean,
): (pod: PodInfo, oldObject: unknown, newObject: unknown) => 'Queue' | 'Skip' {
  return (pod, oldObject, newObject) => {
    const [before, after] = [asNode(oldObject), asNode(newObject)];
    if (after === undefined || !passes(pod, after)) return 'Skip';
    return before === undefined || !passes(pod, before) ? 'Queue' : 'Skip';
  };
}
