import { StatusError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import type { UserInfo } from '../../../authentication/authenticator.ts';
import type { Authorizer, AuthorizerAttributes } from '../../../authorization/authorizer.ts';
import type { ServerRequest } from '../../http.ts';
import { parseRequestInfo } from '../../request-info.ts';
import { withImpersonation } from './filter.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

const describeQuestion = ({ verb, apiGroup, resource, subresource, namespace, name }: AuthorizerAttributes): string =>
  [verb, [resource, apiGroup].filter((part) => part !== '').join('.'), subresource, namespace, name]
    .filter((part) => part !== '')
    .join(' ');

/** An authorizer that allows the questions of a list (a star at the end covers what begins so), and notes all. */
function authorizerOf(allowed: readonly string[]): Authorizer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    authorize: (attributes) => {
      const question = describeQuestion(attributes);
      asked.push(question);
      const isAllowed = allowed.some((pattern) =>
        pattern.endsWith('*') && pattern !== '*' ? question.startsWith(pattern.slice(0, -1)) : question === pattern,
      );
      return Promise.resolve({ decision: isAllowed ? 'allow' : 'noOpinion', reason: '' });
    },
  };
}

interface Outcome {
  readonly user?: UserInfo | undefined;
  readonly error?: string;
  readonly headers: ServerRequest['headers'];
}

function sender(
  authorizer: Authorizer,
  user: UserInfo,
  filter = withImpersonation(authorizer),
): (headers: Headers, path?: string) => Promise<Outcome> {
  return async (headers, path = '/api/v1/namespaces/ns/configmaps') => {
    const lists = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
    const request = {
      path,
      headers: Object.fromEntries(lists.map(([name, values]) => [name, values.join(', ')])),
      headersDistinct: Object.fromEntries(lists),
      info: parseRequestInfo('GET', path, new URLSearchParams()),
      user,
    } as unknown as ServerRequest;
    let seen: UserInfo | undefined;
    const handler = filter((passed) => {
      seen = passed.user;
      return Promise.resolve({ status: 200, headers: {}, body: { kind: 'empty' } });
    });
    try {
      await handler(request);
    } catch (err) {
      expect(err).toBeInstanceOf(StatusError);
      return { error: (err as Error).message, headers: request.headers };
    }
    return { user: seen, headers: request.headers };
  };
}

const requestor = { name: 'boss', groups: ['bosses'] };

test('where impersonation is not constrained, only the plain verb is asked for', async () => {
  const authorizer = authorizerOf([]);
  const send = sender(authorizer, requestor, withImpersonation(authorizer, undefined, false));
  expect((await send({ 'impersonate-user': 'jane' })).error).toContain('cannot impersonate');
  expect(authorizer.asked).toEqual(['impersonate users jane']);
  await sender(authorizer, requestor)({ 'impersonate-user': 'jane' });
  expect(authorizer.asked.some((question) => question.startsWith('impersonate-on:user-info:'))).toBe(true);
});

