import type { GroupVersionKind } from '@kubescript/apimachinery';
import type { NamedRuleWithOperations, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { expect, test } from 'vitest';

import { formatKind, resourcesToCheck, typesToCheck } from './types-to-check.ts';

function kindsOf(...rules: readonly Partial<NamedRuleWithOperations>[]): string[] {
  const spec = { matchConstraints: { resourceRules: rules } };
  const policy = { metadata: {}, spec, status: {} } as unknown as ValidatingAdmissionPolicy;
  const kindsFor = ({ group, version, resource }: { group: string; version: string; resource: string }) =>
    resource === 'unknown' ? [] : [{ group, version, kind: resource } satisfies GroupVersionKind];
  return typesToCheck(resourcesToCheck(policy), kindsFor).map(formatKind);
}

const rule = (group: string, version: string, ...resources: string[]): Partial<NamedRuleWithOperations> => ({
  apiGroups: [group],
  apiVersions: [version],
  resources,
});
const many = Array.from({ length: 12 }, (_, index) => `r${String(index).padStart(2, '0')}`);

test.each([
  { name: 'no rules', rules: [], want: [] },
  { name: 'one', rules: [rule('apps', 'v1', 'a')], want: ['apps/v1, Kind=a'] },
  {
    name: 'several, sorted and once each',
    rules: [rule('apps', 'v1', 'b', 'a'), rule('', 'v1', 'c'), rule('apps', 'v1', 'a')],
    want: ['/v1, Kind=c', 'apps/v1, Kind=a', 'apps/v1, Kind=b'],
  },
  { name: 'any resource and subresources', rules: [rule('apps', 'v1', '*', 'a/*', 'a/b', '*/*')], want: [] },
  { name: 'resources beside wildcards', rules: [rule('apps', 'v1', '*', 'a')], want: ['apps/v1, Kind=a'] },
  {
    name: 'any group or version, which spoils the rule',
    rules: [rule('*', 'v1', 'a'), { ...rule('', '*', 'b'), apiVersions: ['v1', '*'] }, rule('', 'v1', 'c')],
    want: ['/v1, Kind=c'],
  },
  { name: 'resources that are not served', rules: [rule('', 'v1', 'unknown', 'a')], want: ['/v1, Kind=a'] },
  {
    name: 'ten of a rule at most, and none of the rules behind it',
    rules: [rule('', 'v1', ...many), rule('apps', 'v1', 'a')],
    want: many.slice(0, 10).map((name) => `/v1, Kind=${name}`),
  },
])('types of a policy that matches $name', ({ rules, want }) => {
  expect(kindsOf(...rules)).toEqual(want);
});
