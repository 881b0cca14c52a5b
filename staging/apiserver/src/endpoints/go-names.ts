import type { GroupVersionKind } from '@kubescript/apimachinery';

/**
 * The Go type by which the reference names an internal object in messages: `core.ConfigMap`. Packages are named after
 * the first label of the group.
 */
export function goTypeName(kind: GroupVersionKind): string {
  const name = kind.group === '' ? 'core' : (kind.group.split('.')[0] ?? '');
  return `${name}.${kind.kind}`;
}
