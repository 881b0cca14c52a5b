import type { Container, EphemeralContainer, PodSpec } from '@kubescript/api/core/v1';
import type { DeepReadonly, FieldPath } from '@kubescript/apimachinery';

/** A container of any kind. */
export type AnyContainer = DeepReadonly<Container> | DeepReadonly<EphemeralContainer>;

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** All containers of a pod with their paths. @go core/pods#VisitContainersWithPath */
export function containersWithPath(
  spec: DeepReadonly<PodSpec>,
  path: FieldPath,
): readonly (readonly [AnyContainer, FieldPath])[] {
  return LISTS.flatMap((list) =>
    (spec[list] ?? []).map((container, index) => [container, path.child(list).index(index)] as const),
  );
}
