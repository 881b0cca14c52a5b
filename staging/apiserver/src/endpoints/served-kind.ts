import type { GroupVersion, GroupVersionKind, Scheme } from '@kubescript/apimachinery';

/**
 * The kind by which a group and version shows the objects of a Rest, whose own kind is of the hub version; a kind of
 * another group (Scale) is shown as it is.
 */
export function servedKind(kind: GroupVersionKind, gv: GroupVersion, scheme: Scheme): GroupVersionKind {
  const candidate = { ...gv, kind: kind.kind };
  const hub = scheme.hubOf(candidate);
  return hub && hub.group === kind.group && hub.version === kind.version ? candidate : kind;
}
