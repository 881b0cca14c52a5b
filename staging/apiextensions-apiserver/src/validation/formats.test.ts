import { describe, expect, test } from 'vitest';

import { formatCheck, isCheckedFormat } from './formats.ts';

const samples: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  bsonobjectid: { good: ['507f1f77bcf86cd799439011'], bad: ['507f1f77bcf86cd79943901', 'x'] },
  uri: { good: ['https://example.com/a?b=c', '/rooted', 'urn:isbn:1'], bad: ['', 'relative', 'http://a b', '/%zz'] },
  email: { good: ['a@example.com'], bad: ['a', 'a@', '@example.com', 'a b@example.com'] },
  hostname: { good: ['example.com', 'a-b.example.org'], bad: ['-a.example.com', 'a..b', `${'a'.repeat(64)}.com`] },
  ipv4: { good: ['10.0.0.1'], bad: ['10.0.0', '10.0.0.256', '010.0.0.1', '::1'] },
  ipv6: { good: ['::1', '2001:db8::ff00:42:8329'], bad: ['10.0.0.1', 'fe80::1%eth0', '1::2::3'] },
  cidr: { good: ['10.0.0.0/8', '::/0'], bad: ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/08'] },
  mac: { good: ['00:11:22:33:44:55', '00-11-22-33-44-55', '0011.2233.4455'], bad: ['00:11:22', '00:11-22:33:44:55'] },
  uuid: { good: ['123e4567-e89b-12d3-a456-426614174000'], bad: ['123e4567'] },
  uuid3: { good: ['123e4567-e89b-32d3-a456-426614174000'], bad: ['123e4567-e89b-42d3-a456-426614174000'] },
  uuid4: { good: ['123e4567-e89b-42d3-a456-426614174000'], bad: ['123e4567-e89b-42d3-c456-426614174000'] },
  uuid5: { good: ['123e4567-e89b-52d3-b456-426614174000'], bad: ['123e4567-e89b-12d3-b456-426614174000'] },
  isbn: { good: ['0-306-40615-2', '978-3-16-148410-0'], bad: ['0-306-40615-3', '1234'] },
  isbn10: { good: ['0306406152', '080442957X'], bad: ['0306406153', '9783161484100'] },
  isbn13: { good: ['9783161484100'], bad: ['9783161484101', '0306406152'] },
  creditcard: { good: ['4111 1111 1111 1111'], bad: ['4111 1111 1111 1112', '1'] },
  ssn: { good: ['111-11-1111', '111111111'], bad: ['11-111-1111', '111-11-111'] },
  hexcolor: { good: ['#fff', 'A0B1C2'], bad: ['#ffff', 'ggg'] },
  rgbcolor: { good: ['rgb(0, 128,255)'], bad: ['rgb(0,128)', 'rgb(256,0,0)'] },
  byte: { good: ['YWJj', ''], bad: ['***', 'YWJ'] },
  password: { good: ['', 'anything'], bad: [] },
  date: { good: ['2024-02-29'], bad: ['2023-02-29', '2024-13-01', '2024-1-1'] },
  duration: { good: ['1h30m', '3 days', '2 weeks'], bad: ['1', 'soon', '5 parsecs'] },
  'date-time': {
    good: ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.5+01:00'],
    bad: ['2024-02-30T12:00:00Z', '12:00'],
  },
  'k8s-short-name': { good: ['a-1'], bad: ['A', '-a', 'a.b', 'a'.repeat(64)] },
  'k8s-long-name': { good: ['a.b-c'], bad: ['a..b', 'A', 'a'.repeat(254)] },
};

describe.each(Object.entries(samples))('format %s', (format, { good, bad }) => {
  const accepts = (text: string): boolean | undefined => formatCheck(format)?.(text);

  test.each(good)('accepts %j', (text) => {
    expect(accepts(text)).toBe(true);
  });

  test.each(bad)('refuses %j', (text) => {
    expect(accepts(text)).toBe(false);
  });
});

test.each([
  ['string', 'email', true],
  ['string', 'bson-object-id', true],
  ['string', 'int32', false],
  ['string', 'constructor', false],
  ['integer', 'int32', true],
  ['integer', 'int64', true],
  ['integer', 'double', false],
  ['number', 'double', true],
  ['number', 'float', true],
  ['array', 'cidr', false],
  ['', 'email', false],
])('values of type %j are checked by the format %s: %s', (type, format, expected) => {
  expect(isCheckedFormat(type, format)).toBe(expected);
});
