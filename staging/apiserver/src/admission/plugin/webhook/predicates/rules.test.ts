import { expect, test } from 'vitest';

import { type RuleTarget, isExemptConfiguration, ruleMatches } from './rules.ts';

const target = (parts: Partial<RuleTarget> = {}): RuleTarget => ({
  operation: 'CREATE',
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  subresource: '',
  namespace: 'n',
  ...parts,
});

const rule = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const wild = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };

test.each([
  { why: 'all is named', rule, target: target(), want: true },
  { why: 'another operation', rule, target: target({ operation: 'DELETE' }), want: false },
  { why: 'another version', rule: { ...rule, apiVersions: ['v1beta1'] }, target: target(), want: false },
  { why: 'a subresource', rule, target: target({ subresource: 'scale' }), want: false },
  { why: 'everything but subresources', rule: wild, target: target({ subresource: 'scale' }), want: false },
  {
    why: 'one subresource',
    rule: { ...wild, resources: ['*/scale'] },
    target: target({ subresource: 'scale' }),
    want: true,
  },
  { why: 'all of a resource', rule: { ...wild, resources: ['deployments/*'] }, target: target(), want: true },
  { why: 'no resources', rule: { ...wild, resources: [] }, target: target(), want: false },
  { why: 'of the cluster', rule: { ...wild, scope: 'Cluster' }, target: target(), want: false },
  { why: 'of a namespace', rule: { ...wild, scope: 'Namespaced' }, target: target(), want: true },
  { why: 'a namespace', rule: { ...wild, scope: 'Cluster' }, target: target({ resource: namespaces }), want: true },
])('ruleMatches: $why', ({ rule: given, target: request, want }) => {
  expect(ruleMatches(given, request)).toBe(want);
});

test('the configuration of admission is exempt', () => {
  const group = 'admissionregistration.k8s.io';
  expect(isExemptConfiguration({ kind: { group, version: 'v1', kind: 'MutatingAdmissionPolicy' } })).toBe(true);
  expect(isExemptConfiguration({ kind: { group: '', version: 'v1', kind: 'Pod' } })).toBe(false);
});
