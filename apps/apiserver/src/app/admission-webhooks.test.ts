import type { KubeObject, Status } from '@kubescript/apimachinery';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';
import { type WebhookServer, startWebhookServer } from '../testing/webhook-server.ts';

let server: TestServer;
let hooks: WebhookServer;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const patch = (...operations: unknown[]): Record<string, unknown> => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: base64(operations),
});
const addData = (key: string, value = '1'): Record<string, unknown> => ({ op: 'add', path: `/data/${key}`, value });

beforeAll(async () => {
  server = await startTestServer();
  hooks = await startWebhookServer(
    {
      '/allow': () => ({ allowed: true, warnings: ['take care'] }),
      '/deny': () => ({ allowed: false, status: { message: 'not today', code: 418, reason: 'Teapot' } }),
      '/deny-silently': () => ({ allowed: false }),
      '/patch': () => patch(addData('patched')),
      '/first': ({ object }) => {
        const { data = {} } = object as { data?: Record<string, string> };
        return patch(addData('first', 'second' in data ? 'again' : 'once'));
      },
      '/second': () => patch(addData('second')),
      '/broken': () => ({ httpStatus: 500, text: 'boom\n' }),
      '/wrong-uid': () => ({ uid: 'other', allowed: true }),
      '/patch-type': () => ({ allowed: true, patchType: 'JSONPatch' }),
      '/bad-patch': () => patch({ op: 'remove', path: '/nowhere' }),
      '/v1beta1': ({ uid }, apiVersion) => ({ allowed: apiVersion === 'admission.k8s.io/v1beta1' && uid !== '' }),
    },
    ['hook.default.svc'],
  );
}, 60_000);

