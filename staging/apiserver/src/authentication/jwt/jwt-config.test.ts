import { formatFieldError } from '@kubescript/apimachinery';
import { CelEnvironment } from '@kubescript/cel';
import { describe, expect, test } from 'vitest';

import { FieldPath } from '@kubescript/apimachinery';
import { userOfClaims } from './claims.ts';
import { compileJwtExpressions } from './compile.ts';
import { decodeAuthenticationConfiguration } from './decode.ts';
import { validateAuthenticationConfiguration } from './validate.ts';

const issuer = { url: 'https://issuer.example.com', audiences: ['a'] };
const username = { claim: 'sub', prefix: '' };
const config = (...jwt: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration', jwt });
const jwt = (parts: object = {}): object => ({ issuer, claimMappings: { username }, ...parts });
const problemsOf = (text: string): string[] =>
  validateAuthenticationConfiguration(decodeAuthenticationConfiguration(text), {
    environment: CelEnvironment.standard,
    disallowedIssuers: ['https://kubernetes.default.svc'],
  }).map(formatFieldError);

test.each([
  { text: '', want: /empty config data/ },
  { text: config(jwt({ colour: 'red' })), want: /unknown field "jwt\[0\].colour"/ },
  { text: '{"kind":"X"}', want: /no kind "X"/ },
])('$text cannot be read', ({ text, want }) => {
  expect(() => decodeAuthenticationConfiguration(text)).toThrow(want);
});

test.each([
  { parts: {}, want: [] },
  { parts: { issuer: { ...issuer, url: '' } }, want: ['jwt[0].issuer.url: Required value'] },
  {
    parts: { issuer: { ...issuer, url: 'http://u:p@x.example.com?q#f' } },
    want: [
      'URL scheme must be https',
      'URL must not contain a username or password',
      'URL must not contain a query',
      'URL must not contain a fragment',
    ].map((detail) => `jwt[0].issuer.url: Invalid value: "http://u:p@x.example.com?q#f": ${detail}`),
  },
  {
    parts: { issuer: { ...issuer, url: 'https://kubernetes.default.svc' } },
    want: [
      'jwt[0].issuer.url: Invalid value: "https://kubernetes.default.svc": URL must not overlap with disallowed issuers: [https://kubernetes.default.svc]',
    ],
  },
  {
    parts: { issuer: { ...issuer, discoveryURL: 'https://issuer.example.com/' } },
    want: [
      'jwt[0].issuer.discoveryURL: Invalid value: "https://issuer.example.com/": discoveryURL must be different from URL',
    ],
  },
  {
    parts: { issuer: { ...issuer, audiences: [] } },
    want: ['jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required'],
  },
  {
    parts: { issuer: { ...issuer, audiences: ['a', 'b'] } },
    want: [
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
    ],
  },
  {
    parts: { claimMappings: { username: { claim: 'sub', expression: 'claims.sub' } } },
    want: [`jwt[0].claimMappings.username: Invalid value: "": claim and expression can't both be set`],
  },
  {
    parts: { claimMappings: {} },
    want: ['jwt[0].claimMappings.username: Required value: claim or expression is required'],
  },
  {
    parts: { claimMappings: { username: { expression: 'claims.email' } } },
    want: [
      'jwt[0].claimMappings.username.expression: Invalid value: "claims.email": claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression',
    ],
  },
  {
    parts: {
      claimMappings: { username: { expression: 'claims.email' } },
      claimValidationRules: [{ expression: 'claims.email_verified == true' }],
    },
    want: [],
  },
  {
    parts: { claimMappings: { username, extra: [{ key: 'k8s.io/x', valueExpression: 'claims.x' }] } },
    want: [
      'jwt[0].claimMappings.extra[0].key: Invalid value: "k8s.io/x": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
    ],
  },
  {
    parts: { claimValidationRules: [{ claim: 'a', message: 'm' }, { expression: "'x'" }] },
    want: [
      'jwt[0].claimValidationRules[0].message: Invalid value: "m": may not be specified when claim is set',
      `jwt[0].claimValidationRules[1].expression: Invalid value: "'x'": must evaluate to bool`,
    ],
  },
  {
    parts: { userValidationRules: [{ expression: 'user.nothing' }] },
    want: [expect.stringMatching(/^jwt\[0\].userValidationRules\[0\].expression: .*undefined field 'nothing'/s)],
  },
])('$parts: $want', ({ parts, want }) => {
  expect(problemsOf(config(jwt(parts)))).toEqual(want);
});

test('an issuer may be there once', () => {
  expect(problemsOf(config(jwt(), jwt()))).toEqual([
    'jwt[1].issuer.url: Duplicate value: "https://issuer.example.com"',
  ]);
});

describe('claims', () => {
  const userOf = (parts: object, claims: Readonly<Record<string, unknown>>): unknown => {
    const [decoded] = decodeAuthenticationConfiguration(config(jwt(parts))).jwt;
    if (decoded === undefined) throw new Error('no issuer');
    const { expressions } = compileJwtExpressions(decoded, new FieldPath('jwt'), CelEnvironment.standard);
    try {
      return userOfClaims(decoded, expressions, claims);
    } catch (err) {
      return (err as Error).message;
    }
  };
  const email = { claimMappings: { username: { claim: 'email', prefix: '' } } };
  const groups = { claimMappings: { username, groups: { expression: 'claims.groups' } } };

  test.each([
    { parts: {}, claims: { sub: 'jane' }, want: { name: 'jane', groups: [] } },
    { parts: {}, claims: {}, want: 'oidc: parse username claims "sub": claim not present' },
    { parts: {}, claims: { sub: '' }, want: 'oidc: the username must not be empty' },
    { parts: {}, claims: { sub: 1 }, want: 'oidc: parse username claims "sub": it is no text' },
    { parts: email, claims: { email: 'a@b' }, want: { name: 'a@b', groups: [] } },
    { parts: email, claims: { email: 'a@b', email_verified: false }, want: 'oidc: email not verified' },
    { parts: groups, claims: { sub: 'j', groups: ['a', ''] }, want: { name: 'j', groups: ['a'] } },
    { parts: groups, claims: { sub: 'j', groups: 'a' }, want: { name: 'j', groups: ['a'] } },
    {
      parts: groups,
      claims: { sub: 'j', groups: [1] },
      want: 'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    },
    { parts: groups, claims: { sub: 'j' }, want: 'oidc: error evaluating group claim expression: no such key: groups' },
    {
      parts: { claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] },
      claims: { sub: 'j', hd: 'y' },
      want: 'oidc: required claim hd value does not match. Got = y, want = x',
    },
    {
      parts: { userValidationRules: [{ expression: "user.username != 'root'", message: 'no' }] },
      claims: { sub: 'root' },
      want: "oidc: error evaluating user info validation rule: validation expression 'user.username != 'root'' failed: no",
    },
    // A claim of that name must not be taken from the object's prototype.
    {
      parts: { claimMappings: { username: { claim: 'constructor', prefix: '' } } },
      claims: { sub: 'j' },
      want: 'oidc: parse username claims "constructor": claim not present',
    },
  ])('$claims: $want', ({ parts, claims, want }) => {
    expect(userOf(parts, claims)).toEqual(want);
  });
});
