import type { Pod } from '@kubescript/api/core/v1';
import {
  isPodLevelResource,
  podLimits,
  podRequests,
  quantityAlgebra,
  type ResourceAmounts,
} from '@kubescript/component-helpers';
import type { QuantityValue } from '@kubescript/apimachinery';

import type { ResourceList } from './resource-list.ts';

const ofContainers = { excludeOverhead: true, skipPodLevelResources: true };

/**
 * What a pod that has resources as a whole gets of those that it does not state: limits of huge pages and requests,
 * each from what its containers state. Requests of containers must have their defaults already.
 */
export function defaultPodLevelResources(pod: Pod): void {
  if (pod.spec.resources === undefined) return;
  defaultHugePageLimits(pod);
  defaultPodRequests(pod);
}

/** @go core/v1#defaultHugePagePodLimits */
function defaultHugePageLimits(pod: Pod): void {
  const { resources = {} } = pod.spec;
  const { limits = {}, requests = {} } = resources;
  if (isEmpty(limits) && isEmpty(requests)) return;
  const stated = { ...requests, ...limits };
  const found = missing(podLimits(pod, quantityAlgebra, ofContainers), stated, isHugePages);
  if (!isEmpty(found)) resources.limits = { ...limits, ...found };
}

/** A pod that is limited as a whole requests what its containers do; where they do not, its limit. @go core/v1#defaultPodRequests */
function defaultPodRequests(pod: Pod): void {
  const { resources = {} } = pod.spec;
  const { limits = {}, requests = {} } = resources;
  if (isEmpty(limits)) return;
  const ofAll = missing(podRequests(pod, quantityAlgebra, ofContainers), requests, isOvercommitAllowed);
  const known = Object.fromEntries(Object.entries(limits).filter(([name]) => isPodLevelResource(name)));
  const found = { ...known, ...ofAll, ...requests };
  if (!isEmpty(found)) resources.requests = found;
}

function missing(
  amounts: ResourceAmounts<QuantityValue>,
  stated: ResourceList,
  isWanted: (name: string) => boolean,
): ResourceList {
  const wanted = [...amounts].filter(([name]) => isWanted(name) && stated[name] === undefined);
  return Object.fromEntries(wanted.map(([name, amount]) => [name, amount.toString()]));
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function isOvercommitAllowed(name: string): boolean {
  return isPodLevelResource(name) && !isHugePages(name);
}

function isEmpty(list: ResourceList): boolean {
  return Object.keys(list).length === 0;
}
