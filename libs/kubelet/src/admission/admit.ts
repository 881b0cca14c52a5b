import type { Node, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import {
  findUntoleratedTaint,
  hostPortsOf,
  isMirrorPod,
  podRequests,
  requiredNodeAffinityOf,
} from '@kubescript/component-helpers';
import type { ResourceAlgebra } from '@kubescript/component-helpers';

import { milliUnits, wholeUnits } from '../container/quantities.ts';
import type { Verdict } from '../podworkers/pod-workers.ts';

const algebra: ResourceAlgebra<number> = {
  parse: (quantity, resource) => (resource === 'cpu' ? milliUnits(quantity) : wholeUnits(quantity)),
  add: (a, b) => a + b,
  compare: (a, b) => a - b,
};

/**
 * Whether a pod that was assigned to this node may run here. A pod that may not gets the phase Failed, with upstream's
 * reasons.
 * @go kubernetes/pkg/kubelet/lifecycle#(*predicateAdmitHandler).Admit
 */
export function admitPod(
  pod: DeepReadonly<Pod>,
  others: readonly DeepReadonly<Pod>[],
  node: DeepReadonly<Node>,
  allocatable: Readonly<Record<string, string>>,
): Verdict | undefined {
  const affinity = requiredNodeAffinityOf(pod);
  if (affinity !== undefined && !affinity(node)) {
    return reject('NodeAffinity', "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector");
  }
  const taint = findUntoleratedTaint(
    node.spec.taints ?? [],
    pod.spec.tolerations ?? [],
    ({ effect }) => effect === 'NoExecute',
  );
  if (taint !== undefined && !isMirrorPod(pod)) {
    return reject(
      'TaintToleration',
      `Predicate TaintToleration failed: node had taint {${taint.key}: ${taint.value ?? ''}}, that the pod didn't tolerate`,
    );
  }
  if (conflictingPorts(pod, others)) {
    return reject(
      'NodePorts',
      "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
    );
  }
  return resourceVerdict(pod, others, allocatable);
}

function resourceVerdict(
  pod: DeepReadonly<Pod>,
  others: readonly DeepReadonly<Pod>[],
  allocatable: Readonly<Record<string, string>>,
): Verdict | undefined {
  const podLimit = Number(allocatable['pods'] ?? '110');
  if (others.length + 1 > podLimit) return outOf('pods', 1, others.length, podLimit);
  const used = new Map<string, number>();
  for (const other of others) {
    for (const [name, amount] of podRequests(other, algebra)) used.set(name, (used.get(name) ?? 0) + amount);
  }
  for (const [name, requested] of podRequests(pod, algebra)) {
    const capacity = allocatable[name] === undefined ? 0 : algebra.parse(allocatable[name], name);
    const already = used.get(name) ?? 0;
    if (requested > 0 && requested + already > capacity) return outOf(name, requested, already, capacity);
  }
  return undefined;
}

function conflictingPorts(pod: DeepReadonly<Pod>, others: readonly DeepReadonly<Pod>[]): boolean {
  const wanted = hostPortsOf(pod);
  if (wanted.length === 0) return false;
  return others
    .flatMap((other) => hostPortsOf(other))
    .some((taken) =>
      wanted.some((port) => {
        const sameAddress = isAny(port.hostIP) || isAny(taken.hostIP) || port.hostIP === taken.hostIP;
        return (
          port.hostPort === taken.hostPort && (port.protocol ?? 'TCP') === (taken.protocol ?? 'TCP') && sameAddress
        );
      }),
    );
}

function isAny(ip: string | undefined): boolean {
  return ip === undefined || ip === '' || ip === '0.0.0.0' || ip === '::';
}

function outOf(resource: string, requested: number, used: number, capacity: number): Verdict {
  const amounts = `requested: ${String(requested)}, used: ${String(used)}, capacity: ${String(capacity)}`;
  return reject(`OutOf${resource}`, `Node didn't have enough resource: ${resource}, ${amounts}`);
}

function reject(reason: string, message: string): Verdict {
  return { phase: 'Failed', reason, message: `Pod was rejected: ${message}` };
}
