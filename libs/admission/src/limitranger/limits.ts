import { podLimits, podRequests, quantityAlgebra } from '@kubescript/component-helpers';
import { parseQuantity, type DeepReadonly, type QuantityValue } from '@kubescript/apimachinery';
import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '@kubescript/api/core/v1';

import { listOf } from '../generic/lists.ts';

type Quantities = Readonly<Record<string, string>>;
type Item = DeepReadonly<LimitRangeItem>;

/** What of a pod is outside of the bounds, in the order of the containers. */
export function podProblems(pod: DeepReadonly<Pod>, { spec }: DeepReadonly<LimitRange>): string[] {
  return listOf(spec.limits).flatMap((item) => {
    if (item.type === 'Container') {
      return [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap(({ resources }) =>
        problemsOf(item, resources?.requests ?? {}, resources?.limits ?? {}),
      );
    }
    if (item.type !== 'Pod') return [];
    return problemsOf(
      item,
      textOf(podRequests(pod, quantityAlgebra, { excludeOverhead: true })),
      textOf(podLimits(pod, quantityAlgebra, { excludeOverhead: true })),
    );
  });
}

/** What of a claim is outside of the bounds. */
export function claimProblems(
  { spec }: DeepReadonly<PersistentVolumeClaim>,
  range: DeepReadonly<LimitRange>,
): string[] {
  const requests = spec.resources?.requests ?? {};
  return listOf(range.spec.limits)
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap(({ type, min = {}, max = {} }) => [
      ...entries(min).flatMap(([name, bound]) => minProblem(type, name, bound, requests[name], undefined)),
      ...entries(max).flatMap(([name, bound]) => maxRequestProblem(type, name, bound, requests[name])),
    ]);
}

function problemsOf(item: Item, requests: Quantities, limits: Quantities): string[] {
  const { type, min = {}, max = {}, maxLimitRequestRatio = {} } = item;
  return [
    ...entries(min).flatMap(([name, bound]) => minProblem(type, name, bound, requests[name], limits[name])),
    ...entries(max).flatMap(([name, bound]) => maxProblem(type, name, bound, requests[name], limits[name])),
    ...entries(maxLimitRequestRatio).flatMap(([name, bound]) =>
      ratioProblem(type, name, bound, requests[name], limits[name]),
    ),
  ];
}

function minProblem(
  type: string,
  name: string,
  bound: string,
  request: string | undefined,
  limit: string | undefined,
): string[] {
  const start = `minimum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return [`${start}.  No request is specified`];
  if (less(request, bound)) return [`${start}, but request is ${request}`];
  if (limit !== undefined && less(limit, bound)) return [`${start}, but limit is ${limit}`];
  return [];
}

function maxProblem(
  type: string,
  name: string,
  bound: string,
  request: string | undefined,
  limit: string | undefined,
): string[] {
  const start = `maximum ${name} usage per ${type} is ${bound}`;
  if (limit === undefined) return [`${start}.  No limit is specified`];
  if (less(bound, limit)) return [`${start}, but limit is ${limit}`];
  if (request !== undefined && less(bound, request)) return [`${start}, but request is ${request}`];
  return [];
}

function maxRequestProblem(type: string, name: string, bound: string, request: string | undefined): string[] {
  const start = `maximum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return [`${start}.  No request is specified`];
  return less(bound, request) ? [`${start}, but request is ${request}`] : [];
}

function ratioProblem(
  type: string,
  name: string,
  bound: string,
  request: string | undefined,
  limit: string | undefined,
): string[] {
  const start = `${name} max limit to request ratio per ${type} is ${bound}`;
  const requested = request === undefined ? 0 : parseQuantity(request).asNumber();
  const limited = limit === undefined ? 0 : parseQuantity(limit).asNumber();
  if (requested === 0) return [`${start}, but no request is specified or request is 0`];
  if (limited === 0) return [`${start}, but no limit is specified or limit is 0`];
  const ratio = limited / requested;
  return ratio > parseQuantity(bound).asNumber() ? [`${start}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}

function less(a: string, b: string): boolean {
  return parseQuantity(a).cmp(parseQuantity(b)) < 0;
}

function entries(quantities: Quantities): readonly [string, string][] {
  return Object.entries(quantities).sort(([a], [b]) => (a < b ? -1 : 1));
}

function textOf(amounts: ReadonlyMap<string, QuantityValue>): Quantities {
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, quantity.toString()]));
}
