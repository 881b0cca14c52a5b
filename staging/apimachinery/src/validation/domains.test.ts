import { describe, expect, it } from 'vitest';

import { domainPrefixedPath, fullyQualifiedDomainName } from './domains.ts';
import { formatFieldError } from './field-errors.ts';
import { FieldPath } from './field-path.ts';

describe('domainPrefixedPath', () => {
  it.each([
    ['acme.io/foo', []],
    ['acme.io/foo/bar~1', []],
    ['', ['spec: Required value']],
    ['foo', ['spec: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")']],
    ['acme.io/', ['spec: Invalid value: "acme.io/": must be a domain-prefixed path (such as "acme.io/foo")']],
    ['/foo', ['spec: Invalid value: "/foo": must be a domain-prefixed path (such as "acme.io/foo")']],
  ])('%j', (value, expected) => {
    expect(domainPrefixedPath(value, new FieldPath('spec')).map(formatFieldError)).toEqual(expected);
  });

  it('shows only the part that is wrong', () => {
    const errors = domainPrefixedPath('ACME/f oo', new FieldPath('spec'));
    expect(errors.map(({ badValue }) => badValue)).toEqual(['ACME', 'f oo']);
    expect(errors[1]?.detail).toMatch(/^Invalid path \(regex used for validation is /u);
  });
});

describe('fullyQualifiedDomainName', () => {
  it.each([
    ['example.com', []],
    ['example.com.', []],
    ['', ['spec: Required value']],
    ['com', ['spec: Invalid value: "com": should be a domain with at least two segments separated by dots']],
    ['A.com', [expect.stringMatching(/^spec: Invalid value: "A\.com": a lowercase RFC 1123 subdomain/u)]],
    [`${'a'.repeat(64)}.com`, [expect.stringMatching(/must be no more than 63 characters$/u)]],
  ])('%j', (value, expected) => {
    expect(fullyQualifiedDomainName(value, new FieldPath('spec')).map(formatFieldError)).toEqual(expected);
  });
});
