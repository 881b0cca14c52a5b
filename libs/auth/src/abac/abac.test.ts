import type { AuthorizerAttributes } from '@kubescript/apiserver';
import { describe, expect, test } from 'vitest';

import { AbacAuthorizer } from './abac-authorizer.ts';
import { parseAbacPolicies } from './abac-policy.ts';

const policy = (spec: object): string =>
  JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec });
const attributes = (parts: Partial<AuthorizerAttributes>): AuthorizerAttributes => ({
  user: { name: 'jane', groups: ['devs', 'system:authenticated'] },
  verb: 'get',
  isResourceRequest: true,
  namespace: 'ns',
  resource: 'pods',
  subresource: '',
  name: '',
  apiGroup: '',
  apiVersion: 'v1',
  path: '',
  ...parts,
});
const path = (value: string): Partial<AuthorizerAttributes> => ({ isResourceRequest: false, path: value });

describe('a line', () => {
  const pods = { resource: 'pods', namespace: 'ns' };
  test.each([
    { line: policy({ user: 'jane', ...pods }), request: {}, want: true },
    { line: policy({ user: 'jane', ...pods }), request: { resource: 'secrets' }, want: false },
    { line: policy({ user: 'jane', ...pods }), request: { namespace: 'other' }, want: false },
    { line: policy({ user: 'jane', ...pods }), request: { apiGroup: 'metrics.k8s.io' }, want: false },
    { line: policy({ user: 'joe', ...pods }), request: {}, want: false },
    { line: policy({ group: 'devs', ...pods }), request: {}, want: true },
    { line: policy({ user: 'jane', group: 'ops', ...pods }), request: {}, want: false },
    { line: policy(pods), request: {}, want: false },
    { line: policy({ user: '*', ...pods }), request: {}, want: true },
    { line: policy({ user: '*', ...pods }), request: { user: { name: 'x', groups: [] } }, want: false },
    { line: policy({ user: 'jane', readonly: true, ...pods }), request: { verb: 'watch' }, want: true },
    { line: policy({ user: 'jane', readonly: true, ...pods }), request: { verb: 'delete' }, want: false },
    { line: policy({ user: 'jane', nonResourcePath: '/foo/*' }), request: path('/foo/x'), want: true },
    { line: policy({ user: 'jane', nonResourcePath: '/foo/*' }), request: path('/bar'), want: false },
    { line: policy({ user: 'jane', nonResourcePath: '*' }), request: {}, want: false },
    { line: '{"user":"jane","resource":"pods"}', request: { apiGroup: 'x' }, want: true },
    { line: '{"user":"jane","resource":"pods"}', request: path('/x'), want: false },
    { line: '{"readonly":true}', request: path('/x'), want: true },
  ])('$line allows $request: $want', async ({ line, request, want }) => {
    const authorizer = new AbacAuthorizer(parseAbacPolicies(`# comment\n\n${line}\n`));
    expect(await authorizer.authorize(attributes(request))).toEqual(
      want ? { decision: 'allow', reason: '' } : { decision: 'noOpinion', reason: 'No policy matched.' },
    );
  });
});

test.each([
  { text: '# a\n{"user":', want: /^error reading policy file p, line 2: / },
  { text: '{"user":1}', want: /user must be of type string/ },
  { text: '{"nobody":"x"}', want: /unknown field "nobody"/ },
  { text: '{"apiVersion":"v9","kind":"Policy","spec":{}}', want: /no kind "Policy" is registered for version "v9"/ },
])('$text cannot be read', ({ text, want }) => {
  expect(() => parseAbacPolicies(text, 'p')).toThrow(want);
});

test('rules are told', async () => {
  const lines = [policy({ user: 'jane', resource: 'pods', namespace: '*', readonly: true }), policy({ user: 'joe' })];
  const rules = await new AbacAuthorizer(parseAbacPolicies(lines.join('\n'))).rulesFor(attributes({}).user, 'ns');
  expect(rules).toEqual({
    resourceRules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'], resourceNames: [] }],
    nonResourceRules: [],
    incomplete: false,
  });
});
