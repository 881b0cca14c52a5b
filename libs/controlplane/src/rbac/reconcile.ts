import { isDeepStrictEqual } from 'node:util';

import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { ResourceStore } from '@kubescript/apiserver';
import type { ClusterRole, PolicyRule, RoleRef, Subject } from '@kubescript/api/rbac/v1';
import { type Stores, systemContext } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from '../bootstrap/ensure.ts';
import { clusterRoleBindings, namespacedRoleBindings, namespacedRoles } from './bindings.ts';
import { controllerRoles } from './controller-roles.ts';
import { autoupdateAnnotation } from './policy.ts';
import { systemRoles } from './system-roles.ts';
import { userRoles } from './user-roles.ts';

/** All cluster roles of the bootstrap policy. Aggregated ones get their rules from the controller manager. */
export const bootstrapClusterRoles: readonly ClusterRole[] = [...userRoles, ...systemRoles, ...controllerRoles];

/**
 * Makes the roles and bindings that are missing, and adds to those that exist what they lack. What people added stays;
 * an object whose autoupdate annotation is `false` stays as it is.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/rest#PolicyData.EnsureRBACPolicy
 */
export async function ensureRbacPolicy(stores: Stores, signal: AbortSignal): Promise<void> {
  await Promise.all([
    ...bootstrapClusterRoles.map((role) => reconcileRole(stores.clusterRoles, role, signal)),
    ...clusterRoleBindings.map((binding) => reconcileBinding(stores.clusterRoleBindings, binding, signal)),
    ...namespacedRoles.map((role) => reconcileRole(stores.roles, role, signal)),
    ...namespacedRoleBindings.map((binding) => reconcileBinding(stores.roleBindings, binding, signal)),
  ]);
}

interface RoleLike extends KubeObject {
  rules?: PolicyRule[];
  aggregationRule?: ClusterRole['aggregationRule'];
}

async function reconcileRole<T extends RoleLike>(
  store: ResourceStore<T>,
  wanted: T,
  signal: AbortSignal,
): Promise<void> {
  const found = (await ensureObject(store, wanted as DeepReadonly<T>, signal)) as DeepReadonly<RoleLike> | undefined;
  if (!found || !allowsAutoupdate(found)) return;
  const isAggregated = wanted.aggregationRule !== undefined;
  const missing = isAggregated ? [] : missingItems(wanted.rules ?? [], found.rules ?? []);
  const lacksSelectors = missingSelectors(wanted, found).length > 0;
  if (missing.length === 0 && !lacksSelectors && hasMetadata(found, wanted)) return;
  const change = (current: T): T => {
    addMetadata(current, wanted);
    const rules = current.rules ?? [];
    current.rules = [...rules, ...(isAggregated ? [] : missingItems(wanted.rules ?? [], rules))];
    const selectors = missingSelectors(wanted, current);
    if (selectors.length > 0) {
      const present = current.aggregationRule?.clusterRoleSelectors ?? [];
      current.aggregationRule = { clusterRoleSelectors: [...present, ...selectors] };
    }
    return current;
  };
  await changeObject(store, found as DeepReadonly<KubeObject>, change, signal);
}

type Selectors = NonNullable<NonNullable<ClusterRole['aggregationRule']>['clusterRoleSelectors']>;

/** Which parts a role that is there does not gather, though it should. */
function missingSelectors(wanted: RoleLike, found: DeepReadonly<RoleLike>): Selectors {
  const selectors = wanted.aggregationRule?.clusterRoleSelectors ?? [];
  return missingItems(selectors, found.aggregationRule?.clusterRoleSelectors ?? []);
}

interface BindingLike extends KubeObject {
  subjects?: Subject[];
  roleRef: RoleRef;
}

async function reconcileBinding<T extends BindingLike>(
  store: ResourceStore<T>,
  wanted: T,
  signal: AbortSignal,
): Promise<void> {
  const found = (await ensureObject(store, wanted as DeepReadonly<T>, signal)) as DeepReadonly<BindingLike> | undefined;
  if (!found || !allowsAutoupdate(found)) return;
  if (!isDeepStrictEqual({ ...found.roleRef }, wanted.roleRef)) {
    await recreateBinding(store, { wanted, found }, signal);
    return;
  }
  const missing = missingItems(wanted.subjects ?? [], found.subjects ?? []);
  if (missing.length === 0 && hasMetadata(found, wanted)) return;
  const change = (current: T): T => {
    addMetadata(current, wanted);
    current.subjects = [...(current.subjects ?? []), ...missingItems(wanted.subjects ?? [], current.subjects ?? [])];
    return current;
  };
  await changeObject(store, found as DeepReadonly<KubeObject>, change, signal);
}

/** What a binding refers to cannot be changed: it is made anew, with everybody who was bound. */
async function recreateBinding<T extends BindingLike>(
  store: ResourceStore<T>,
  { wanted, found }: { readonly wanted: T; readonly found: DeepReadonly<BindingLike> },
  signal: AbortSignal,
): Promise<void> {
  const { name = '', namespace = '', uid = '' } = found.metadata;
  const context = systemContext(namespace, signal);
  await store.delete(name, { ...context, preconditions: { uid }, validate: () => Promise.resolve() });
  const kept = structuredClone(found.subjects ?? []) as Subject[];
  const subjects = [...kept, ...missingItems(wanted.subjects ?? [], kept)];
  await ensureObject(store, { ...wanted, subjects } as DeepReadonly<T>, signal);
}

function allowsAutoupdate({ metadata }: DeepReadonly<KubeObject>): boolean {
  return metadata.annotations?.[autoupdateAnnotation] !== 'false';
}

function missingItems<I>(wanted: readonly I[], present: readonly unknown[]): I[] {
  // What this server wrote is there in the same order.
  return wanted.filter(
    (item, at) => !isDeepStrictEqual(present[at], item) && !present.some((other) => isDeepStrictEqual(other, item)),
  );
}

function hasMetadata({ metadata }: DeepReadonly<KubeObject>, wanted: KubeObject): boolean {
  const has = (present: Readonly<Record<string, string>> = {}, asked: Readonly<Record<string, string>> = {}): boolean =>
    Object.keys(asked).every((key) => key in present);
  return has(metadata.labels, wanted.metadata.labels) && has(metadata.annotations, wanted.metadata.annotations);
}

function addMetadata({ metadata }: KubeObject, wanted: KubeObject): void {
  metadata.labels = { ...wanted.metadata.labels, ...metadata.labels };
  metadata.annotations = { ...wanted.metadata.annotations, ...metadata.annotations };
}
