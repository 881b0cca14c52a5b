import { expect, test } from 'vitest';

import { gitVersionOf, userAgent, versionInfo } from './version.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

test.each([
  { name: 'nothing', build: {}, want: 'v1.36.2+kubescript' },
  { name: 'a commit', build: { commit, treeState: 'clean' }, want: 'v1.36.2+kubescript-0123456789ab' },
  { name: 'changes on a commit', build: { commit, treeState: 'dirty' }, want: 'v1.36.2+kubescript-0123456789ab-dirty' },
  { name: 'a version', build: { gitVersion: 'v1.36.2-rc.0', commit, treeState: 'dirty' }, want: 'v1.36.2-rc.0' },
])('the version of a build that knows $name', ({ build, want }) => {
  expect(gitVersionOf(build)).toBe(want);
});

test('a build that was told nothing claims nothing', () => {
  expect(versionInfo()).toMatchObject({ gitCommit: '', gitTreeState: '', buildDate: '1970-01-01T00:00:00Z' });
  expect(userAgent('kubectl')).toMatch(/^kubectl\/v1\.36\.2\+kubescript \(\w+\/\w+\) kubernetes\/\$Format$/);
});