afterAll(async () => {
  await hooks[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function send(method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown): Promise<Answer> {
  const response = await server.admin.request({ method, path, ...(body === undefined ? {} : { body }) });
  const value = (await response.json()) as KubeObject & Status & { readonly data?: Record<string, string> };
  return { code: response.status, value, warning: response.headers['warning'] ?? '' };
}

interface Answer {
  readonly code: number;
  readonly value: KubeObject & Status & { readonly data?: Record<string, string> };
  readonly warning: string;
}

const configurations = '/apis/admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }];

let counter = 0;
let made: string[] = [];

/** Registers webhooks for ConfigMaps and waits until they are asked. */
async function register(
  kind: 'Mutating' | 'Validating',
  ...webhooks: readonly (Record<string, unknown> & { readonly path?: string })[]
): Promise<string> {
  const name = `hooks-${String(counter++)}`;
  const path = `${configurations}/${kind.toLowerCase()}webhookconfigurations`;
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: webhooks.map(({ path: hookPath = '/allow', ...webhook }, index) => ({
      name: `h${String(index)}.example.com`,
      clientConfig: { url: hooks.url(hookPath), caBundle: hooks.caBundle },
      rules,
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...webhook,
    })),
  };
  const { code, value } = await send('POST', path, body);
  expect(value.message ?? code).toBe(201);
  made.push(`${path}/${name}`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return `${path}/${name}`;
}

afterEach(async () => {
  for (const path of made) await send('DELETE', path);
  made = [];
  hooks.asked.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 50));
});

const configMap = (name: string): Record<string, unknown> => ({ metadata: { name }, data: { given: '1' } });

const create = (name: string, query = ''): Promise<Answer> => send('POST', `${configMaps}${query}`, configMap(name));

describe('validating webhooks', () => {
  test('are told the request, and their warnings go on', async () => {
    await register('Validating', { path: '/allow' });
    const { code, warning } = await create('told');
    expect(code).toBe(201);
    expect(warning).toContain('take care');
    expect(hooks.asked).toHaveLength(1);
    expect(hooks.asked[0]?.request).toMatchObject({
      operation: 'CREATE',
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestKind: { version: 'v1' },
      name: 'told',
      namespace: 'default',
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
      userInfo: { username: 'admin' },
    });
    expect(hooks.asked[0]?.request.object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { given: '1' } });
  });

  test('see updates and deletions with the old object', async () => {
    await create('seen');
    await register('Validating', { path: '/allow' });
    await send('PUT', `${configMaps}/seen`, configMap('seen'));
    await send('DELETE', `${configMaps}/seen`);
    const [update, remove] = hooks.asked.map(({ request }) => request);
    expect(update).toMatchObject({ operation: 'UPDATE', options: { kind: 'UpdateOptions' } });
    expect(update?.oldObject).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    expect(remove).toMatchObject({ operation: 'DELETE', object: null, options: { kind: 'DeleteOptions' } });
    expect(remove?.oldObject).toMatchObject({ kind: 'ConfigMap' });
  });

  test.each([
    {
      path: '/deny',
      want: {
        code: 418,
        reason: 'Teapot',
        message: 'admission webhook "h0.example.com" denied the request: not today',
      },
    },
    {
      path: '/deny-silently',
      want: { code: 400, message: 'admission webhook "h0.example.com" denied the request without explanation' },
    },
    {
      path: '/broken',
      want: {
        code: 500,
        message:
          'Internal error occurred: failed calling webhook "h0.example.com": failed to call webhook: ' +
          'an error on the server ("boom") has prevented the request from succeeding',
      },
    },
    {
      path: '/patch',
      want: {
        code: 500,
        message:
          'Internal error occurred: failed calling webhook "h0.example.com": received invalid webhook response: ' +
          'validating webhook may not return response.patch',
      },
    },
  ])('$path ends the request', async ({ path, want }) => {
    await register('Validating', { path });
    const { code, value } = await create('refused');
    expect(code).toBe(want.code);
    expect(value).toMatchObject(want);
  });

  test('that fail are passed over if they say so', async () => {
    await register('Validating', { path: '/broken', failurePolicy: 'Ignore' });
    expect((await create('passed-over')).code).toBe(201);
    expect(hooks.asked).toHaveLength(1);
  });

  test('are asked in v1beta1 if that is all they know', async () => {
    await register('Validating', { path: '/v1beta1', admissionReviewVersions: ['v0', 'v1beta1'] });
    expect((await create('old-version')).code).toBe(201);
  });

  test('are told of dry runs', async () => {
    await register('Validating', { path: '/allow' });
    expect((await create('dry', '?dryRun=All')).code).toBe(201);
    expect(hooks.asked[0]?.request.dryRun).toBe(true);
  });

  test('that nobody trusts are not asked', async () => {
    await register('Validating', { clientConfig: { url: hooks.url('/allow') } });
    const { value } = await create('untrusted');
    expect(value.message).toBe(
      'Internal error occurred: failed calling webhook "h0.example.com": failed to call webhook: ' +
        `Post "${hooks.url('/allow')}?timeout=10s": tls: failed to verify certificate: x509: ` +
        'certificate signed by unknown authority',
    );
    // A webhook gets no more time than is left for the request.
    expect((await create('hasty', '?timeout=2s')).value.message).toContain('/allow?timeout=2s"');
    expect(hooks.asked).toHaveLength(0);
  });

  test('connections are used again', async () => {
    await register('Validating', { path: '/allow' });
    await create('c-0');
    const before = hooks.connections();
    for (let index = 1; index < 4; index++) await create(`c-${String(index)}`);
    expect(hooks.connections()).toBe(before);
  });
});

