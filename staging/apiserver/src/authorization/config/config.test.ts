import { formatFieldError } from '@kubescript/apimachinery';
import { CelEnvironment } from '@kubescript/cel';
import { describe, expect, test } from 'vitest';

import { accessMatcher, compileMatchCondition } from '../match-conditions.ts';
import { decodeAuthorizationConfiguration } from './decode.ts';
import { validateAuthorizationConfiguration } from './validate.ts';

const config = (...authorizers: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration', authorizers });
const webhook = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  failurePolicy: 'NoOpinion',
  connectionInfo: { type: 'InClusterConfig' },
};
const withWebhook = (parts: object): object => ({ type: 'Webhook', name: 'w', webhook: { ...webhook, ...parts } });
const problemsOf = (text: string): string[] =>
  validateAuthorizationConfiguration(decodeAuthorizationConfiguration(text), CelEnvironment.standard).map(
    formatFieldError,
  );

test('what is left out gets its default', () => {
  const [authorizer] = decodeAuthorizationConfiguration(config(withWebhook({}))).authorizers;
  expect(authorizer?.webhook).toMatchObject({
    authorizedTTL: 300_000,
    unauthorizedTTL: 30_000,
    cacheAuthorizedRequests: true,
    cacheUnauthorizedRequests: true,
    matchConditions: [],
  });
});

test.each([
  { text: config({ type: 'RBAC', colour: 'red' }), want: /unknown field "authorizers\[0\].colour"/ },
  { text: config(withWebhook({ timeout: 3 })), want: /authorizers\[0\].webhook.timeout: must be a duration/ },
  { text: '{"apiVersion":"v1","kind":"ConfigMap"}', want: /no kind "ConfigMap" is registered for version "v1"/ },
])('$text cannot be read', ({ text, want }) => {
  expect(() => decodeAuthorizationConfiguration(text)).toThrow(want);
});

test.each([
  { text: config(withWebhook({})), want: [] },
  { text: config(), want: ['authorizers: Required value: at least one authorization mode must be defined'] },
  { text: config({ name: 'x' }), want: ['authorizers[0].type: Required value'] },
  {
    text: config({ type: 'X', name: 'x' }),
    want: [
      'authorizers[0].type: Unsupported value: "X": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    ],
  },
  {
    text: config({ type: 'RBAC', name: 'x' }, { type: 'RBAC', name: 'y' }),
    want: ['authorizers[1].type: Duplicate value: "RBAC"'],
  },
  {
    text: config({ type: 'RBAC', name: 'x' }, { type: 'Node', name: 'x' }),
    want: ['authorizers[1].name: Duplicate value: "x"'],
  },
  {
    text: config({ type: 'RBAC', name: 'x', webhook }),
    want: ['authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook'],
  },
  {
    text: config({ type: 'Webhook', name: 'w' }),
    want: ['authorizers[0].webhook: Required value: required when type=Webhook'],
  },
  {
    text: config(withWebhook({ timeout: '31s' })),
    want: ['authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s'],
  },
  {
    text: config(withWebhook({ failurePolicy: 'Maybe' })),
    want: ['authorizers[0].failurePolicy: Unsupported value: "Maybe": supported values: "NoOpinion", "Deny"'],
  },
  {
    text: config(withWebhook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'x' } })),
    want: ['authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "x": must be an absolute path'],
  },
  {
    text: config(withWebhook({ matchConditions: [{ expression: 'true' }] })),
    want: [
      'authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
    ],
  },
  {
    text: config(
      withWebhook({
        matchConditionSubjectAccessReviewVersion: 'v1',
        matchConditions: [{ expression: 'request.user' }, { expression: ' ' }],
      }),
    ),
    want: [
      'authorizers[0].matchConditions[0].expression: Invalid value: "request.user": must evaluate to bool but got string',
      'authorizers[0].matchConditions[1].expression: Required value',
    ],
  },
])('$text: $want', ({ text, want }) => {
  expect(problemsOf(text)).toEqual(want);
});

describe('match conditions', () => {
  const spec = { user: 'jane', groups: ['devs'], resourceAttributes: { verb: 'list', resource: 'pods' } };
  const match = (...expressions: readonly string[]): ReturnType<ReturnType<typeof accessMatcher>['match']> =>
    accessMatcher(
      expressions.map((expression) => {
        const compiled = compileMatchCondition(CelEnvironment.standard, expression);
        if ('problem' in compiled) throw new Error(compiled.problem);
        return { expression, program: compiled.program };
      }),
    ).match(spec);

  test.each([
    { expressions: ["request.user == 'jane'", "'devs' in request.groups"], matches: true },
    { expressions: ["request.uid == '' && request.resourceAttributes.namespace == ''"], matches: true },
    { expressions: ["request.resourceAttributes.verb == 'get'"], matches: false },
    { expressions: ['has(request.resourceAttributes.fieldSelector)'], matches: false },
    // A condition that is false decides, whatever went wrong in others.
    { expressions: ["request.nonResourceAttributes.path == '/'", 'false'], matches: false },
  ])('$expressions: $matches', ({ expressions, matches }) => {
    expect(match(...expressions)).toEqual({ matches, errors: [] });
  });

  test('what cannot be evaluated is told', () => {
    expect(match("request.nonResourceAttributes.path == '/'")).toEqual({
      matches: false,
      errors: [
        "cel evaluation error: expression 'request.nonResourceAttributes.path == '/'' resulted in error: no such key: nonResourceAttributes",
      ],
    });
  });
});
