import type { Node, NodeCondition } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';

/** The condition of that type, or undefined. */
export function nodeCondition(node: DeepReadonly<Node>, type: string): DeepReadonly<NodeCondition> | undefined {
  return node.status.conditions?.find((condition) => condition.type === type);
}

/** Whether the node's Ready condition is True. */
export function isNodeReady(node: DeepReadonly<Node>): boolean {
  return nodeCondition(node, 'Ready')?.status === 'True';
}

/**
 * The addresses of a node that pods on the host network have: its InternalIPs, else its ExternalIPs, in the node's
 * order, and of a second family only the first address of that family.
 * @go component-helpers/node/util#GetNodeHostIPs
 */
export function nodeHostIps(node: DeepReadonly<Node>): readonly string[] {
  const addresses = node.status.addresses ?? [];
  const all = ['InternalIP', 'ExternalIP'].flatMap((type) =>
    addresses.filter((address) => address.type === type).map(({ address }) => address),
  );
  const [first] = all;
  if (first === undefined) return [];
  const second = all.find((address) => address.includes(':') !== first.includes(':'));
  return second === undefined ? [first] : [first, second];
}

/** The address to reach a node's kubelet at: by type in that order of preference, or undefined. */
export function preferredNodeAddress(node: DeepReadonly<Node>, types: readonly string[]): string | undefined {
  for (const type of types) {
    const found = node.status.addresses?.find((address) => address.type === type);
    if (found !== undefined) return found.address;
  }
  return undefined;
}

/**
 * Region and zone of a node as one key, `region:\0:zone`, or '' where it has neither.
 * @go component-helpers/node/topology#GetZoneKey
 */
export function zoneKeyOf(node: DeepReadonly<Node>): string {
  const labels = node.metadata.labels ?? {};
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  return zone === '' && region === '' ? '' : `${region}:\0:${zone}`;
}

/** The hostname label of a node, or its name. */
export function hostnameOf(node: DeepReadonly<Node>): string {
  return node.metadata.labels?.['kubernetes.io/hostname'] ?? nameOf(node);
}
