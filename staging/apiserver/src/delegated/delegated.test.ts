import type { SubjectAccessReview } from '@kubescript/api/authorization/v1';
import type { Clock } from '@kubescript/apimachinery';
import type { Client, Resource } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import type { AuthorizerAttributes } from '../authorization/authorizer.ts';
import type { ServerRequest } from '../server/http.ts';
import { DelegatedAuthenticator } from './delegated-authenticator.ts';
import { DelegatedAuthorizer } from './delegated-authorizer.ts';

/** A client whose creates are answered by `answer`. */
function clientOf(answer: (kind: string, object: unknown) => unknown): Client {
  const resource = ({ kind }: Resource<never>): unknown => ({
    create: (object: unknown) => Promise.resolve().then(() => answer(kind, object)),
  });
  return { resource } as unknown as Client;
}

const attributes: AuthorizerAttributes = {
  user: { name: 'alice', uid: '1', groups: ['g'], extra: { scopes: ['a'] } },
  verb: 'get',
  isResourceRequest: true,
  namespace: 'ns',
  resource: 'flunders',
  subresource: 'status',
  name: 'f',
  apiGroup: 'wardle.example.com',
  apiVersion: 'v1alpha1',
  path: '/x',
};

class ManualClock implements Clock {
  time = 0;
  now(): number {
    return this.time;
  }
  sleep(): Promise<void> {
    return Promise.resolve();
  }
}

describe('DelegatedAuthorizer', () => {
  test.each([
    [
      'a resource',
      attributes,
      { resourceAttributes: { verb: 'get', namespace: 'ns', name: 'f', subresource: 'status' } },
    ],
    ['a path', { ...attributes, isResourceRequest: false }, { nonResourceAttributes: { path: '/x', verb: 'get' } }],
  ])('asks about %s', async (_, asked, spec) => {
    const reviews: unknown[] = [];
    const client = clientOf((_kind, object) => {
      reviews.push(object);
      return { status: { allowed: true } };
    });
    expect(await new DelegatedAuthorizer(client).authorize(asked)).toEqual({ decision: 'allow', reason: '' });
    const subject = { user: 'alice', uid: '1', groups: ['g'], extra: { scopes: ['a'] } };
    expect(reviews).toMatchObject([{ spec: { ...subject, ...spec } }]);
  });

  test('an answer is kept for ten seconds, a failure is not', async () => {
    let asked = 0;
    let status: SubjectAccessReview['status'] | undefined;
    const client = clientOf(() => {
      asked++;
      if (!status) throw new Error('unreachable');
      return { status };
    });
    const clock = new ManualClock();
    const authorizer = new DelegatedAuthorizer(client, clock);
    await expect(authorizer.authorize(attributes)).rejects.toThrow('unreachable');
    status = { allowed: false, denied: true, reason: 'no' };
    expect(await authorizer.authorize(attributes)).toEqual({ decision: 'deny', reason: 'no' });
    status = { allowed: false };
    expect((await authorizer.authorize(attributes)).decision).toBe('deny');
    clock.time = 10_001;
    expect((await authorizer.authorize(attributes)).decision).toBe('noOpinion');
    expect(asked).toBe(3);
  });
});

describe('DelegatedAuthenticator', () => {
  const request = (token: string): ServerRequest =>
    ({
      headers: { authorization: `Bearer ${token}` },
      query: new URLSearchParams(),
      peer: { address: '', certificates: [] },
    }) as unknown as ServerRequest;

  test('asks whose a token is', async () => {
    const client = clientOf((_, object) => {
      const { token } = (object as { spec: { token: string } }).spec;
      if (token !== 'good') return { status: { authenticated: false } };
      return {
        status: { authenticated: true, user: { username: 'bob', uid: '2', groups: ['g'], extra: { a: ['b'] } } },
      };
    });
    const authenticator = new DelegatedAuthenticator({ client });
    const found = await authenticator.authenticateRequest(request('good'));
    expect(found?.user).toMatchObject({ name: 'bob', uid: '2', extra: { a: ['b'] } });
    expect(found?.user.groups).toContain('g');
    await expect(authenticator.authenticateRequest(request('bad'))).rejects.toThrow();
  });
});
