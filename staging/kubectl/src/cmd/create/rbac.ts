import { listFlag, repeatedFlag, textFlag } from '@kubescript/cli-runtime';
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '@kubescript/api/rbac/v1';

import type { Command, CommandContext } from '../../command/command.ts';
import { defineGenerated, requireName } from '../../util/generated-command.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

const ruleFlags = {
  verb: listFlag('Verb that applies to the resources contained in the rule'),
  resource: listFlag('Resource that the rule applies to'),
  'resource-name': repeatedFlag('Resource in the white list that the rule applies to'),
} as const;

const subjectFlags = {
  user: repeatedFlag('Usernames to bind to the role'),
  group: repeatedFlag('Groups to bind to the role'),
  serviceaccount: repeatedFlag('Service accounts to bind to the role, in the format <namespace>:<name>'),
} as const;

interface RuleValues {
  readonly verb: readonly string[];
  readonly resource: readonly string[];
  readonly 'resource-name': readonly string[];
}

/** One rule for each API group that the resources are in. */
async function rulesOf(values: RuleValues, { access }: CommandContext): Promise<PolicyRule[]> {
  if (values.verb.length === 0) throw new Error('at least one verb must be specified');
  if (values.resource.length === 0) throw new Error('at least one resource must be specified');
  const mapper = await access.mapper();
  const byGroup = new Map<string, string[]>();
  for (const word of values.resource) {
    const [name = '', subresource] = word.split('/');
    const found = name === '*' ? { group: '*', resource: '*' } : mapper.find(name);
    if (found === undefined) throw new Error(`the server doesn't have a resource type "${name}"`);
    const resource = subresource === undefined ? found.resource : `${found.resource}/${subresource}`;
    byGroup.set(found.group, [...(byGroup.get(found.group) ?? []), resource]);
  }
  const names = values['resource-name'];
  return Array.from(byGroup, ([group, resources]) => ({
    verbs: [...values.verb],
    apiGroups: [group],
    resources,
    ...(names.length === 0 ? {} : { resourceNames: [...names] }),
  }));
}

interface SubjectValues {
  readonly user: readonly string[];
  readonly group: readonly string[];
  readonly serviceaccount: readonly string[];
}

function subjectsOf(values: SubjectValues): Subject[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const accounts = values.serviceaccount.map((text) => {
    const [namespace = '', name = '', ...more] = text.split(':');
    if (namespace === '' || name === '' || more.length > 0) {
      throw new Error('serviceaccount must be <namespace>:<name>');
    }
    return { kind: 'ServiceAccount', namespace, name };
  });
  return [
    ...values.user.map((name) => ({ kind: 'User', apiGroup, name })),
    ...values.group.map((name) => ({ kind: 'Group', apiGroup, name })),
    ...accounts,
  ];
}

const role = defineGenerated({
  name: 'role',
  summary: 'Create a role with single rule',
  usage: 'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename]',
  flags: ruleFlags,
  generate: async ({ args, values }, context): Promise<Role> => ({
    apiVersion,
    kind: 'Role',
    metadata: { name: requireName(args) },
    rules: await rulesOf(values, context),
  }),
});

const clusterRole = defineGenerated({
  name: 'clusterrole',
  summary: 'Create a cluster role',
  usage: 'NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--non-resource-url=url]',
  flags: { ...ruleFlags, 'non-resource-url': listFlag('A partial URL that the user should have access to') },
  async generate({ args, values }, context): Promise<ClusterRole> {
    const urls = values['non-resource-url'];
    const urlRules = urls.length === 0 ? [] : [{ verbs: [...values.verb], nonResourceURLs: [...urls] }];
    const rules = values.resource.length === 0 && urls.length > 0 ? [] : await rulesOf(values, context);
    return { apiVersion, kind: 'ClusterRole', metadata: { name: requireName(args) }, rules: [...rules, ...urlRules] };
  },
});

const roleBinding = defineGenerated({
  name: 'rolebinding',
  summary: 'Create a role binding for a particular role or cluster role',
  usage: 'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=ns:name]',
  flags: {
    ...subjectFlags,
    clusterrole: textFlag('ClusterRole this RoleBinding should reference'),
    role: textFlag('Role this RoleBinding should reference'),
  },
  generate({ args, values }): RoleBinding {
    if ((values.clusterrole === '') === (values.role === '')) {
      throw new Error('exactly one of clusterrole or role must be specified');
    }
    const kind = values.role === '' ? 'ClusterRole' : 'Role';
    const name = values.role === '' ? values.clusterrole : values.role;
    return {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: requireName(args) },
      subjects: subjectsOf(values),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    };
  },
});

const clusterRoleBinding = defineGenerated({
  name: 'clusterrolebinding',
  summary: 'Create a cluster role binding for a particular cluster role',
  usage: 'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=ns:name]',
  flags: { ...subjectFlags, clusterrole: textFlag('ClusterRole this ClusterRoleBinding should reference') },
  generate({ args, values }): ClusterRoleBinding {
    if (values.clusterrole === '') throw new Error('clusterrole must be specified');
    return {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: requireName(args) },
      subjects: subjectsOf(values),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: values.clusterrole },
    };
  },
});

/** `kubectl create role|clusterrole|rolebinding|clusterrolebinding NAME` */
export const rbacCommands: readonly Command[] = [role, clusterRole, roleBinding, clusterRoleBinding];
