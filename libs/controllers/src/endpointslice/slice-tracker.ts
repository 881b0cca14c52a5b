import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';

/**
 * Remembers the slices that were written, until the informer has caught up: planning on slices that are behind would
 * make the same endpoints twice.
 *
 * @go k8s.io/endpointslice/util#EndpointSliceTracker
 */
export class SliceTracker {
  /** Generations of slices by name, by service. */
  readonly #generations = new Map<string, Map<string, number>>();

  /** Notes a slice as the server answered it. */
  written(service: string, slice: DeepReadonly<EndpointSlice>): void {
    const known = this.#generations.get(service) ?? new Map<string, number>();
    this.#generations.set(service, known.set(nameOf(slice), slice.metadata.generation ?? 0));
  }

  /** A slice is gone. */
  deleted(service: string, name: string): void {
    this.#generations.get(service)?.delete(name);
  }

  /** True if we wrote that slice and do not know it to be gone. */
  isTracked(service: string, name: string): boolean {
    return this.#generations.get(service)?.has(name) === true;
  }

  /** True if we wrote just this. */
  knows(service: string, slice: DeepReadonly<EndpointSlice>): boolean {
    const generation = this.#generations.get(service)?.get(nameOf(slice));
    return generation !== undefined && generation >= (slice.metadata.generation ?? 0);
  }

  /** True if something was written that these slices do not show yet. */
  isAhead(service: string, slices: readonly DeepReadonly<EndpointSlice>[]): boolean {
    const seen = new Map(slices.map((slice) => [nameOf(slice), slice.metadata.generation ?? 0]));
    return [...(this.#generations.get(service) ?? [])].some(
      ([name, generation]) => (seen.get(name) ?? -1) < generation,
    );
  }

  /** Drops everything about a service. */
  forget(service: string): void {
    this.#generations.delete(service);
  }
}
