import type { Container, Pod } from '@kubescript/api/core/v1';
import { parseQuantity } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** An amount as a number of its unit (bytes, cores), rounded up to a whole one. */
export function wholeUnits(quantity: string): number {
  return Math.ceil(parseQuantity(quantity).asNumber());
}

/** An amount in thousandths of its unit, rounded up. */
export function milliUnits(quantity: string): number {
  return parseQuantity(quantity).milliValue();
}

/** What a container limits (`limits`) or requests of a resource, or undefined. */
export function resourceOf(
  container: DeepReadonly<Container>,
  kind: 'limits' | 'requests',
  resource: string,
): string | undefined {
  return container.resources?.[kind]?.[resource];
}

/** Name, namespace and uid of a pod, all present. */
export function podIdentity(pod: DeepReadonly<Pod>): {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
} {
  return { uid: pod.metadata.uid ?? '', name: pod.metadata.name ?? '', namespace: pod.metadata.namespace ?? '' };
}
