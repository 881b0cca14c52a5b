import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addressAt, formatIp, indexIn, parseIp, parseIpRange } from './ip-range.ts';

const bits = (count: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: (1n << BigInt(count)) - 1n });

describe('addresses', () => {
  test('reading what was written gives the same IPv4 address', () => {
    fc.assert(
      fc.property(bits(32), (value) => {
        const ip = { family: 'IPv4', value } as const;
        expect(parseIp(formatIp(ip))).toEqual(ip);
      }),
    );
  });

  test('reading what was written gives the same IPv6 address', () => {
    fc.assert(
      fc.property(fc.oneof(bits(128), bits(16), bits(80)), (value) => {
        const ip = { family: 'IPv6', value } as const;
        expect(parseIp(formatIp(ip))).toEqual(ip);
      }),
    );
  });

  test.each(['', '1.2.3', '1.2.3.256', '01.2.3.4', '1::2::3', '1:2:3', 'x', 'fd00::zz', '1:2:3:4:5:6:7:8:9'])(
    '%s is not an address',
    (text) => {
      expect(parseIp(text)).toBeUndefined();
    },
  );

  test.each([
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['fd00:0:1:0:0:0:0:2', 'fd00:0:1::2'],
  ])('%s is written %s', (text, canonical) => {
    const ip = parseIp(text);
    expect(ip && formatIp(ip)).toBe(canonical);
  });
});

describe('ranges', () => {
  test('the base is the first address, whatever address names the range', () => {
    const range = parseIpRange('10.96.7.9/16');
    expect(addressAt(range, 0n)).toBe('10.96.0.0');
    expect(addressAt(range, 1n)).toBe('10.96.0.1');
    expect(range.size).toBe(65536n);
  });

  test('an address outside has no index', () => {
    const range = parseIpRange('10.96.0.0/16');
    const indexOf = (text: string): bigint | undefined =>
      indexIn(range, parseIp(text) ?? { family: 'IPv4', value: 0n });
    expect(indexOf('10.96.1.2')).toBe(258n);
    expect(indexOf('10.97.0.0')).toBeUndefined();
    expect(indexOf('::1')).toBeUndefined();
  });

  test.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/'])('%s is refused', (text) => {
    expect(() => parseIpRange(text)).toThrow('invalid CIDR address');
  });
});
