import type { IPAddress, ServiceCIDR } from '@kubescript/api/networking/v1';
import { expect, test } from 'vitest';

import { planCidr } from './plan.ts';

const cidr = (name: string, ranges: string[], deleted = false): ServiceCIDR => ({
  metadata: { name, ...(deleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
  spec: { cidrs: ranges },
  status: {},
});
const address = (name: string): IPAddress => ({
  metadata: { name },
  spec: { parentRef: { resource: 'services', namespace: 'n', name: 's' } },
});
const inUse = [address('10.0.0.5'), address('fd00::5')];

test.each([
  { name: 'one that nobody deleted serves', subject: cidr('a', ['10.0.0.0/24']), others: [], want: 'serve' },
  { name: 'a deleted one in use is held', subject: cidr('a', ['10.0.0.0/24'], true), others: [], want: 'hold' },
  {
    name: 'a deleted one that is not in use goes',
    subject: cidr('a', ['10.9.0.0/24'], true),
    others: [],
    want: 'release',
  },
  {
    name: 'one whose addresses another range has too goes',
    subject: cidr('a', ['10.0.0.0/24'], true),
    others: [cidr('b', ['10.0.0.0/28'])],
    want: 'release',
  },
  {
    name: 'a larger range that is itself deleted does not help',
    subject: cidr('a', ['10.0.0.0/24'], true),
    others: [cidr('b', ['10.0.0.0/16'], true)],
    want: 'hold',
  },
  {
    name: 'of two families one is enough to hold it',
    subject: cidr('a', ['10.9.0.0/24', 'fd00::/64'], true),
    others: [cidr('b', ['10.0.0.0/8'])],
    want: 'hold',
  },
])('$name', ({ subject, others, want }) => {
  expect(planCidr(subject, [subject, ...others], inUse).kind).toBe(want);
});