describe('plain impersonation', () => {
  const send = sender(authorizerOf(['impersonate *']), requestor);

  test.each([
    { headers: { 'impersonate-user': 'jane' }, user: { name: 'jane', groups: ['system:authenticated'] } },
    {
      headers: { 'impersonate-user': 'jane', 'impersonate-group': ['a, b', 'c'], 'impersonate-uid': 'u' },
      user: { name: 'jane', uid: 'u', groups: ['a, b', 'c', 'system:authenticated'] },
    },
    {
      headers: { 'impersonate-user': 'jane', 'impersonate-group': 'system:unauthenticated' },
      user: { groups: ['system:unauthenticated'] },
    },
    {
      headers: { 'impersonate-user': 'system:anonymous' },
      user: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    },
    {
      headers: { 'impersonate-user': 'system:serviceaccount:ns:x' },
      user: { groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'] },
    },
    {
      headers: { 'impersonate-user': 'system:serviceaccount:ns:x', 'impersonate-group': 'g' },
      user: { groups: ['g', 'system:authenticated'] },
    },
    {
      headers: { 'impersonate-user': 'system:node:n1' },
      user: { name: 'system:node:n1', groups: ['system:authenticated'] },
    },
    {
      headers: { 'impersonate-user': 'jane', 'impersonate-extra-acme.com%2fscope': ['x', 'y'] },
      user: { extra: { 'acme.com/scope': ['x', 'y'] } },
    },
  ])('$headers', async ({ headers, user }) => {
    const outcome = await send(headers);
    expect(outcome.user).toMatchObject(user);
    expect(Object.values(outcome.headers).every((value) => value === undefined)).toBe(true);
  });

  test.each([
    {
      headers: { 'impersonate-uid': 'x' },
      want: 'requested &user.DefaultInfo{Name:"", UID:"x", Groups:[]string(nil), Extra:map[string][]string(nil)} without impersonating a user name',
    },
    {
      headers: { 'impersonate-group': ['x', 'y'] },
      want: 'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"x", "y"}, Extra:map[string][]string(nil)} without impersonating a user name',
    },
  ])('without a name: $headers', async ({ headers, want }) => {
    expect((await send(headers as Headers)).error).toBe(want);
  });

  test('without headers the request passes as it is', async () => {
    expect((await send({ accept: 'x' })).user).toBe(requestor);
  });
});

describe('every part of the identity takes a right of its own', () => {
  const everything = {
    'impersonate-user': 'jane',
    'impersonate-uid': 'u',
    'impersonate-group': 'g',
    'impersonate-extra-k': 'v',
  };
  const all = [
    'impersonate users jane',
    'impersonate uids.authentication.k8s.io u',
    'impersonate groups g',
    'impersonate userextras.authentication.k8s.io k v',
  ];

  test('all of them', async () => {
    const authorizer = authorizerOf(all);
    expect((await sender(authorizer, requestor)(everything)).user?.name).toBe('jane');
    expect(authorizer.asked.slice(-4)).toEqual(all);
  });

  test.each(all.map((missing) => ({ missing })))('$missing is missing', async ({ missing }) => {
    const send = sender(authorizerOf(all.filter((question) => question !== missing)), requestor);
    expect((await send(everything)).error).toBe(
      'configmaps is forbidden: User "boss" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "ns"',
    );
  });

  test('who succeeded by the plain verb before is told of that', async () => {
    const send = sender(authorizerOf(['impersonate users jane']), requestor);
    await send({ 'impersonate-user': 'jane' });
    expect((await send({ 'impersonate-user': 'joe' })).error).toBe(
      'users "joe" is forbidden: User "boss" cannot impersonate resource "users" in API group "" at the cluster scope',
    );
    expect((await send({ 'impersonate-user': 'system:serviceaccount:a:b' })).error).toBe(
      'serviceaccounts "b" is forbidden: User "boss" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "a"',
    );
  });
});

describe('constrained impersonation (KEP-5284)', () => {
  const group = 'authentication.k8s.io';
  const onList = (mode: string): string => `impersonate-on:${mode}:list configmaps ns`;

  test.each([
    {
      name: 'a user, for one kind of request',
      allowed: [onList('user-info'), `impersonate:user-info users.${group} jane`],
      headers: { 'impersonate-user': 'jane' },
      groups: ['system:authenticated'],
    },
    {
      name: 'a service account',
      allowed: [onList('serviceaccount'), `impersonate:serviceaccount serviceaccounts.${group} a b`],
      headers: { 'impersonate-user': 'system:serviceaccount:a:b' },
      groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
    },
    {
      name: 'any node, with its group',
      allowed: [onList('arbitrary-node'), `impersonate:arbitrary-node nodes.${group} n1`],
      headers: { 'impersonate-user': 'system:node:n1' },
      groups: ['system:nodes', 'system:authenticated'],
    },
    {
      name: 'many groups at once',
      allowed: [
        onList('user-info'),
        `impersonate:user-info users.${group} jane`,
        `impersonate:user-info groups.${group} *`,
      ],
      headers: { 'impersonate-user': 'jane', 'impersonate-group': ['a', 'b', 'c', 'd'] },
      groups: ['a', 'b', 'c', 'd', 'system:authenticated'],
    },
  ])('$name', async ({ allowed, headers, groups }) => {
    const send = sender(authorizerOf(allowed), requestor);
    expect((await send(headers as Headers)).user?.groups).toEqual(groups);
    expect((await send(headers as Headers, '/api/v1/namespaces/ns/secrets')).error).toMatch(/impersonate-on:.*secrets/);
  });

  test('the node of a service account, without its name', async () => {
    const agent = {
      name: 'system:serviceaccount:kube-system:agent',
      groups: [],
      extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
    };
    const allowed = [onList('associated-node'), `impersonate:associated-node nodes.${group} *`];
    const send = sender(authorizerOf(allowed), agent);
    expect((await send({ 'impersonate-user': 'system:node:n1' })).user?.name).toBe('system:node:n1');
    expect((await send({ 'impersonate-user': 'system:node:n2' })).error).toMatch(/arbitrary-node/);
  });

  test.each([
    {
      headers: { 'impersonate-group': 'system:masters' },
      want: /impersonating the system:masters group is not allowed/,
    },
    { headers: { 'impersonate-group': [''] }, want: /impersonating the empty string group is not allowed/ },
    { headers: { 'impersonate-extra-plain': 'v' }, want: /impersonating an invalid key in extra is not allowed/ },
  ])('$headers is never constrained', async ({ headers, want }) => {
    const send = sender(authorizerOf(['impersonate-on:user-info:*', 'impersonate:user-info *']), requestor);
    expect((await send({ 'impersonate-user': 'jane', ...headers })).error).toMatch(want);
  });

  test('what was allowed a moment ago is not asked again, for the same request only', async () => {
    const authorizer = authorizerOf([onList('user-info'), `impersonate:user-info users.${group} jane`]);
    const send = sender(authorizer, requestor);
    await send({ 'impersonate-user': 'jane' });
    const { length } = authorizer.asked;
    await send({ 'impersonate-user': 'jane' });
    expect(authorizer.asked).toHaveLength(length);
    await send({ 'impersonate-user': 'jane', 'impersonate-group': 'x' });
    expect(authorizer.asked.length).toBeGreaterThan(length);
  });
});
