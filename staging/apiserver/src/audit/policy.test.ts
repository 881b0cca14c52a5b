import { expect, test } from 'vitest';

import type { AuthorizerAttributes } from '../authorization/authorizer.ts';
import { newPolicyEvaluator } from './policy-evaluator.ts';
import { parseAuditPolicy } from './policy.ts';

const head = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';

const attributes: AuthorizerAttributes = {
  user: { name: 'jane', groups: ['devs', 'system:authenticated'] },
  verb: 'get',
  isResourceRequest: true,
  namespace: 'default',
  resource: 'pods',
  subresource: 'log',
  name: 'web',
  apiGroup: '',
  apiVersion: 'v1',
  path: '/api/v1/namespaces/default/pods/web/log',
};
const nonResource = { ...attributes, isResourceRequest: false, path: '/healthz/ping', resource: '', apiGroup: '' };

test.each([
  { name: 'no rules', text: 'rules: []', want: 'loaded illegal policy with 0 rules' },
  { name: 'no level', text: 'rules: [{users: [a]}]', want: 'rules[0].level: Required value' },
  {
    name: 'unknown level',
    text: 'rules: [{level: All}]',
    want: 'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
  },
  {
    name: 'relative path',
    text: 'rules: [{level: None, nonResourceURLs: [logs]}]',
    want: `rules[0].nonResourceURLs[0]: Invalid value: "logs": non-resource URL rules must begin with a '/' character`,
  },
  {
    name: 'wildcard in the middle',
    text: 'rules: [{level: None, nonResourceURLs: ["/a*/b"]}]',
    want: `rules[0].nonResourceURLs[0]: Invalid value: "/a*/b": non-resource URL wildcards '*' must be the final character of the rule`,
  },
  {
    name: 'names without resources',
    text: 'rules: [{level: None, resources: [{resourceNames: [x]}]}]',
    want: 'rules[0].resources.resourceNames: Invalid value: ["x"]: using resourceNames requires at least one resource',
  },
  {
    name: 'both kinds of requests',
    text: 'rules: [{level: None, namespaces: [a], nonResourceURLs: ["/x"]}]',
    want: 'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
  },
  {
    name: 'unknown stage',
    text: 'rules: [{level: None}]\nomitStages: [Later]',
    want: 'omitStages[0]: Invalid value: "Later": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
  },
  { name: 'wrong type', text: 'rules: [{level: None, users: 7}]', want: 'rules[0].users: must be a list' },
])('refuses a policy with $name', ({ text, want }) => {
  expect(() => parseAuditPolicy(head + text)).toThrow(want);
});

test('another kind is refused, an unknown field only warned about', () => {
  expect(() => parseAuditPolicy('kind: Pod')).toThrow('no kind "Pod" is registered');
  expect(parseAuditPolicy(`${head}rules: [{level: None, colour: red}]`).warnings).toEqual([
    'unknown field "rules[0].colour"',
  ]);
});

const levelFor = (rules: string, asked: AuthorizerAttributes): string =>
  newPolicyEvaluator(parseAuditPolicy(`${head}rules: ${rules}`).policy)(asked).level;

test.each([
  { rules: '[{level: Metadata}]', want: 'Metadata' },
  { rules: '[{level: Metadata, users: [bob]}]', want: 'None' },
  { rules: '[{level: Metadata, users: [bob]}, {level: Request, userGroups: [devs]}]', want: 'Request' },
  { rules: '[{level: Request, verbs: [list]}]', want: 'None' },
  { rules: '[{level: Request, resources: [{group: ""}]}]', want: 'Request' },
  { rules: '[{level: Request, resources: [{group: apps}]}]', want: 'None' },
  { rules: '[{level: Request, resources: [{group: "", resources: [pods]}]}]', want: 'None' },
  { rules: '[{level: Request, resources: [{group: "", resources: [pods/log]}]}]', want: 'Request' },
  { rules: '[{level: Request, resources: [{group: "", resources: ["*/log"]}]}]', want: 'Request' },
  { rules: '[{level: Request, resources: [{group: "", resources: ["pods/*"]}]}]', want: 'Request' },
  { rules: '[{level: Request, resources: [{group: "", resources: ["*"], resourceNames: [db]}]}]', want: 'None' },
  { rules: '[{level: Request, namespaces: [kube-system]}]', want: 'None' },
  { rules: '[{level: Request, nonResourceURLs: ["*"]}]', want: 'None' },
])('$rules gives $want for a pod log', ({ rules, want }) => {
  expect(levelFor(rules, attributes)).toBe(want);
});

test.each([
  { rules: '[{level: Metadata, nonResourceURLs: ["/healthz*"]}]', want: 'Metadata' },
  { rules: '[{level: Metadata, nonResourceURLs: ["/healthz"]}]', want: 'None' },
  { rules: '[{level: Metadata, resources: [{group: ""}]}]', want: 'None' },
])('$rules gives $want for a path', ({ rules, want }) => {
  expect(levelFor(rules, nonResource)).toBe(want);
});

test('stages and managed fields are left out as the rule or else the policy says', () => {
  const { policy } = parseAuditPolicy(
    `${head}omitStages: [RequestReceived]\nomitManagedFields: true\nrules: [{level: Request, users: [jane], omitStages: [Panic], omitManagedFields: false}, {level: None}]`,
  );
  const evaluate = newPolicyEvaluator(policy);
  const own = evaluate(attributes);
  expect([...own.omitStages].sort()).toEqual(['Panic', 'RequestReceived']);
  expect(own.omitManagedFields).toBe(false);
  expect(evaluate({ ...attributes, user: { name: 'x', groups: [] } }).omitManagedFields).toBe(true);
});
