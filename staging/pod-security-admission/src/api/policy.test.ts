import { expect, test } from 'vitest';

import { policyToEvaluate, privilegedPolicy } from './policy.ts';

const label = (name: string): string => `pod-security.kubernetes.io/${name}`;

test('labels state levels and versions; what they do not state is as by default', () => {
  const labels = { [label('enforce')]: 'baseline', [label('warn')]: 'restricted', [label('warn-version')]: 'v1.25' };
  expect(policyToEvaluate(labels, privilegedPolicy)).toEqual({
    policy: {
      enforce: { level: 'baseline', version: 'latest' },
      audit: { level: 'privileged', version: 'latest' },
      warn: { level: 'restricted', version: 25 },
    },
    errors: [],
  });
});

test('no labels: the defaults', () => {
  expect(policyToEvaluate(undefined, privilegedPolicy).policy).toBe(privilegedPolicy);
});

test('what cannot be read is enforced strictly and told leniently', () => {
  const labels = { [label('enforce')]: 'x', [label('audit')]: 'x', [label('enforce-version')]: 'v1.05' };
  const { policy, errors } = policyToEvaluate(labels, privilegedPolicy);
  expect(policy.enforce).toEqual({ level: 'restricted', version: 'latest' });
  expect(policy.audit.level).toBe('privileged');
  expect(errors.map(({ path, detail }) => `${path}: ${detail ?? ''}`)).toEqual([
    'metadata.labels[pod-security.kubernetes.io/enforce]: must be one of privileged, baseline, restricted',
    'metadata.labels[pod-security.kubernetes.io/enforce-version]: must be "latest" or "v1.x"',
    'metadata.labels[pod-security.kubernetes.io/audit]: must be one of privileged, baseline, restricted',
  ]);
});
