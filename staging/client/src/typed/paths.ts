import type { GroupVersion } from '@kubescript/apimachinery';

import type { Resource } from './resource.ts';

/** Values of query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path of a group version: `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** The path of a collection, of an object in it, or of a subresource of that. */
export function resourcePath(
  resource: Pick<Resource<never>, 'group' | 'version' | 'resource'>,
  namespace: string,
  ...rest: readonly string[]
): string {
  const scope = namespace === '' ? [] : ['namespaces', namespace];
  const parts = [...scope, resource.resource, ...rest].map(encodeURIComponent);
  return `${groupVersionPath(resource)}/${parts.join('/')}`;
}

/** A path with its query. */
export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}
