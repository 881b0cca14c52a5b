import { request as httpsRequest } from 'node:https';

import type { APIService } from '@kubescript/api/apiregistration/v1';
import { issueCertificate, newCertificateAuthority } from '@kubescript/component-base';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiClient } from '../framework/api-client.ts';
import { waitFor } from '../framework/wait.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { kubeconfigOf, newClusterPki, tokensFile } from './framework/cluster-pki.ts';
import type { ContainerFiles } from './framework/container.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';
import { WebServerContainer } from './framework/web-server.ts';

const group = 'wardle.example.com';
const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
const flunders = `/apis/${group}/v1alpha1/namespaces/default/flunders`;
const bindings = '/apis/rbac.authorization.k8s.io/v1';
const janesToken = 'container-tests-jane';

describeContainers('sample-apiserver in a container, behind the aggregator', () => {
  const stack = new AsyncDisposableStack();
  let sample: WebServerContainer;
  let client: ApiClient;
  let jane: ApiClient;

  beforeAll(async () => {
    const network = await newNetwork();
    const pki = await newClusterPki();
    const frontProxy = await newFrontProxy();
    const files = { ...frontProxy.files, ...tokensFile({ [janesToken]: 'jane' }) };
    const server = stack.use(await ApiServerContainer.start({ network, pki, flags: frontProxy.flags, files }));
    client = stack.use(await server.client());
    jane = stack.use(await server.client(janesToken));
    await letDelegate(client, 'wardle-server');
    sample = stack.use(
      await WebServerContainer.start({
        ...{ image: 'sample-apiserver', network, host: 'wardle', hosts: ['api.wardle.svc'] },
        command: [
          ...['--kubeconfig', '/etc/kubernetes/kubeconfig', '--data-dir', '/data', '--secure-port', '443'],
          ...['--tls-cert-file', '/etc/tls/tls.crt', '--tls-private-key-file', '/etc/tls/tls.key'],
        ],
        files: { '/etc/kubernetes/kubeconfig': await kubeconfigOf(pki, 'wardle-server') },
      }),
    );
    await register(client, sample.caBundle);
  });

  afterAll(() => stack.disposeAsync());

  /** An APIService is looked at every half minute, and when somebody changes it. */
  async function available(want: 'True' | 'False'): Promise<APIService> {
    await client.request('PATCH', `${apiServices}/v1alpha1.${group}`, {
      body: { metadata: { annotations: { looked: String(performance.now()) } } },
      contentType: 'application/merge-patch+json',
    });
    return waitFor(`Available to be ${want}`, async () => {
      const service = (await client.request('GET', `${apiServices}/v1alpha1.${group}`)).body as APIService;
      return service.status.conditions?.some((it) => it.type === 'Available' && it.status === want)
        ? service
        : undefined;
    });
  }

  test('it becomes available, and discovery tells of it', async () => {
    await available('True');
    expect(await client.request('GET', `/apis/${group}/v1alpha1`)).toMatchObject({
      status: 200,
      body: { resources: [{ name: 'fischers' }, { name: 'flunders', namespaced: true }] },
    });
    const { body } = await client.request('GET', '/apis');
    expect((body as { groups: { name: string }[] }).groups.map(({ name }) => name)).toContain(group);
  });

  test('its objects are created, read, changed, watched and deleted', async () => {
    const stop = new AbortController();
    const watch = client.lines(`${flunders}?watch=true`, stop.signal);
    expect((await watch.next()).value).toBe(200);
    const body = { metadata: { name: 'one' }, spec: { flunderReference: 'two' } };
    expect(await client.request('POST', flunders, { body })).toMatchObject({
      status: 201,
      body: { kind: 'Flunder', spec: { referenceType: 'Flunder' } },
    });
    expect((await watch.next()).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'one' } } });
    stop.abort();
    const contentType = 'application/merge-patch+json';
    const changed = { spec: { flunderReference: 'three' } };
    expect(await client.request('PATCH', `${flunders}/one`, { body: changed, contentType })).toMatchObject({
      status: 200,
      body: changed,
    });
    expect(await client.request('GET', flunders)).toMatchObject({ body: { items: [changed] } });
    expect(await client.request('DELETE', `${flunders}/one`)).toMatchObject({ status: 200 });
    expect(await client.request('GET', `${flunders}/one`)).toMatchObject({ status: 404 });
  });

  test('who asks and what they may do is asked of kube-apiserver', async () => {
    const message = `flunders.${group} is forbidden: User "jane" cannot list resource "flunders"`;
    expect(await jane.request('GET', flunders)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining(message) as string },
    });
    await made(client, `${bindings}/clusterroles`, {
      metadata: { name: 'flunder-reader' },
      rules: [{ apiGroups: [group], resources: ['flunders'], verbs: ['list'] }],
    });
    await bind(client, 'jane', 'flunder-reader');
    // Refusals are remembered for ten seconds.
    await waitFor('jane to be let in', async () =>
      (await jane.request('GET', flunders)).status === 200 ? true : undefined,
    );
  });

  test('headers of a front proxy are not believed without its certificate', async () => {
    expect(await spoofed(sample)).toBe(403);
  });

  test('it is unavailable while it is away, and then has what it had', async () => {
    await made(client, flunders, { metadata: { name: 'kept' }, spec: {} });
    await sample.kill();
    expect(await client.request('GET', flunders)).toMatchObject({ status: 503 });
    const { status } = await available('False');
    expect(status.conditions?.find(({ type }) => type === 'Available')?.reason).toBe('FailedDiscoveryCheck');
    expect((await client.request('GET', '/api/v1/namespaces')).status).toBe(200);
    await sample.startAgain();
    await available('True');
    expect(await client.request('GET', `${flunders}/kept`)).toMatchObject({ status: 200 });
  });
});

