import type { KubeObject } from '@kubescript/apimachinery';
import type { DiscoveredResource, DynamicObject } from '@kubescript/client';

/**
 * One object that a command works on: where it lives, and what is known of it.
 *
 * @go k8s.io/cli-runtime/pkg/resource#Info
 */
export interface Info {
  readonly resource: DiscoveredResource;
  /** '' for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** A file name, a URL or `STDIN`; '' if the object was named on the command line. */
  readonly source: string;
  /** As read from the file, or from the server; undefined if neither happened yet. */
  readonly object: DynamicObject | undefined;
}

/** `deployment.apps/web`: how messages and `-o name` call an object. */
export function formatInfoName(info: Info): string {
  return `${resourceTitle(info.resource)}/${info.name}`;
}

/** `deployment.apps`, `pod`. */
export function resourceTitle(resource: Pick<DiscoveredResource, 'kind' | 'group'>): string {
  const kind = resource.kind.toLowerCase();
  return resource.group === '' ? kind : `${kind}.${resource.group}`;
}

/** A list in a file or an answer: its items stand for it. */
export function isList(object: KubeObject): object is KubeObject & { readonly items: readonly KubeObject[] } {
  return (object.kind ?? '').endsWith('List') && 'items' in object && Array.isArray(object.items);
}