describe('what concerns a webhook', () => {
  test('is told by rules, in the version that they name', async () => {
    const rule = { apiGroups: ['autoscaling'], apiVersions: ['v2'], operations: ['CREATE'], resources: ['*/*'] };
    const v2 = [{ ...rule, resources: ['horizontalpodautoscalers'] }];
    await register('Validating', { path: '/allow', rules: v2 }, { path: '/deny', rules: v2, matchPolicy: 'Exact' });
    const { code } = await send('POST', '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers', {
      metadata: { name: 'h' },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    });
    expect(code).toBe(201);
    expect(hooks.asked.map(({ request }) => request)).toMatchObject([
      { kind: { version: 'v2' }, requestKind: { version: 'v1' }, object: { apiVersion: 'autoscaling/v2' } },
    ]);
  });

  test('is told by labels of the object and of the namespace', async () => {
    await register(
      'Validating',
      { path: '/deny', objectSelector: { matchLabels: { a: 'b' } } },
      { path: '/deny', namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } },
      { path: '/allow', namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } },
    );
    expect((await create('labelled')).code).toBe(201);
    expect(hooks.asked.map(({ path }) => path)).toEqual(['/allow']);
  });

  test('are never the configurations of admission', async () => {
    const all = [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }];
    const path = await register('Validating', { path: '/deny', rules: all });
    expect((await create('denied')).code).toBe(418);
    expect((await send('DELETE', path)).code).toBe(200);
    made = [];
    await expect.poll(async () => (await create('allowed-again', '?dryRun=All')).code).toBe(201);
  });
});

describe('mutating webhooks', () => {
  test('change the object before it is stored', async () => {
    await register('Mutating', { path: '/patch' });
    const { value } = await create('mutated');
    expect(value.data).toEqual({ given: '1', patched: '1' });
  });

  test('see what others did, and again if they ask for it', async () => {
    await register('Mutating', { path: '/first', reinvocationPolicy: 'IfNeeded' }, { path: '/second' });
    const { value } = await create('reinvoked');
    expect(value.data).toEqual({ given: '1', first: 'again', second: '1' });
    expect(hooks.asked.map(({ path }) => path)).toEqual(['/first', '/second', '/first']);
  });

  test.each([
    { path: '/wrong-uid', want: /received invalid webhook response: expected response\.uid="[-0-9a-f]+", got "other"/ },
    { path: '/patch-type', want: /webhook returned response\.patchType but not response\.patch/ },
    { path: '/bad-patch', want: /Internal error occurred: .*nowhere/ },
  ])('$path is an internal error', async ({ path, want }) => {
    await register('Mutating', { path });
    const { code, value } = await create('wrong');
    expect(code).toBe(500);
    expect(value.message).toMatch(want);
  });

  test('cannot change what is deleted', async () => {
    await create('gone');
    await register('Mutating', { path: '/patch' });
    const { value } = await send('DELETE', `${configMaps}/gone`);
    expect(value.message).toBe(
      'Internal error occurred: admission webhook "h0.example.com" attempted to modify the object, ' +
        'which is not supported for this operation',
    );
  });
});

describe('webhooks behind Services', () => {
  test('are found, and verified by the name of the Service', async () => {
    const { code } = await send('POST', '/api/v1/namespaces/default/services', {
      metadata: { name: 'hook' },
      spec: { type: 'ExternalName', externalName: 'localhost' },
    });
    expect(code).toBe(201);
    const service = { name: 'hook', namespace: 'default', path: '/patch', port: hooks.port };
    await register('Mutating', { clientConfig: { service, caBundle: hooks.caBundle } });
    const { value } = await create('by-service');
    expect(value.data ?? value.message).toEqual({ given: '1', patched: '1' });
  });

  test('that do not exist are told so', async () => {
    const service = { name: 'none', namespace: 'default', path: '/patch' };
    await register('Validating', { clientConfig: { service }, timeoutSeconds: 2 });
    expect((await create('no-service')).value.message).toBe(
      'Internal error occurred: failed calling webhook "h0.example.com": failed to call webhook: ' +
        'Post "https://none.default.svc:443/patch?timeout=2s": service "none" not found',
    );
  });
});

test('calls are counted', async () => {
  await register('Validating', { path: '/deny' });
  await create('counted');
  const response = await server.admin.request({ method: 'GET', path: '/metrics' });
  const metrics = await response.text();
  expect(metrics).toMatch(/apiserver_admission_webhook_request_total\{[^}]*code="418"[^}]*\} [1-9]/);
  expect(metrics).toMatch(/apiserver_admission_webhook_rejection_count\{[^}]*error_type="no_error"[^}]*\} [1-9]/);
  expect(metrics).toMatch(/apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle"/);
});
