import { expect, test } from 'vitest';

import { withUserHeaders } from './user-headers.ts';

// Cases of upstream's client-go/transport/round_trippers_test.go (TestAuthProxyRoundTripper).
test.each([
  ['a name alone', { name: 'a', groups: [] }, { 'x-remote-user': 'a' }],
  [
    'everything',
    { name: 'a', uid: 'u', groups: ['g', 'h'], extra: { one: ['alpha', 'beta'] } },
    {
      'x-remote-user': 'a',
      'x-remote-uid': 'u',
      'x-remote-group': ['g', 'h'],
      'x-remote-extra-one': ['alpha', 'beta'],
    },
  ],
  [
    'extra keys that are no names of headers',
    { name: 'a', groups: [], extra: { 'example.com/Some%Key': ['v'], ü: ['w'] } },
    { 'x-remote-user': 'a', 'x-remote-extra-example.com%2FSome%25Key': ['v'], 'x-remote-extra-%C3%BC': ['w'] },
  ],
])('%s', (_, user, headers) => {
  expect(withUserHeaders({}, user)).toEqual(headers);
});

test('what the client said about itself is dropped, the rest stays', () => {
  const headers = {
    accept: 'application/json',
    'X-Remote-User': 'root',
    'x-remote-group': 'system:masters',
    'x-remote-uid': '0',
    'x-remote-extra-scopes': 'all',
  };
  expect(withUserHeaders(headers, { name: 'a', groups: [] })).toEqual({
    accept: 'application/json',
    'x-remote-user': 'a',
  });
});
