import { MetricsRegistry } from '@kubescript/component-base';
import { describe, expect, test } from 'vitest';

import type { AnonymousAuthConfig } from '../../authentication/anonymous.ts';
import type { RequestAuthenticator, UserInfo } from '../../authentication/authenticator.ts';
import { newAuthenticationMetrics } from '../../authentication/metrics.ts';
import type { ServerRequest } from '../http.ts';
import { withAuthentication } from './authentication.ts';

const nobody: RequestAuthenticator = { authenticateRequest: () => Promise.resolve(undefined) };
const jane: RequestAuthenticator = {
  authenticateRequest: () => Promise.resolve({ user: { name: 'jane@example.com', groups: ['g'] }, warnings: ['w'] }),
};
const refusing: RequestAuthenticator = {
  authenticateRequest: () => Promise.reject(new Error('the token secret-token has expired')),
};
const registry = new MetricsRegistry();
const metrics = newAuthenticationMetrics(registry);

async function send(
  authenticator: RequestAuthenticator,
  { anonymous = true, ...parts }: Partial<ServerRequest> & { readonly anonymous?: boolean | AnonymousAuthConfig },
): Promise<{ readonly user?: UserInfo | undefined; readonly error?: string; readonly request: ServerRequest }> {
  const request = { path: '/x', headers: {}, warnings: [], ...parts } as unknown as ServerRequest;
  const handler = withAuthentication({ authenticator, anonymous, metrics })(() =>
    Promise.resolve({ status: 200, headers: {}, body: { kind: 'empty' } }),
  );
  try {
    await handler(request);
    return { user: request.user, request };
  } catch (err) {
    return { error: (err as Error).message, request };
  }
}

describe('who is unknown', () => {
  test.each([
    { anonymous: true, path: '/x', want: 'system:anonymous' },
    { anonymous: false, path: '/x', want: 'Unauthorized' },
    { anonymous: { enabled: true, paths: ['/livez'] }, path: '/livez', want: 'system:anonymous' },
    { anonymous: { enabled: true, paths: ['/livez'] }, path: '/livez/', want: 'Unauthorized' },
    { anonymous: { enabled: false }, path: '/x', want: 'Unauthorized' },
  ])('$path with $anonymous: $want', async ({ anonymous, path, want }) => {
    const { user, error } = await send(nobody, { anonymous, path });
    expect(user?.name ?? error).toBe(want);
  });

  test('bad credentials are not taken for none, and nobody learns what is wrong with them', async () => {
    expect((await send(refusing, {})).error).toBe('Unauthorized');
  });
});

describe('who is known', () => {
  test('is in system:authenticated and is warned', async () => {
    const { user, request } = await send(jane, {});
    expect(user).toEqual({ name: 'jane@example.com', groups: ['g', 'system:authenticated'] });
    expect(request.warnings).toEqual(['w']);
  });

  test.each(['authorization', 'x-remote-user', 'x-remote-uid', 'x-remote-group', 'x-remote-extra-scopes'])(
    'nothing further in sees %s',
    async (name) => {
      for (const authenticator of [jane, nobody]) {
        const { request } = await send(authenticator, { headers: { [name]: 'secret', accept: 'x' } });
        expect(request.headers[name]).toBeUndefined();
        expect(request.headers['accept']).toBe('x');
      }
    },
  );

  test('is counted', async () => {
    const text = await registry.expose();
    expect(text).toMatch(/authentication_attempts\{result="error"\} 1/);
    expect(text).toMatch(/authenticated_user_requests\{username="email_id"\} \d/);
    expect(text).not.toContain('jane');
  });
});
