import { type KubeObject, realClock } from '@kubescript/apimachinery';
import type { AuthorizerAttributes, RestWatchEvent } from '@kubescript/apiserver';
import { EncodedItem } from '@kubescript/apiserver';
import { describe, expect, test } from 'vitest';

import type { Watchable } from '../mirror.ts';
import { escalationProblem } from './escalation.ts';
import { PolicyCache } from './policy-cache.ts';
import { RbacAuthorizer } from './rbac-authorizer.ts';
import { rulesCovered } from './rule-cover.ts';

/** A store that has these objects and never changes. */
function storeOf(objects: readonly object[]): Watchable {
  return {
    watch: (_, { signal }) =>
      Promise.resolve(
        (async function* (): AsyncGenerator<RestWatchEvent> {
          for (const object of objects) yield { type: 'ADDED', item: new EncodedItem(object as KubeObject) };
          yield { type: 'BOOKMARK', resourceVersion: '1', initialEventsEnd: true };
          await realClock.sleep(60_000, signal).catch(() => undefined);
        })(),
      ),
  };
}

const rbac = 'rbac.authorization.k8s.io';
async function authorizerOf(signal: AbortSignal): Promise<RbacAuthorizer> {
  const cache = new PolicyCache();
  const { synced } = cache.run(
    {
      roles: storeOf([
        {
          metadata: { name: 'r', namespace: 'ns' },
          rules: [
            { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
            { apiGroups: ['*'], resources: ['*/scale'], verbs: ['*'] },
            { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'], resourceNames: ['mine'] },
          ],
        },
      ]),
      roleBindings: storeOf([
        {
          metadata: { name: 'b', namespace: 'ns' },
          roleRef: { apiGroup: rbac, kind: 'Role', name: 'r' },
          subjects: [
            { kind: 'User', name: 'jane' },
            { kind: 'ServiceAccount', name: 'x', namespace: 'ns' },
          ],
        },
        {
          metadata: { name: 'broken', namespace: 'ns' },
          roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'gone' },
          subjects: [{ kind: 'User', name: 'joe' }],
        },
      ]),
      clusterRoles: storeOf([
        { metadata: { name: 'cr' }, rules: [{ nonResourceURLs: ['/metrics', '/foo/*'], verbs: ['get'] }] },
      ]),
      clusterRoleBindings: storeOf([
        {
          metadata: { name: 'crb' },
          roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cr' },
          subjects: [{ kind: 'Group', name: 'devs' }],
        },
      ]),
    },
    signal,
  );
  await synced;
  return new RbacAuthorizer(cache);
}

const request = (extra: Partial<AuthorizerAttributes>): AuthorizerAttributes => ({
  user: { name: 'jane', groups: ['devs'] },
  verb: 'get',
  isResourceRequest: true,
  namespace: 'ns',
  resource: 'configmaps',
  subresource: '',
  name: '',
  apiGroup: '',
  apiVersion: 'v1',
  path: '',
  ...extra,
});
const path = (text: string): Partial<AuthorizerAttributes> => ({ isResourceRequest: false, namespace: '', path: text });

describe('RBAC', () => {
  test.each([
    { name: 'a named object', attributes: { name: 'mine' }, reason: 'RoleBinding "b/ns" of Role "r" to User "jane"' },
    { name: 'another object', attributes: { name: 'other' } },
    { name: 'another namespace', attributes: { name: 'mine', namespace: 'other' } },
    {
      name: 'a subresource',
      attributes: { resource: 'pods', subresource: 'log', name: 'p' },
      reason: 'RoleBinding "b/ns" of Role "r" to User "jane"',
    },
    { name: 'what has the subresource', attributes: { resource: 'pods', name: 'p' } },
    {
      name: 'a subresource of everything',
      attributes: { resource: 'deployments', apiGroup: 'apps', subresource: 'scale', name: 'd', verb: 'patch' },
      reason: 'RoleBinding "b/ns" of Role "r" to User "jane"',
    },
    {
      name: 'a path through a group',
      attributes: path('/foo/x'),
      reason: 'ClusterRoleBinding "crb" of ClusterRole "cr" to Group "devs"',
    },
    { name: 'a path without the star', attributes: path('/foo') },
    {
      name: 'a service account',
      attributes: { name: 'mine', user: { name: 'system:serviceaccount:ns:x', groups: [] } },
      reason: 'RoleBinding "b/ns" of Role "r" to ServiceAccount "x/ns"',
    },
  ])('decides on $name', async ({ attributes, reason }) => {
    const stop = new AbortController();
    const authorizer = await authorizerOf(stop.signal);
    const decision = await authorizer.authorize(request(attributes));
    expect(decision).toEqual(
      reason === undefined
        ? { decision: 'noOpinion', reason: '' }
        : { decision: 'allow', reason: `RBAC: allowed by ${reason}` },
    );
    stop.abort();
  });

  test('tells of roles that are missing', async () => {
    const stop = new AbortController();
    const authorizer = await authorizerOf(stop.signal);
    const decision = await authorizer.authorize(request({ user: { name: 'joe', groups: [] } }));
    expect(decision.reason).toBe('RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found');
    stop.abort();
  });

  test('nobody grants what they do not hold', async () => {
    const stop = new AbortController();
    const authorizer = await authorizerOf(stop.signal);
    const user = { name: 'jane', groups: ['devs'] };
    const rules = [{ apiGroups: [''], resources: ['secrets', 'pods/log'], verbs: ['get', 'list'] }];
    expect(escalationProblem(authorizer, user, 'ns', rules)).toBe(
      'user "jane" (groups=["devs"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["pods/log"], Verbs:["list"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    );
    expect(escalationProblem(authorizer, { ...user, groups: ['system:masters'] }, 'ns', rules)).toBeUndefined();
    stop.abort();
  });
});

test.each([
  { owner: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, covers: true },
  { owner: { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }, covers: true },
  { owner: { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'], resourceNames: ['a'] }, covers: false },
  { owner: { apiGroups: [''], resources: ['pods'], verbs: ['get'] }, covers: false },
  { owner: { nonResourceURLs: ['*'], verbs: ['*'] }, covers: false },
])('$owner covers get and list of pods: $covers', ({ owner, covers }) => {
  const wanted = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
  expect(rulesCovered([owner], wanted).covers).toBe(covers);
});
