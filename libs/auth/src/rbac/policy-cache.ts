import { type Clock, type DeepReadonly, type KubeObject, keyOf, realClock } from '@kubescript/apimachinery';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding, Subject } from '@kubescript/api/rbac/v1';

import { mirror, type MirrorTarget, type Watchable } from '../mirror.ts';

/** A binding of either kind. */
export type AnyBinding = DeepReadonly<RoleBinding | ClusterRoleBinding>;

/** What the policy is read from. */
export interface RbacStores {
  readonly roles: Watchable;
  readonly roleBindings: Watchable;
  readonly clusterRoles: Watchable;
  readonly clusterRoleBindings: Watchable;
}

/** Roles and bindings kept in memory, the bindings filed by whom they bind. */
export class PolicyCache {
  private readonly roles = new Objects<Role>();
  private readonly clusterRoles = new Objects<ClusterRole>();
  private readonly bindings = new BindingsBySubject();

  /** Follows the stores until the signal; `synced` resolves when the first state is here. */
  run(
    stores: RbacStores,
    signal: AbortSignal,
    clock: Clock = realClock,
  ): { readonly synced: Promise<void>; readonly done: Promise<void> } {
    const runs = [
      mirror(stores.roles, this.roles, signal, clock),
      mirror(stores.clusterRoles, this.clusterRoles, signal, clock),
      mirror(stores.roleBindings, this.bindings.partOf('RoleBinding'), signal, clock),
      mirror(stores.clusterRoleBindings, this.bindings.partOf('ClusterRoleBinding'), signal, clock),
    ];
    return {
      synced: Promise.all(runs.map(({ synced }) => synced)).then(() => undefined),
      done: Promise.all(runs.map(({ done }) => done)).then(() => undefined),
    };
  }

  role(namespace: string, name: string): DeepReadonly<Role> | undefined {
    return this.roles.get(`${namespace}/${name}`);
  }

  clusterRole(name: string): DeepReadonly<ClusterRole> | undefined {
    return this.clusterRoles.get(name);
  }

  /** The ClusterRoleBindings (namespace '') or RoleBindings of a namespace that bind this subject. */
  bindingsOf(subject: string, namespace: string): Iterable<AnyBinding> {
    return this.bindings.of(subject, namespace);
  }
}

class Objects<T extends KubeObject> implements MirrorTarget {
  private readonly byKey = new Map<string, DeepReadonly<T>>();

  get(key: string): DeepReadonly<T> | undefined {
    return this.byKey.get(key);
  }

  clear(): void {
    this.byKey.clear();
  }

  set(object: DeepReadonly<KubeObject>): void {
    this.byKey.set(keyOf(object), object as DeepReadonly<T>);
  }

  delete(object: DeepReadonly<KubeObject>): void {
    this.byKey.delete(keyOf(object));
  }
}

class BindingsBySubject {
  private readonly filed = new Map<string, Map<string, AnyBinding>>();

  of(subject: string, namespace: string): Iterable<AnyBinding> {
    return this.filed.get(`${namespace}|${subject}`)?.values() ?? [];
  }

  /** The bindings of one kind as the target of their watch. */
  partOf(kind: 'RoleBinding' | 'ClusterRoleBinding'): MirrorTarget {
    const known = new Map<string, AnyBinding>();
    const remove = (key: string): void => {
      const old = known.get(key);
      if (old === undefined) return;
      known.delete(key);
      for (const place of placesOf(old)) this.filed.get(place)?.delete(key);
    };
    return {
      clear: () => {
        for (const key of [...known.keys()]) remove(key);
      },
      set: (object) => {
        const binding = object as AnyBinding;
        const key = `${kind} ${keyOf(object)}`;
        remove(key);
        known.set(key, binding);
        for (const place of placesOf(binding)) this.file(place, key, binding);
      },
      delete: (object) => {
        remove(`${kind} ${keyOf(object)}`);
      },
    };
  }

  private file(place: string, key: string, binding: AnyBinding): void {
    const filed = this.filed.get(place);
    if (filed === undefined) this.filed.set(place, new Map([[key, binding]]));
    else filed.set(key, binding);
  }
}

function placesOf(binding: AnyBinding): readonly string[] {
  const namespace = binding.metadata.namespace ?? '';
  return (binding.subjects ?? []).map((subject) => `${namespace}|${subjectKey(subject, namespace)}`);
}

/** How a subject is filed: a service account of a binding without a namespace of its own is one of the binding's. */
function subjectKey(subject: DeepReadonly<Subject>, namespace: string): string {
  if (subject.kind !== 'ServiceAccount') return `${subject.kind} ${subject.name}`;
  const own = subject.namespace ?? '';
  return `User system:serviceaccount:${own === '' ? namespace : own}:${subject.name}`;
}
