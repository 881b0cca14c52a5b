import type { Container, ContainerStatus, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly, Quantity } from '@kubescript/apimachinery';

import { isRestartableInitContainer } from '../pod/spec.ts';
import { podCondition } from '../pod/status.ts';

/**
 * How to add up quantities, so that the same rules serve exact quantities (quota, kubelet) and plain numbers
 * (scheduler).
 */
export interface ResourceAlgebra<Q> {
  parse(quantity: Quantity, resource: string): Q;
  add(a: Q, b: Q): Q;
  /** Negative, zero or positive, as the comparison of two quantities. */
  compare(a: Q, b: Q): number;
}

/** Amounts by resource name. */
export type ResourceAmounts<Q> = ReadonlyMap<string, Q>;

/** What to count. */
export interface PodResourceOptions<Q> {
  /** Count what running containers have been given (in-place resize), where that is more than what the spec asks. */
  readonly useStatusResources?: boolean;
  readonly excludeOverhead?: boolean;
  /** Look at the containers only, even where the pod has resources of its own. */
  readonly skipPodLevelResources?: boolean;
  /** Amounts to assume for a container that requests nothing of a resource. */
  readonly defaultRequests?: ResourceAmounts<Q>;
}

type List = DeepReadonly<Record<string, Quantity>> | undefined;
type Amounts<Q> = Map<string, Q>;

/**
 * What a pod asks of a node: the containers' sum or the hungriest init container's need, whichever is more (a
 * sidecar counts with all that start after it), overridden per resource by what the pod itself requests, plus the
 * overhead of its runtime.
 * @go component-helpers/resource#PodRequests
 */
export function podRequests<Q>(
  pod: DeepReadonly<Pod>,
  algebra: ResourceAlgebra<Q>,
  options: PodResourceOptions<Q> = {},
): ResourceAmounts<Q> {
  const total = aggregate(pod, algebra, (container) => containerRequests(pod, container, algebra, options));
  if (options.skipPodLevelResources !== true) {
    for (const [name, quantity] of Object.entries(pod.spec.resources?.requests ?? {})) {
      if (isPodLevelResource(name)) total.set(name, algebra.parse(quantity, name));
    }
  }
  if (options.excludeOverhead !== true) addAll(total, parseAll(pod.spec.overhead, algebra), algebra);
  return total;
}

/**
 * The most that a pod may use, by the same rules; overhead is added only to what is limited at all.
 * @go component-helpers/resource#PodLimits
 */
export function podLimits<Q>(
  pod: DeepReadonly<Pod>,
  algebra: ResourceAlgebra<Q>,
  options: Pick<PodResourceOptions<Q>, 'excludeOverhead' | 'skipPodLevelResources'> = {},
): ResourceAmounts<Q> {
  const total = aggregate(pod, algebra, (container) => parseAll(container.resources?.limits, algebra));
  if (options.skipPodLevelResources !== true) {
    for (const [name, quantity] of Object.entries(pod.spec.resources?.limits ?? {})) {
      if (isPodLevelResource(name)) total.set(name, algebra.parse(quantity, name));
    }
  }
  if (options.excludeOverhead === true) return total;
  for (const [name, overhead] of parseAll(pod.spec.overhead, algebra)) {
    const limit = total.get(name);
    if (limit !== undefined) total.set(name, algebra.add(limit, overhead));
  }
  return total;
}

/** Whether a resource may be requested for a pod as a whole. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** Whether a pod has requests or limits of its own. */
export function hasPodLevelResources(pod: DeepReadonly<Pod>): boolean {
  const { requests = {}, limits = {} } = pod.spec.resources ?? {};
  return [...Object.keys(requests), ...Object.keys(limits)].some(isPodLevelResource);
}

function aggregate<Q>(
  pod: DeepReadonly<Pod>,
  algebra: ResourceAlgebra<Q>,
  amountsOf: (container: DeepReadonly<Container>) => Amounts<Q>,
): Amounts<Q> {
  const total: Amounts<Q> = new Map();
  for (const container of pod.spec.containers) addAll(total, amountsOf(container), algebra);
  if (pod.spec.initContainers === undefined) return total;
  const sidecars: Amounts<Q> = new Map();
  const peak: Amounts<Q> = new Map();
  for (const container of pod.spec.initContainers) {
    const amounts = amountsOf(container);
    if (isRestartableInitContainer(container)) {
      addAll(total, amounts, algebra);
      addAll(sidecars, amounts, algebra);
      raiseAll(peak, sidecars, algebra);
    } else {
      const needed = new Map(sidecars);
      addAll(needed, amounts, algebra);
      raiseAll(peak, needed, algebra);
    }
  }
  raiseAll(total, peak, algebra);
  return total;
}

function containerRequests<Q>(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  algebra: ResourceAlgebra<Q>,
  { useStatusResources, defaultRequests }: PodResourceOptions<Q>,
): Amounts<Q> {
  const status = useStatusResources === true ? containerStatus(pod, container.name) : undefined;
  const amounts =
    status?.resources === undefined
      ? parseAll(container.resources?.requests, algebra)
      : actualRequests(pod, container, status, algebra);
  for (const [name, amount] of defaultRequests ?? []) if (!amounts.has(name)) amounts.set(name, amount);
  return amounts;
}

function containerStatus(pod: DeepReadonly<Pod>, name: string): DeepReadonly<ContainerStatus> | undefined {
  const isIt = (status: DeepReadonly<ContainerStatus>): boolean => status.name === name;
  return pod.status.containerStatuses?.find(isIt) ?? pod.status.initContainerStatuses?.find(isIt);
}

function actualRequests<Q>(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  status: DeepReadonly<ContainerStatus>,
  algebra: ResourceAlgebra<Q>,
): Amounts<Q> {
  const amounts = parseAll(status.resources?.requests, algebra);
  raiseAll(amounts, parseAll(status.allocatedResources, algebra), algebra);
  const pending = podCondition(pod, 'PodResizePending');
  const isInfeasible = pending?.reason === 'Infeasible';
  if (!isInfeasible) raiseAll(amounts, parseAll(container.resources?.requests, algebra), algebra);
  return amounts;
}

function parseAll<Q>(list: List, algebra: ResourceAlgebra<Q>): Amounts<Q> {
  const amounts: Amounts<Q> = new Map();
  for (const name in list) amounts.set(name, algebra.parse(list[name] ?? '0', name));
  return amounts;
}

function addAll<Q>(to: Amounts<Q>, from: ResourceAmounts<Q>, algebra: ResourceAlgebra<Q>): void {
  for (const [name, amount] of from) {
    const old = to.get(name);
    to.set(name, old === undefined ? amount : algebra.add(old, amount));
  }
}

function raiseAll<Q>(to: Amounts<Q>, from: ResourceAmounts<Q>, algebra: ResourceAlgebra<Q>): void {
  for (const [name, amount] of from) {
    const old = to.get(name);
    if (old === undefined || algebra.compare(amount, old) > 0) to.set(name, amount);
  }
}