/** What makes kube-apiserver the front proxy that extension servers believe. */
async function newFrontProxy(): Promise<{ readonly files: ContainerFiles; readonly flags: readonly string[] }> {
  const authority = await newCertificateAuthority('front-proxy-ca');
  const proxy = await issueCertificate(authority, { commonName: 'front-proxy-client', usages: ['client'] });
  const folder = '/etc/kubernetes/pki';
  return {
    files: {
      [`${folder}/front-proxy-ca.crt`]: authority.cert,
      [`${folder}/front-proxy-client.crt`]: proxy.cert,
      [`${folder}/front-proxy-client.key`]: proxy.key,
    },
    flags: [
      `--requestheader-client-ca-file=${folder}/front-proxy-ca.crt`,
      '--requestheader-allowed-names=front-proxy-client',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      `--proxy-client-cert-file=${folder}/front-proxy-client.crt`,
      `--proxy-client-key-file=${folder}/front-proxy-client.key`,
    ],
  };
}

async function made(client: ApiClient, path: string, body: object): Promise<void> {
  expect(await client.request('POST', path, { body })).toMatchObject({ status: 201 });
}

async function bind(client: ApiClient, user: string, clusterRole: string): Promise<void> {
  await made(client, `${bindings}/clusterrolebindings`, {
    metadata: { name: `${user}-${clusterRole.replace(':', '-')}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: clusterRole },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  });
}

/** What an extension server needs: to ask who somebody is and what they may do, and whom to believe. */
async function letDelegate(client: ApiClient, user: string): Promise<void> {
  await bind(client, user, 'system:auth-delegator');
  await made(client, `${bindings}/namespaces/kube-system/rolebindings`, {
    metadata: { name: `${user}-auth-reader` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'extension-apiserver-authentication-reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  });
}

async function register(client: ApiClient, caBundle: string): Promise<void> {
  await made(client, '/api/v1/namespaces', { metadata: { name: 'wardle' } });
  const spec = { type: 'ExternalName', externalName: 'wardle' };
  await made(client, '/api/v1/namespaces/wardle/services', { metadata: { name: 'api' }, spec });
  await made(client, apiServices, {
    metadata: { name: `v1alpha1.${group}` },
    spec: {
      ...{ group, version: 'v1alpha1', groupPriorityMinimum: 1000, versionPriority: 15, caBundle },
      service: { namespace: 'wardle', name: 'api', port: 443 },
    },
  });
}

/** The status that somebody gets who only says that they are the front proxy. */
function spoofed({ localPort, ca }: WebServerContainer): Promise<number> {
  const headers = { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
  const options = { host: '127.0.0.1', port: localPort, path: flunders, servername: 'api.wardle.svc', ca, headers };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
