import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type Selector,
  keyOf,
  labelSelectorAsSelector,
  namespaceOf,
  uidOf,
} from '@kubescript/apimachinery';
import { type NodeMatcher, hostPortsOf, podRequests, requiredNodeAffinityOf } from '@kubescript/component-helpers';

import { type HostPort, hostPort } from './host-ports.ts';
import { type Resources, numberAlgebra, resourcesOf } from './resources.ts';

/** What a container that requests nothing is taken to use when nodes are scored: 100m CPU, 200 MB memory. */
const DEFAULT_REQUESTS: ReadonlyMap<string, number> = new Map([
  ['cpu', 100],
  ['memory', 200 * 1024 * 1024],
]);

/** A pod (anti-)affinity term, ready to be matched. */
export interface AffinityTerm {
  readonly topologyKey: string;
  /** Whether a pod with these labels in this namespace (which has those labels) is meant. */
  matches(pod: DeepReadonly<Pod>, namespaceLabels: Readonly<Record<string, string>> | undefined): boolean;
}

/** A preferred term with its weight. */
export interface WeightedAffinityTerm {
  readonly weight: number;
  readonly term: AffinityTerm;
}

/**
 * A pod with everything that scheduling computes from its spec, computed once per version of the pod.
 * @go kube-scheduler/framework#PodInfo
 */
export class PodInfo {
  readonly pod: DeepReadonly<Pod>;
  /** Identity within the scheduler: the UID, or namespace/name where a test left it out. */
  readonly id: string;
  /** What the pod asks for. */
  readonly requests: Resources;
  /** What it is taken to use when nodes are scored. */
  readonly nonZeroRequests: Resources;
  readonly hostPorts: readonly HostPort[];
  /** What nodes must fulfil by selector and affinity; undefined = nothing. */
  readonly requiredNodeAffinity: NodeMatcher | undefined;
  readonly requiredAffinityTerms: readonly AffinityTerm[];
  readonly requiredAntiAffinityTerms: readonly AffinityTerm[];
  readonly preferredAffinityTerms: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinityTerms: readonly WeightedAffinityTerm[];

  constructor(pod: DeepReadonly<Pod>) {
    this.pod = pod;
    this.id = podIdOf(pod);
    this.requests = resourcesOf(podRequests(pod, numberAlgebra, { useStatusResources: true }));
    this.nonZeroRequests = nonZeroRequestsOf(pod);
    this.hostPorts = hostPortsOf(pod).map((port) => hostPort(port.hostIP, port.protocol, port.hostPort ?? 0));
    this.requiredNodeAffinity = requiredNodeAffinityOf(pod);
    const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
    this.requiredAffinityTerms = compileTerms(pod, podAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
    this.requiredAntiAffinityTerms = compileTerms(pod, podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
    this.preferredAffinityTerms = compileWeighted(pod, podAffinity?.preferredDuringSchedulingIgnoredDuringExecution);
    this.preferredAntiAffinityTerms = compileWeighted(
      pod,
      podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
    );
  }

  get hasAffinity(): boolean {
    return (
      this.requiredAffinityTerms.length > 0 ||
      this.preferredAffinityTerms.length > 0 ||
      this.hasRequiredAntiAffinity ||
      this.preferredAntiAffinityTerms.length > 0
    );
  }

  get hasRequiredAntiAffinity(): boolean {
    return this.requiredAntiAffinityTerms.length > 0;
  }
}

/** The identity of a pod within the scheduler. */
export function podIdOf(pod: DeepReadonly<Pod>): string {
  return uidOf(pod) === '' ? keyOf(pod) : uidOf(pod);
}

function nonZeroRequestsOf(pod: DeepReadonly<Pod>): Resources {
  const options = { useStatusResources: true, defaultRequests: DEFAULT_REQUESTS };
  return resourcesOf(podRequests(pod, numberAlgebra, options));
}

function compileTerms(
  pod: DeepReadonly<Pod>,
  terms: readonly DeepReadonly<PodAffinityTerm>[] | undefined,
): readonly AffinityTerm[] {
  return terms?.map((term) => compileAffinityTerm(pod, term)) ?? [];
}

function compileWeighted(
  pod: DeepReadonly<Pod>,
  terms: readonly DeepReadonly<WeightedPodAffinityTerm>[] | undefined,
): readonly WeightedAffinityTerm[] {
  return (
    terms?.map(({ weight, podAffinityTerm }) => ({ weight, term: compileAffinityTerm(pod, podAffinityTerm) })) ?? []
  );
}

/**
 * A term of the given pod. Without namespaces and without a namespace selector it means the pod's own namespace.
 * @go kube-scheduler/framework#newAffinityTerm
 */
export function compileAffinityTerm(owner: DeepReadonly<Pod>, term: DeepReadonly<PodAffinityTerm>): AffinityTerm {
  const isOwnNamespace = (term.namespaces ?? []).length === 0 && term.namespaceSelector === undefined;
  const namespaces = new Set(isOwnNamespace ? [namespaceOf(owner)] : term.namespaces);
  const selector = labelSelectorAsSelector(term.labelSelector);
  const namespaceSelector: Selector | undefined =
    term.namespaceSelector === undefined ? undefined : labelSelectorAsSelector(term.namespaceSelector);
  return {
    topologyKey: term.topologyKey,
    matches: (pod, namespaceLabels) =>
      (namespaces.has(namespaceOf(pod)) || (namespaceSelector?.matches(namespaceLabels) ?? false)) &&
      selector.matches(pod.metadata.labels),
  };
}
