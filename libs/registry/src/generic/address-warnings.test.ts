import { expect, test } from 'vitest';

import { addressWarnings, cidrWarnings } from './address-warnings.ts';
import { labelNameWarnings } from './name-warnings.ts';

test.each([
  { value: '10.0.0.1', want: [] },
  { value: 'fd00::1', want: [] },
  { value: 'x', want: [] },
  { value: 'FD00::1', want: ['p: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")'] },
])('the address $value', ({ value, want }) => {
  expect(addressWarnings('p', value)).toEqual(want);
});

test.each([
  { value: '10.0.0.0/8', want: [] },
  {
    value: '10.0.0.1/8',
    want: ['p: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)'],
  },
  {
    value: 'FD00::/64',
    want: ['p: IPv6 CIDR value "FD00::/64" should be in RFC 5952 canonical format ("fd00::/64")'],
  },
])('the block $value', ({ value, want }) => {
  expect(cidrWarnings('p', value)).toEqual(want);
});

test('a name with a dot is no label', () => {
  expect(labelNameWarnings({ name: 'a' })).toEqual([]);
  expect(labelNameWarnings({ name: 'a.b' })).toEqual([
    'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
  ]);
});
