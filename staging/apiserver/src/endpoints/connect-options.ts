import type { GroupVersionKind, KubeObject } from '@kubescript/apimachinery';
import { apiVersionOf } from '@kubescript/apimachinery';

import { queryBoolean } from './query.ts';

const streams = ['stdin', 'stdout', 'stderr', 'tty'] as const;

/**
 * The options of a connection as the object that admission sees; undefined for what is only read (logs), which
 * admission does not see.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#getRequestOptions
 */
export function connectOptions(kind: GroupVersionKind, query: URLSearchParams): KubeObject | undefined {
  const members = membersOf(kind.kind, query);
  if (!members) return undefined;
  // Options have no metadata, although every object of a request is of this type.
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), ...members } as unknown as KubeObject;
}

function membersOf(kind: string, query: URLSearchParams): Readonly<Record<string, unknown>> | undefined {
  switch (kind) {
    case 'PodExecOptions':
      return { ...attachMembers(query), command: query.getAll('command') };
    case 'PodAttachOptions':
      return attachMembers(query);
    case 'PodPortForwardOptions':
      return query.has('ports') ? { ports: query.getAll('ports').flatMap((text) => text.split(',').map(Number)) } : {};
    case 'PodProxyOptions':
    case 'NodeProxyOptions':
    case 'ServiceProxyOptions':
      return query.has('path') ? { path: query.get('path') } : {};
    default:
      return undefined;
  }
}

/** Outputs are on unless the client says otherwise; what is off is left out. */
function attachMembers(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const on = (name: string): boolean => name === 'stdout' || name === 'stderr' || queryBoolean(query, name) === true;
  const flags = streams.filter(on).map((name) => [name, true] as const);
  const container = query.get('container') ?? '';
  return { ...Object.fromEntries(flags), ...(container === '' ? {} : { container }) };
}
