import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, namespaceOf } from '@kubescript/apimachinery';
import type { SharedInformer } from '@kubescript/client';
import { controllerOf } from '@kubescript/component-helpers';

const index = 'controllerUid';

/** Files pods under the UID of their controller, and orphans under their namespace. */
export function indexPodsByController(informer: SharedInformer<Pod>): void {
  informer.addIndexer(index, (pod) => {
    const controller = controllerOf(pod);
    return [controller === undefined ? orphansOf(namespaceOf(pod)) : controller.uid];
  });
}

/** The pods that a controller may claim: its own, and the orphans of its namespace. */
export function podsToClaim(
  informer: SharedInformer<Pod>,
  namespace: string,
  uid: string,
): readonly DeepReadonly<Pod>[] {
  return [...informer.lister.byIndex(index, uid), ...informer.lister.byIndex(index, orphansOf(namespace))];
}

function orphansOf(namespace: string): string {
  return `orphans/${namespace}`;
}
