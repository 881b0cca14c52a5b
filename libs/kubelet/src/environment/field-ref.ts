import type { Container, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { milliUnits, wholeUnits } from '../container/quantities.ts';

/** What of the node a downward reference may ask for. */
export interface DownwardContext {
  readonly nodeName: string;
  readonly hostIps: readonly string[];
  readonly podIps: readonly string[];
  /** Allocatable amounts of the node, which stand in for limits that are not set. */
  readonly allocatable: Readonly<Record<string, string>>;
}

/**
 * The value of a `fieldRef`; undefined where it has none yet (a pod IP before there is a network).
 * @go kubernetes/pkg/fieldpath#ExtractFieldPathAsString
 */
export function fieldValue(pod: DeepReadonly<Pod>, fieldPath: string, context: DownwardContext): string | undefined {
  const subscript = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(fieldPath);
  if (subscript !== null) {
    const map = subscript[1] === 'labels' ? pod.metadata.labels : pod.metadata.annotations;
    return map?.[subscript[2] ?? ''] ?? '';
  }
  switch (fieldPath) {
    case 'metadata.name':
      return pod.metadata.name ?? '';
    case 'metadata.namespace':
      return pod.metadata.namespace ?? '';
    case 'metadata.uid':
      return pod.metadata.uid ?? '';
    case 'metadata.labels':
      return formatMap(pod.metadata.labels);
    case 'metadata.annotations':
      return formatMap(pod.metadata.annotations);
    case 'spec.nodeName':
      return pod.spec.nodeName ?? context.nodeName;
    case 'spec.serviceAccountName':
      return pod.spec.serviceAccountName ?? '';
    case 'status.hostIP':
      return context.hostIps[0];
    case 'status.hostIPs':
      return context.hostIps.join(',');
    case 'status.podIP':
      return context.podIps[0];
    case 'status.podIPs':
      return context.podIps.join(',');
    default:
      throw new Error(`unsupported fieldPath: ${fieldPath}`);
  }
}

/**
 * The value of a `resourceFieldRef`, in multiples of its divisor, rounded up.
 * @go kubernetes/pkg/api/v1/resource#ExtractContainerResourceValue
 */
export function resourceFieldValue(
  container: DeepReadonly<Container>,
  reference: { readonly resource: string; readonly divisor?: string },
  context: DownwardContext,
): string {
  const [kind, ...rest] = reference.resource.split('.');
  const resource = rest.join('.');
  if (kind !== 'limits' && kind !== 'requests')
    throw new Error(`unsupported container resource : ${reference.resource}`);
  const own = container.resources?.[kind]?.[resource];
  const amount = own ?? (kind === 'limits' ? context.allocatable[resource] : undefined) ?? '0';
  const divisor = reference.divisor === undefined || reference.divisor === '0' ? '1' : reference.divisor;
  const value =
    resource === 'cpu' ? milliUnits(amount) / milliUnits(divisor) : wholeUnits(amount) / wholeUnits(divisor);
  return String(Math.ceil(value));
}

function formatMap(map: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(map ?? {})
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort()
    .join('\n');
}
