import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TokenReview } from '@kubescript/api/authentication/v1';
import type { SubjectAccessReview } from '@kubescript/api/authorization/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/index.ts';
import { type HttpsService, startHttpsService } from './testing/https-service.ts';
import { send, whoAmI } from './testing/send.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubescript-webhooks-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('--authentication-token-webhook-config-file', () => {
  const asked: string[] = [];
  let failures = 0;
  let service: HttpsService;
  let server: TestServer;
  beforeAll(async () => {
    service = await startHttpsService((path, review: TokenReview) => {
      asked.push(`${path} ${review.apiVersion ?? ''} ${review.spec.token} ${String(review.spec.audiences)}`);
      if (failures-- > 0) return 500;
      const known = review.spec.token === 'good';
      const user = { username: 'jane', uid: 'u', groups: ['devs'], extra: { k: ['v'] } };
      return { ...review, status: known ? { authenticated: true, user } : { authenticated: false, error: 'who?' } };
    });
    server = await startTestServer({
      authentication: {
        authenticationTokenWebhookConfigFile: await service.writeKubeconfig(directory),
        authenticationTokenWebhookVersion: 'v1',
      },
    });
  }, 30_000);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  test('tells whose a token is, once, after it was asked again', async () => {
    failures = 1;
    const user = { username: 'jane', uid: 'u', groups: ['devs', 'system:authenticated'], extra: { k: ['v'] } };
    expect(await whoAmI(server.url, { token: 'good' })).toEqual(user);
    expect(await whoAmI(server.url, { token: 'good' })).toEqual(user);
    const issuer = 'https://kubernetes.default.svc';
    const question = `/review authentication.k8s.io/v1 good ${issuer}`;
    expect(asked).toEqual([question, question]);
  });

  test('refuses others', async () => {
    expect(await whoAmI(server.url, { token: 'bad' })).toBe(401);
  });
});

describe('--authorization-webhook-config-file', () => {
  const asked: SubjectAccessReview[] = [];
  let service: HttpsService;
  let server: TestServer;
  let answers = true;
  beforeAll(async () => {
    service = await startHttpsService((_, review: SubjectAccessReview) => {
      asked.push(review);
      if (!answers) return 403;
      const { resourceAttributes } = review.spec;
      const status = { allowed: resourceAttributes?.resource === 'configmaps', reason: 'the service says so' };
      return { ...review, status: resourceAttributes?.resource === 'secrets' ? { ...status, denied: true } : status };
    });
    server = await startTestServer({
      authorization: {
        authorizationMode: ['Webhook', 'RBAC'],
        authorizationWebhookConfigFile: await service.writeKubeconfig(directory),
        authorizationWebhookVersion: 'v1',
      },
    });
  }, 30_000);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const as = (path: string, name = 'jane'): ReturnType<typeof send> =>
    send(server.url + path, { token: server.token, headers: { 'Impersonate-User': name, 'Impersonate-Group': 'g' } });

  test('allows, is asked with everything, and is not asked again', async () => {
    const path = '/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Da&labelSelector=x%20in%20(b,a)';
    expect((await as(path)).status).toBe(200);
    const { length } = asked;
    expect((await as(path)).status).toBe(200);
    expect(asked).toHaveLength(length);
    expect(asked.at(-1)?.spec).toEqual({
      resourceAttributes: {
        namespace: 'default',
        verb: 'list',
        version: 'v1',
        resource: 'configmaps',
        name: 'a',
        fieldSelector: { requirements: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] },
        labelSelector: { requirements: [{ key: 'x', operator: 'In', values: ['a', 'b'] }] },
      },
      user: 'jane',
      groups: ['g', 'system:authenticated'],
    });
  });

  test('denies before others are asked', async () => {
    const answer = await as('/api/v1/secrets');
    expect(answer.json).toMatchObject({
      code: 403,
      message:
        'secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" at the cluster scope: the service says so',
    });
  });

  test('is no way around: without an answer others decide, and nobody is an error', async () => {
    answers = false;
    expect((await as('/version', 'joe')).status).toBe(200);
    const answer = await as('/api/v1/pods', 'joe');
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/^Internal Server Error: "\/api\/v1\/pods": /);
    answers = true;
  });

  test('reviews tell that rules are incomplete', async () => {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace: 'default' },
    };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const answer = await send(server.url + path, { method: 'POST', token: server.token, body });
    expect(answer.json).toMatchObject({
      status: { incomplete: true, evaluationError: 'webhook authorizer does not support user rule resolution' },
    });
  });
});

describe('--authorization-config', () => {
  let service: HttpsService;
  let server: TestServer;
  let path: string;
  const seen: string[] = [];

  const configOf = async (webhook: object, ...others: readonly object[]): Promise<string> =>
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AuthorizationConfiguration',
      authorizers: [
        {
          type: 'Webhook',
          name: 'outside',
          webhook: {
            timeout: '3s',
            subjectAccessReviewVersion: 'v1',
            matchConditionSubjectAccessReviewVersion: 'v1',
            failurePolicy: 'Deny',
            connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: await service.writeKubeconfig(directory) },
            ...webhook,
          },
        },
        ...others,
      ],
    });

  beforeAll(async () => {
    service = await startHttpsService((_, { spec }: SubjectAccessReview) => {
      seen.push(spec.resourceAttributes?.resource ?? '');
      return { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', status: { allowed: true } };
    });
    path = join(directory, 'authorization.json');
    const matchConditions = [
      { expression: 'has(request.resourceAttributes)' },
      { expression: "request.resourceAttributes.namespace == 'guarded'" },
    ];
    await writeFile(path, await configOf({ matchConditions }, { type: 'RBAC', name: 'rbac' }));
    server = await startTestServer({ authorization: { authorizationMode: [], authorizationConfig: path } });
  }, 30_000);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const asJane = async (target: string): Promise<number> =>
    (await send(server.url + target, { token: server.token, headers: { 'Impersonate-User': 'jane' } })).status;

  test('only what matches is asked about', async () => {
    expect(await asJane('/api/v1/namespaces/guarded/configmaps')).toBe(200);
    expect(await asJane('/api/v1/namespaces/default/configmaps')).toBe(403);
    expect(await asJane('/version')).toBe(200);
    expect([...new Set(seen)]).toEqual(['configmaps']);
  });

  test('a changed file holds soon', async () => {
    await writeFile(path, await configOf({ matchConditions: [] }, { type: 'RBAC', name: 'rbac' }));
    const status = (): Promise<number> => asJane('/api/v1/namespaces/default/secrets');
    await expect.poll(status, { timeout: 5000, interval: 200 }).toBe(200);
    const metrics = (await send(`${server.url}/metrics`, { token: server.token })).text;
    expect(metrics).toMatch(
      /apiserver_authorization_decisions_total\{decision="allowed",name="outside",type="Webhook"\}/,
    );
  }, 20_000);

  test('without an answer the failure policy holds', async () => {
    await service[Symbol.asyncDispose]();
    expect(await asJane('/api/v1/namespaces/default/pods')).toBe(500);
  }, 20_000);
});
