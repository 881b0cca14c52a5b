import type { Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { type DeepReadonly, keyOf, nameOf, namespaceOf } from '@kubescript/apimachinery';

import type { IpFamily } from '../model/addresses.ts';
import { type EndpointsByPort, endpointsOf } from '../model/endpoint.ts';
import { type ServicePort, servicePortsOf } from '../model/service-port.ts';

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

/** A service as rules see it. */
export interface ServiceView {
  readonly ports: readonly ServicePort[];
  readonly endpoints: EndpointsByPort;
}

const NOTHING: ServiceView = { ports: [], endpoints: new Map() };

/**
 * Keeps the services and endpoint slices of one address family, and notes which services changed, so that the cost of
 * a sync follows the change.
 * @go kubernetes/pkg/proxy#ServiceChangeTracker
 * @go kubernetes/pkg/proxy#EndpointsChangeTracker
 */
export class ServiceTracker {
  readonly #family: IpFamily;
  readonly #nodeName: string;
  readonly #ports = new Map<string, readonly ServicePort[]>();
  /** service → slice → slice */
  readonly #slices = new Map<string, Map<string, DeepReadonly<EndpointSlice>>>();
  readonly #changed = new Set<string>();

  constructor(family: IpFamily, nodeName: string) {
    this.#family = family;
    this.#nodeName = nodeName;
  }

  /** Whether anything is to be synced. */
  get hasChanges(): boolean {
    return this.#changed.size > 0;
  }

  /** Keys of all services that have ports in this family. */
  get serviceKeys(): readonly string[] {
    return [...this.#ports.keys()];
  }

  setService(service: DeepReadonly<Service>): void {
    const key = keyOf(service);
    const ports = servicePortsOf(service, this.#family);
    const before = this.#ports.get(key) ?? [];
    if (JSON.stringify(before) === JSON.stringify(ports)) return;
    if (ports.length === 0) this.#ports.delete(key);
    else this.#ports.set(key, ports);
    this.#changed.add(key);
  }

  deleteService(service: DeepReadonly<Service>): void {
    if (this.#ports.delete(keyOf(service))) this.#changed.add(keyOf(service));
  }

  setSlice(slice: DeepReadonly<EndpointSlice>): void {
    const key = this.#serviceOf(slice);
    if (key === undefined) return;
    const slices = this.#slices.get(key) ?? new Map<string, DeepReadonly<EndpointSlice>>();
    const before = slices.get(nameOf(slice));
    slices.set(nameOf(slice), slice);
    this.#slices.set(key, slices);
    if (!isSameSlice(before, slice)) this.#changed.add(key);
  }

  deleteSlice(slice: DeepReadonly<EndpointSlice>): void {
    const key = this.#serviceOf(slice);
    const slices = key === undefined ? undefined : this.#slices.get(key);
    if (key === undefined || slices === undefined) return;
    slices.delete(nameOf(slice));
    if (slices.size === 0) this.#slices.delete(key);
    this.#changed.add(key);
  }

  /** The services that changed since the last call, with what they are now. */
  takeChanges(): ReadonlyMap<string, ServiceView> {
    const changes = new Map([...this.#changed].map((key) => [key, this.view(key)]));
    this.#changed.clear();
    return changes;
  }

  /** Says that everything is to be synced again. */
  touchAll(): void {
    for (const key of this.#ports.keys()) this.#changed.add(key);
  }

  /** What a service is now; without ports if it is gone or not for this proxy. */
  view(key: string): ServiceView {
    const ports = this.#ports.get(key);
    if (ports === undefined) return NOTHING;
    return { ports, endpoints: endpointsOf(this.#slices.get(key)?.values() ?? [], this.#nodeName) };
  }

  #serviceOf(slice: DeepReadonly<EndpointSlice>): string | undefined {
    const name = slice.metadata.labels?.[SERVICE_NAME_LABEL];
    if (name === undefined || name === '' || slice.addressType !== this.#family) return undefined;
    return `${namespaceOf(slice)}/${name}`;
  }
}

function isSameSlice(a: DeepReadonly<EndpointSlice> | undefined, b: DeepReadonly<EndpointSlice>): boolean {
  if (a === undefined) return false;
  return JSON.stringify([a.endpoints, a.ports]) === JSON.stringify([b.endpoints, b.ports]);
}
