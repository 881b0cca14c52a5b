import { type DeepReadonly, type KubeObject, nameOf, newForbidden, newNotFound } from '@kubescript/apimachinery';
import type { ClusterRole, PolicyRule, RoleRef } from '@kubescript/api/rbac/v1';
import {
  type ApiGroupVersion,
  type Authorizer,
  type CreateCall,
  type InstalledResource,
  jsonEqual,
  type RequestContext,
  type Rest,
  type UpdateCall,
} from '@kubescript/apiserver';

import { escalationProblem } from './escalation.ts';
import type { RbacAuthorizer } from './rbac-authorizer.ts';
import { rulesCovered } from './rule-cover.ts';

const GROUP = 'rbac.authorization.k8s.io';
const EVERYTHING: readonly PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];

type Object = DeepReadonly<KubeObject>;
/** Throws 403 if the request would give more rights than its user has; `name` is that of the request, '' for a POST. */
type Guard = (object: Object, request: GuardedRequest) => Promise<void>;

interface GuardedRequest {
  readonly name: string;
  /** undefined: the object is new. */
  readonly old: Object | undefined;
  readonly context: RequestContext;
}

/**
 * The groups of a server with the rule that nobody gives rights that they do not have: for roles unless the user may
 * `escalate` them, for bindings unless the user may `bind` the role.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/role/policybased#Storage
 */
export function withEscalationGuard(
  groups: readonly ApiGroupVersion[],
  rbac: RbacAuthorizer,
  authorizer: Authorizer,
): readonly ApiGroupVersion[] {
  const guards: Readonly<Record<string, Guard | undefined>> = {
    roles: guardRole('roles', rbac, authorizer),
    clusterroles: guardRole('clusterroles', rbac, authorizer),
    rolebindings: guardBinding('rolebindings', rbac, authorizer),
    clusterrolebindings: guardBinding('clusterrolebindings', rbac, authorizer),
  };
  const guarded = (installed: InstalledResource): InstalledResource => {
    const guard = guards[installed.resource];
    return guard === undefined ? installed : { ...installed, rest: new GuardedRest(installed.rest, guard) };
  };
  return groups.map((group) => (group.group === GROUP ? { ...group, resources: group.resources.map(guarded) } : group));
}

/** A Rest whose creates and updates have to pass a guard. */
class GuardedRest implements Rest {
  readonly kind: Rest['kind'];
  readonly get: NonNullable<Rest['get']>;
  readonly list: NonNullable<Rest['list']>;
  readonly watch: NonNullable<Rest['watch']>;
  readonly delete: NonNullable<Rest['delete']>;
  readonly deleteCollection: NonNullable<Rest['deleteCollection']>;
  readonly table?: NonNullable<Rest['table']>;
  private readonly inner: Rest;
  private readonly guard: Guard;

  constructor(inner: Rest, guard: Guard) {
    this.inner = inner;
    this.guard = guard;
    this.kind = inner.kind;
    if (inner.table !== undefined) this.table = inner.table;
    this.get = bound(inner, 'get');
    this.list = bound(inner, 'list');
    this.watch = bound(inner, 'watch');
    this.delete = bound(inner, 'delete');
    this.deleteCollection = bound(inner, 'deleteCollection');
  }

  async create(name: string, object: KubeObject, call: CreateCall): ReturnType<NonNullable<Rest['create']>> {
    await this.guard(object, { name, old: undefined, context: call });
    return bound(this.inner, 'create')(name, object, call);
  }

  update(name: string, call: UpdateCall): ReturnType<NonNullable<Rest['update']>> {
    const transform: UpdateCall['transform'] = async (current) => {
      const next = await call.transform(current);
      if (!changesOnlyOwners(next, current)) await this.guard(next, { name, old: current, context: call });
      return next;
    };
    return bound(this.inner, 'update')(name, { ...call, transform });
  }
}

function bound<K extends 'get' | 'list' | 'watch' | 'create' | 'update' | 'delete' | 'deleteCollection'>(
  rest: Rest,
  verb: K,
): NonNullable<Rest[K]> {
  const method = rest[verb];
  if (method === undefined) throw new Error(`${rest.kind.kind} does not support ${verb}`);
  return method.bind(rest) as NonNullable<Rest[K]>;
}

/**
 * True if an update does no more than the garbage collector does.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac#IsOnlyMutatingGCFields
 */
function changesOnlyOwners(next: Object, current: Object | undefined): boolean {
  if (current === undefined) return false;
  const { ownerReferences, finalizers, managedFields } = current.metadata;
  const metadata = { ...next.metadata, ownerReferences, finalizers, managedFields };
  return jsonEqual({ ...next, metadata }, current);
}

function guardRole(resource: string, rbac: RbacAuthorizer, authorizer: Authorizer): Guard {
  return async (object, { name, old, context }) => {
    const { user, namespace } = context;
    if (user.groups.includes('system:masters')) return;
    if (await isAllowed(authorizer, { verb: 'escalate', resource, name }, context)) return;
    const { rules = [] } = object as DeepReadonly<ClusterRole>;
    const problem = escalationProblem(rbac, user, namespace, rules);
    if (problem !== undefined) throw forbidden(resource, object, problem);
    if (!aggregates(object) && !aggregates(old)) return;
    if (!rulesCovered(rbac.policyRulesOf(user, namespace).rules, EVERYTHING).covers) {
      throw forbidden(resource, object, 'must have cluster-admin privileges to use the aggregationRule');
    }
  };
}

function aggregates(object: Object | undefined): boolean {
  const selectors = (object as DeepReadonly<ClusterRole> | undefined)?.aggregationRule?.clusterRoleSelectors;
  return selectors !== undefined && selectors.length > 0;
}

function guardBinding(resource: string, rbac: RbacAuthorizer, authorizer: Authorizer): Guard {
  return async (object, { context }) => {
    const { user, namespace } = context;
    if (user.groups.includes('system:masters')) return;
    const { roleRef } = object as Object & { readonly roleRef: DeepReadonly<RoleRef> };
    const target = roleRef.kind === 'Role' ? 'roles' : 'clusterroles';
    if (await isAllowed(authorizer, { verb: 'bind', resource: target, name: roleRef.name }, context)) return;
    const rules = rbac.rulesOfRole(roleRef, namespace);
    if (rules === undefined) throw newNotFound({ group: GROUP, resource: target.slice(0, -1) }, roleRef.name);
    const problem = escalationProblem(rbac, user, namespace, rules);
    if (problem !== undefined) throw forbidden(resource, object, problem);
  };
}

function forbidden(resource: string, object: Object, message: string): Error {
  return newForbidden({ group: GROUP, resource }, nameOf(object), message);
}

async function isAllowed(
  authorizer: Authorizer,
  asked: { readonly verb: string; readonly resource: string; readonly name: string },
  { user, namespace }: RequestContext,
): Promise<boolean> {
  const { decision } = await authorizer.authorize({
    user,
    isResourceRequest: true,
    namespace,
    subresource: '',
    apiGroup: GROUP,
    apiVersion: '*',
    path: '',
    ...asked,
  });
  return decision === 'allow';
}
