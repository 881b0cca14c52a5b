import { expect, test } from 'vitest';

import { buildInfoFrom, isoSeconds } from './build-info.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

test.each([
  { name: 'no variables', env: {}, want: {} },
  { name: 'a date without a commit', env: { SOURCE_DATE_EPOCH: '1' }, want: {} },
  { name: 'a commit alone counts as dirty', env: { KUBE_GIT_COMMIT: commit }, want: { commit, treeState: 'dirty' } },
  {
    name: 'all of them',
    env: { KUBE_GIT_COMMIT: commit, KUBE_GIT_TREE_STATE: 'clean', KUBE_GIT_VERSION: 'v1.36.2', SOURCE_DATE_EPOCH: '0' },
    want: { commit, treeState: 'clean', gitVersion: 'v1.36.2', date: '1970-01-01T00:00:00Z' },
  },
  {
    name: 'a date that is none',
    env: { KUBE_GIT_COMMIT: commit, SOURCE_DATE_EPOCH: 'yesterday' },
    want: { commit, treeState: 'dirty' },
  },
])('build information from $name', ({ env, want }) => {
  expect(buildInfoFrom(env)).toEqual(want);
});

test('dates have no fractions', () => {
  expect(isoSeconds(1_700_000_000)).toBe('2023-11-14T22:13:20Z');
});
