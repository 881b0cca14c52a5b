import {
  type DeepReadonly,
  FieldPath,
  type KubeObject,
  forbidden,
  jsonEqual,
  nameOf,
  newInvalid,
  parseGroupVersion,
} from '@kubescript/apimachinery';
import type {
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubescript/api/admissionregistration/v1';
import type {
  ApiGroupVersion,
  Authorizer,
  CreateCall,
  InstalledResource,
  RequestContext,
  Rest,
  UpdateCall,
  UserInfo,
} from '@kubescript/apiserver';

const group = 'admissionregistration.k8s.io';
const spec = new FieldPath('spec');
const anything = '*';

type Kind = DeepReadonly<ParamKind>;
type Policy = Pick<DeepReadonly<ValidatingAdmissionPolicy>, 'spec'>;
type Binding = Pick<DeepReadonly<ValidatingAdmissionPolicyBinding>, 'spec'>;

/** What the guard asks. */
export interface ParamGuardOptions {
  readonly authorizer: Authorizer;
  /** All that is served, where the resource of a kind is found. */
  readonly served: () => readonly ApiGroupVersion[];
}

/** Why a user may not write an object, and where in it that shows; undefined if they may. */
type Check = (
  object: DeepReadonly<KubeObject>,
  old: DeepReadonly<KubeObject> | undefined,
  context: RequestContext,
) => Promise<{ readonly path: FieldPath; readonly detail: string } | undefined>;

/**
 * The groups of a server with the rule that nobody makes admission policies read parameters that they may not read
 * themselves. Superusers may.
 *
 * @go k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy#(*validatingAdmissionPolicyStrategy).authorize
 */
export function withParamGuard(
  groups: readonly ApiGroupVersion[],
  options: ParamGuardOptions,
): readonly ApiGroupVersion[] {
  const guarded = (resources: readonly InstalledResource[]): readonly InstalledResource[] => {
    const policies = (resource: string): Rest | undefined =>
      resources.find((installed) => installed.resource === resource)?.rest;
    const checks: Readonly<Record<string, Check | undefined>> = {
      validatingadmissionpolicies: checkPolicy(options),
      mutatingadmissionpolicies: checkPolicy(options),
      validatingadmissionpolicybindings: checkBinding(options, policies('validatingadmissionpolicies')),
      mutatingadmissionpolicybindings: checkBinding(options, policies('mutatingadmissionpolicies')),
    };
    return resources.map((installed) => {
      const check = checks[installed.resource];
      return check === undefined ? installed : { ...installed, rest: guardedRest(installed.rest, check) };
    });
  };
  return groups.map((one) => (one.group === group ? { ...one, resources: guarded(one.resources) } : one));
}

/** The Rest, whose creates and updates are checked once the object is known to be valid. */
function guardedRest(rest: Rest, check: Check): Rest {
  const { kind } = rest;
  const [create, update] = [creatorOf(rest), updaterOf(rest)];
  async function refuse(
    object: DeepReadonly<KubeObject>,
    old: DeepReadonly<KubeObject> | undefined,
    context: RequestContext,
  ): Promise<void> {
    const problem = await check(object, old, context);
    if (problem === undefined) return;
    throw newInvalid({ group, kind: kind.kind }, nameOf(object), [forbidden(problem.path, problem.detail)]);
  }
  return {
    ...boundTo(rest),
    create: (name, object, call: CreateCall) =>
      create(name, object, {
        ...call,
        async validate(created) {
          await refuse(created, undefined, call);
          await call.validate(created);
        },
      }),
    update: (name, call: UpdateCall) =>
      update(name, {
        ...call,
        async validateCreate(created) {
          await refuse(created, undefined, call);
          await call.validateCreate(created);
        },
        async validateUpdate(updated, old) {
          await refuse(updated, old, call);
          await call.validateUpdate(updated, old);
        },
      }),
  };
}

const members = ['get', 'list', 'watch', 'delete', 'deleteCollection', 'table', 'resetFields'] as const;

/** What a Rest can do besides creating and updating. */
function boundTo(rest: Rest): Rest {
  const made: Record<string, unknown> = { kind: rest.kind };
  for (const name of members) {
    const member: unknown = Reflect.get(rest, name);
    if (member === undefined) continue;
    made[name] = typeof member === 'function' ? (member.bind(rest) as unknown) : member;
  }
  return made as unknown as Rest;
}

function creatorOf(rest: Rest): NonNullable<Rest['create']> {
  return (name, object, call) => {
    if (!rest.create) throw new Error(`${rest.kind.kind} does not support create`);
    return rest.create(name, object, call);
  };
}

function updaterOf(rest: Rest): NonNullable<Rest['update']> {
  return (name, call) => {
    if (!rest.update) throw new Error(`${rest.kind.kind} does not support update`);
    return rest.update(name, call);
  };
}

function checkPolicy(options: ParamGuardOptions): Check {
  return async function authorizeParamKind(object, old, { user }) {
    const { paramKind } = (object as unknown as Policy).spec;
    if (paramKind === undefined || isSuperuser(user)) return undefined;
    if (jsonEqual(paramKind, (old as unknown as Policy | undefined)?.spec.paramKind)) return undefined;
    const asked = { ...resourceOf(paramKind, options), name: anything, namespace: anything };
    if (await mayGet(options, user, asked)) return undefined;
    const { kind = '', apiVersion = '' } = paramKind;
    return {
      path: spec.child('paramKind'),
      detail: `user ${userText(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`,
    };
  };
}

function checkBinding(options: ParamGuardOptions, policies: Rest | undefined): Check {
  return async function authorizeParamRef(object, old, context) {
    const { user } = context;
    const binding = object as unknown as Binding;
    const { paramRef } = binding.spec;
    if (paramRef === undefined || isSuperuser(user)) return undefined;
    if (isUnchanged(binding, old as unknown as Binding | undefined)) return undefined;
    const paramKind = await paramKindOf(policies, binding.spec.policyName, context);
    const asked = { ...resourceOf(paramKind, options), ...placeOf(paramRef) };
    if (await mayGet(options, user, asked)) return undefined;
    return {
      path: spec.child('paramRef'),
      detail: `user ${userText(user)} does not have "get" permission on the object referenced by paramRef`,
    };
  };
}

const placeOf = ({ name = '', namespace = '' }: DeepReadonly<ParamRef>): { name: string; namespace: string } => ({
  name,
  namespace,
});

function isUnchanged({ spec: next }: Binding, old: Binding | undefined): boolean {
  return old !== undefined && old.spec.policyName === next.policyName && jsonEqual(old.spec.paramRef, next.paramRef);
}

/** That of a binding's policy; undefined if nobody knows, which then takes rights to everything. */
async function paramKindOf(
  policies: Rest | undefined,
  name: string | undefined,
  context: RequestContext,
): Promise<Kind | undefined> {
  try {
    const found = await policies?.get?.(name ?? '', { ...context, resourceVersion: '0' });
    return (found?.object as unknown as Policy | undefined)?.spec.paramKind;
  } catch {
    return undefined;
  }
}

interface AskedResource {
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly resource: string;
}

/** As narrow as what is served lets one say. */
function resourceOf(paramKind: Kind | undefined, { served }: ParamGuardOptions): AskedResource {
  const { apiVersion = '', kind } = paramKind ?? {};
  if (paramKind === undefined || apiVersion.split('/').length > 2) {
    return { apiGroup: anything, apiVersion: anything, resource: anything };
  }
  const { group: apiGroup, version } = parseGroupVersion(apiVersion);
  const found = served()
    .find((one) => one.group === apiGroup && one.version === version)
    ?.resources.find(({ rest }) => rest.kind.kind === kind);
  return { apiGroup, apiVersion: version, resource: found?.resource ?? anything };
}

async function mayGet(
  { authorizer }: ParamGuardOptions,
  user: UserInfo,
  asked: AskedResource & { readonly name: string; readonly namespace: string },
): Promise<boolean> {
  const { decision } = await authorizer.authorize({
    ...{ user, verb: 'get', isResourceRequest: true, subresource: '', path: '' },
    ...asked,
  });
  return decision === 'allow';
}

const isSuperuser = ({ groups }: UserInfo): boolean => groups.includes('system:masters');

/** As Go prints a user: `&{name uid [groups] map[extra]}`. @go k8s.io/apiserver/pkg/authentication/user#DefaultInfo */
function userText({ name, uid = '', groups, extra = {} }: UserInfo): string {
  const extras = Object.entries(extra)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => `${key}:[${values.join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${extras.join(' ')}]}`;
}
