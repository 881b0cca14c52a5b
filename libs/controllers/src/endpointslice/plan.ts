import type { Endpoint, EndpointPort, EndpointSlice } from '@kubescript/api/discovery/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { semanticEqual } from '../shared/equal.ts';
import { type AddressType, type PortGroup, portsKey } from './desired.ts';

type Slice = DeepReadonly<EndpointSlice>;

/** The content of a slice that is to be made. */
export interface NewSlice {
  readonly addressType: AddressType;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** What to do to the slices of a service. */
export interface SlicePlan {
  readonly create: readonly NewSlice[];
  /** Slices with the endpoints that they should have. */
  readonly update: readonly { readonly slice: Slice; readonly endpoints: readonly Endpoint[] }[];
  readonly delete: readonly Slice[];
}

/** What a plan starts from. */
export interface SlicePlanInput {
  readonly addressType: AddressType;
  readonly groups: readonly PortGroup[];
  /** The slices of that address type. */
  readonly existing: readonly Slice[];
  readonly maxPerSlice: number;
  /** True if something besides the endpoints of a slice (its labels) has to change. */
  readonly isOutdated: (slice: Slice) => boolean;
}

/**
 * Fits endpoints into slices so that few slices change: endpoints stay in the slice they are in, new ones fill slices
 * that have to be written anyway, then those with room, and only then new slices. A service without endpoints keeps
 * one empty slice.
 *
 * @go k8s.io/endpointslice#(*Reconciler).reconcileByPortMapping
 */
export function planSlices(input: SlicePlanInput): SlicePlan {
  const byPorts = Map.groupBy(input.existing, (slice) => portsKey(slice.ports));
  const plans = input.groups.map((group) => {
    const key = portsKey(group.ports);
    const slices = byPorts.get(key) ?? [];
    byPorts.delete(key);
    return planGroup(input, group, slices);
  });
  const unneeded = [...byPorts.values()].flat();
  const plan = {
    create: plans.flatMap((part) => part.create),
    update: plans.flatMap((part) => part.update),
    delete: [...plans.flatMap((part) => part.delete), ...unneeded],
  };
  return plan.create.length === 0 && plan.delete.length === input.existing.length ? keepOneEmpty(input, plan) : plan;
}

function keepOneEmpty(input: SlicePlanInput, plan: SlicePlan): SlicePlan {
  const isPlaceholder = (slice: Slice): boolean =>
    (slice.ports ?? []).length === 0 && (slice.endpoints ?? []).length === 0;
  const kept = plan.delete.find(isPlaceholder);
  if (kept === undefined) {
    return { ...plan, create: [{ addressType: input.addressType, ports: [], endpoints: [] }] };
  }
  const update = input.isOutdated(kept) ? [{ slice: kept, endpoints: [] }] : [];
  return { create: [], update, delete: plan.delete.filter((slice) => slice !== kept) };
}

interface Draft {
  readonly slice: Slice;
  readonly endpoints: Endpoint[];
  changed: boolean;
}

function planGroup(input: SlicePlanInput, group: PortGroup, slices: readonly Slice[]): SlicePlan {
  const missing = new Map(group.endpoints.map((endpoint) => [identityOf(endpoint), endpoint]));
  const drafts = slices.map((slice) => keepWanted(slice, missing, input.isOutdated));
  const rest = [...missing.values()];
  const withRoom = (draft: Draft): boolean => draft.endpoints.length < input.maxPerSlice;
  for (const draft of drafts) if (draft.changed && draft.endpoints.length > 0) fill(draft, rest, input.maxPerSlice);
  if (rest.length > 0) {
    const roomiest = drafts.filter(withRoom).sort((a, b) => b.endpoints.length - a.endpoints.length);
    for (const draft of roomiest) fill(draft, rest, input.maxPerSlice);
  }
  const create: NewSlice[] = [];
  while (rest.length > 0) {
    const endpoints = rest.splice(0, input.maxPerSlice);
    create.push({ addressType: input.addressType, ports: group.ports, endpoints });
  }
  const used = drafts.filter((draft) => draft.endpoints.length > 0);
  return {
    create,
    update: used.filter((draft) => draft.changed).map(({ slice, endpoints }) => ({ slice, endpoints })),
    delete: drafts.filter((draft) => draft.endpoints.length === 0).map(({ slice }) => slice),
  };
}

/** The slice with those of its endpoints that are still wanted, as they are wanted; takes them out of `missing`. */
function keepWanted(slice: Slice, missing: Map<string, Endpoint>, isOutdated: (slice: Slice) => boolean): Draft {
  const draft: Draft = { slice, endpoints: [], changed: isOutdated(slice) };
  for (const endpoint of slice.endpoints ?? []) {
    const identity = identityOf(endpoint);
    const wanted = missing.get(identity);
    missing.delete(identity);
    if (wanted !== undefined) draft.endpoints.push(wanted);
    if (wanted === undefined || !semanticEqual(wanted, endpoint)) draft.changed = true;
  }
  return draft;
}

function fill(draft: Draft, rest: Endpoint[], max: number): void {
  const added = rest.splice(0, Math.max(0, max - draft.endpoints.length));
  draft.endpoints.push(...added);
  if (added.length > 0) draft.changed = true;
}

function identityOf(endpoint: DeepReadonly<Endpoint>): string {
  return `${endpoint.addresses.join()}/${endpoint.targetRef?.uid ?? ''}`;
}
