import type { DeepReadonly, GroupVersionKind, KubeObject, Scheme } from '@kubescript/apimachinery';
import type { ApiGroupVersion, InstalledResource, ParamReader, ParamSource } from '@kubescript/apiserver';
import { everything, systemContext } from '@kubescript/lib-registry';

/** What is served at the moment: another array whenever that changes. */
export type ServedGroups = () => readonly ApiGroupVersion[];

/**
 * Finds the parameters of policies among all that this server and those behind it serve, custom resources too. They
 * are read from the caches, in the version that the policy names.
 */
export function newParamSource(served: ServedGroups, scheme: Scheme): ParamSource {
  let from: readonly ApiGroupVersion[] | undefined;
  const readers = new Map<string, ParamReader | undefined>();
  return (kind) => {
    const groups = served();
    if (groups !== from) {
      readers.clear();
      from = groups;
    }
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    if (!readers.has(key)) readers.set(key, findReader(groups, kind, scheme));
    return readers.get(key);
  };
}

function findReader(
  groups: readonly ApiGroupVersion[],
  kind: GroupVersionKind,
  scheme: Scheme,
): ParamReader | undefined {
  const found = groups
    .filter(({ group, version }) => group === kind.group && version === kind.version)
    .flatMap(({ resources }) => resources)
    .find(({ rest }) => rest.kind.kind === kind.kind && rest.get !== undefined && rest.list !== undefined);
  return found && newReader(found, kind, scheme);
}

function newReader({ rest, namespaced }: InstalledResource, kind: GroupVersionKind, scheme: Scheme): ParamReader {
  const isHub = rest.kind.group === kind.group && rest.kind.version === kind.version;
  const shown = (object: DeepReadonly<KubeObject>): DeepReadonly<KubeObject> =>
    isHub ? object : scheme.convert(object, kind);
  return {
    namespaced,
    async get(namespace, name) {
      if (!rest.get) throw new Error(`${kind.kind} cannot be read`);
      const { object } = await rest.get(name, { ...systemContext(namespace), resourceVersion: '' });
      return shown(object);
    },
    async list(namespace) {
      if (!rest.list) throw new Error(`${kind.kind} cannot be listed`);
      const { items } = await rest.list(everything, systemContext(namespace));
      return items.map(({ object }) => shown(object));
    },
  };
}
