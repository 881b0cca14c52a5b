import { type DeepReadonly, newNotFound } from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';
import type { Stores } from '@kubescript/lib-registry';

import { lookUp } from './cached.ts';

/** Finds a namespace as the cache has it, or else as the store has it; throws NotFound. */
export function namespaceGetter({ namespaces }: Stores): (name: string) => Promise<DeepReadonly<Namespace>> {
  return async (name) => {
    const namespace = await lookUp(namespaces, '', name);
    if (namespace) return namespace;
    throw newNotFound({ group: '', resource: 'namespaces' }, name);
  };
}
