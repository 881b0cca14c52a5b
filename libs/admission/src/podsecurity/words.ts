import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Container, EphemeralContainer, PodSpec } from '@kubescript/api/core/v1';

/** A container of any sort. */
export type AnyContainer = DeepReadonly<Container | EphemeralContainer>;

/** All containers of a pod, in the order in which they are reported. */
export function allContainers(spec: DeepReadonly<PodSpec>): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
}

/** `container "a"` or `containers "a", "b"`. */
export function containersText(containers: readonly AnyContainer[]): string {
  return `${plural('container', 'containers', containers.length)} ${quoted(containers.map(({ name }) => name))}`;
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** The word that fits the number. */
export function plural(one: string, many: string, count: number): string {
  return count === 1 ? one : many;
}
