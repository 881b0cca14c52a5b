import { describe, expect, test } from 'vitest';

import { CidrRangeFullError, CidrSet } from './cidr-set.ts';

describe('CidrSet', () => {
  test('hands out subnets in turn, and again after they were given back', () => {
    const set = new CidrSet('10.0.0.0/30', 31);
    expect([set.allocateNext(), set.allocateNext()]).toEqual(['10.0.0.0/31', '10.0.0.2/31']);
    expect(() => set.allocateNext()).toThrow(CidrRangeFullError);
    set.release('10.0.0.0/31');
    expect(set.allocateNext()).toBe('10.0.0.0/31');
  });

  test('leaves out what nodes have already', () => {
    const set = new CidrSet('10.244.0.0/16', 24);
    set.occupy('10.244.0.0/24');
    set.occupy('192.168.0.0/24');
    set.occupy('10.243.255.0/24'); // just below
    expect(set.allocateNext()).toBe('10.244.1.0/24');
  });

  test('IPv6', () => {
    const set = new CidrSet('fd00:10:244::/56', 64);
    expect([set.allocateNext(), set.allocateNext()]).toEqual(['fd00:10:244::/64', 'fd00:10:244:1::/64']);
  });

  test.each(['10.244.0.0', '10.244.0.0/33', 'nonsense/8'])('%s is refused', (cidr) => {
    expect(() => new CidrSet(cidr, 24)).toThrow();
  });
});
