import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'rbac.authorization.k8s.io';
const clusterRole: Sketch = { metadata: { name: 'x', resourceVersion: '1' }, rules: [] };
const rule: Sketch = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const binding: Sketch = {
  metadata: { name: 'x', resourceVersion: '1' },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'r' },
};
const selector = 'aggregationRule.clusterRoleSelectors';

describe('ClusterRole', () => {
  it.each([
    [{ rules: [rule] }, []],
    [{ rules: [{ ...rule, resources: ['pods', 'nodes'], resourceNames: ['a'] }] }, []],
    [{ rules: [{ ...rule, verbs: [] }] }, ['rules[0].verbs: Required value: verbs must contain at least one value']],
    [
      { rules: [{ ...rule, nonResourceURLs: ['/'] }] },
      [
        'rules[0].nonResourceURLs: Invalid value: ["/"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
    [
      { aggregationRule: {} },
      [`${selector}: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil`],
    ],
    [
      { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Is' }] }] } },
      [
        `${selector}[0].matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`,
        `${selector}[0]: Invalid value: "null": invalid label selector.`,
      ],
    ],
  ])('%j', (patch, expected) => {
    expect(createErrors(GROUP, 'ClusterRole', merged(clusterRole, patch))).toEqual(expected);
  });
});

describe('ClusterRoleBinding', () => {
  it.each([
    [{ subjects: [{ kind: 'User', name: 'a', apiGroup: GROUP }] }, []],
    [{ subjects: [{ kind: 'Group', name: '', apiGroup: GROUP }] }, ['subjects[0].name: Required value']],
    [{ subjects: [{ kind: 'ServiceAccount', name: 'a' }] }, ['subjects[0].namespace: Required value']],
    [
      { subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'b', apiGroup: 'c' }] },
      ['subjects[0].apiGroup: Unsupported value: "c": supported values: ""'],
    ],
    [
      { subjects: [{ kind: 'User', name: 'a' }] },
      [`subjects[0].apiGroup: Unsupported value: "": supported values: "${GROUP}"`],
    ],
  ])('%j', (patch, expected) => {
    expect(createErrors(GROUP, 'ClusterRoleBinding', merged(binding, patch))).toEqual(expected);
  });

  it('keeps its role', () => {
    const other = merged(binding, { roleRef: { name: 'other' } });
    expect(updateErrors(GROUP, 'ClusterRoleBinding', [other, binding])).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${GROUP}","Kind":"ClusterRole","Name":"other"}: cannot change roleRef`,
    ]);
  });
});
