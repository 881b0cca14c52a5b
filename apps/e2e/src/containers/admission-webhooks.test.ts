import type { ConfigMap } from '@kubescript/api/core/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Answer, ApiClient } from '../framework/api-client.ts';
import { waitFor } from '../framework/wait.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';
import { WebServerContainer } from './framework/web-server.ts';

const registrations = '/apis/admissionregistration.k8s.io/v1';
const timeoutSeconds = 2;

/** A webhook of a test: it is asked about the ConfigMaps of a namespace of its own. */
interface Webhook {
  readonly kind: 'Mutating' | 'Validating';
  readonly path: string;
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly caBundle?: string;
}

describeContainers('admission webhooks in a container', () => {
  const stack = new AsyncDisposableStack();
  let hooks: WebServerContainer;
  let client: ApiClient;
  let named = 0;

  beforeAll(async () => {
    const network = await newNetwork();
    hooks = stack.use(await WebServerContainer.start({ image: 'webhook-server', network, host: 'webhooks' }));
    const server = stack.use(await ApiServerContainer.start({ network, pki: await newClusterPki() }));
    client = stack.use(await server.client());
  });

  afterAll(() => stack.disposeAsync());

  /** Makes a namespace whose ConfigMaps the webhook is asked about, and waits until it is. */
  async function namespaceWith({
    kind,
    path,
    failurePolicy = 'Fail',
    caBundle = hooks.caBundle,
  }: Webhook): Promise<string> {
    named += 1;
    const name = `hooked-${named}`;
    await made('/api/v1/namespaces', { metadata: { name, labels: { hooked: name } } });
    const webhook = {
      name: 'configmaps.example.com',
      clientConfig: { url: `${hooks.url}${path}`, caBundle },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      namespaceSelector: { matchLabels: { hooked: name } },
      objectSelector: { matchExpressions: [{ key: 'unhooked', operator: 'DoesNotExist' }] },
      ...{ failurePolicy, timeoutSeconds, sideEffects: 'None', admissionReviewVersions: ['v1'] },
    };
    const resource = `${kind.toLowerCase()}webhookconfigurations`;
    await made(`${registrations}/${resource}`, { metadata: { name }, webhooks: [webhook] });
    return name;
  }

  async function made(path: string, body: object): Promise<void> {
    expect(await client.request('POST', path, { body })).toMatchObject({ status: 201 });
  }

  let configMaps = 0;
  function create(namespace: string, labels: Readonly<Record<string, string>> = {}): Promise<Answer> {
    configMaps += 1;
    const body = { metadata: { name: `map-${configMaps}`, labels } };
    return client.request('POST', `/api/v1/namespaces/${namespace}/configmaps`, { body });
  }

  /** The server learns of a configuration by a watch. */
  async function createUntil(namespace: string, accepts: (answer: Answer) => boolean): Promise<Answer> {
    return waitFor('the webhook to be called', async () => {
      const answer = await create(namespace, { forbidden: 'yes' });
      return accepts(answer) ? answer : undefined;
    });
  }

  test('a mutating webhook changes what is stored', async () => {
    const namespace = await namespaceWith({ kind: 'Mutating', path: '/mutate' });
    const isMutated = ({ body }: Answer): boolean => (body as ConfigMap).metadata.labels?.['mutated'] === 'by-webhook';
    const { body } = await createUntil(namespace, isMutated);
    const { name } = (body as ConfigMap).metadata;
    const stored = await client.request('GET', `/api/v1/namespaces/${namespace}/configmaps/${name ?? ''}`);
    expect(stored.body).toMatchObject({ metadata: { labels: { mutated: 'by-webhook', forbidden: 'yes' } } });
  });

  test('a validating webhook refuses with its own words', async () => {
    const namespace = await namespaceWith({ kind: 'Validating', path: '/validate' });
    const { body } = await createUntil(namespace, ({ status }) => status === 403);
    expect(body).toMatchObject({
      message: 'admission webhook "configmaps.example.com" denied the request: the label forbidden=yes is forbidden',
    });
    expect((await create(namespace)).status).toBe(201);
  });

  test('a certificate of another authority is not believed', async () => {
    const { authority } = await newClusterPki();
    const caBundle = Buffer.from(authority.cert).toString('base64');
    const namespace = await namespaceWith({ kind: 'Validating', path: '/validate', caBundle });
    const { body } = await createUntil(namespace, ({ status }) => status === 500);
    expect(body).toMatchObject({
      message: expect.stringMatching(
        /^Internal error occurred: failed calling webhook "configmaps.example.com"/,
      ) as string,
    });
  });

  test('one that answers too late has failed', async () => {
    const namespace = await namespaceWith({ kind: 'Validating', path: '/slow' });
    const { body } = await createUntil(namespace, ({ status }) => status === 500);
    expect(body).toMatchObject({
      message: expect.stringMatching(
        /failed calling webhook "configmaps.example.com".*context deadline exceeded/,
      ) as string,
    });
  });

  const outages = [
    { name: 'hangs', start: () => hooks.freeze(), end: () => hooks.thaw() },
    { name: 'is killed', start: () => hooks.kill(), end: () => hooks.startAgain() },
  ];
  test.each(outages)(
    'while the server $name, Fail fails, Ignore lets through, and then all is as before',
    async (outage) => {
      const failing = await namespaceWith({ kind: 'Validating', path: '/validate', failurePolicy: 'Fail' });
      const ignoring = await namespaceWith({ kind: 'Validating', path: '/validate', failurePolicy: 'Ignore' });
      for (const namespace of [failing, ignoring]) await createUntil(namespace, ({ status }) => status === 403);
      await outage.start();
      try {
        const started = performance.now();
        const [failed, ignored] = await Promise.all(
          [failing, ignoring].map((name) => create(name, { forbidden: 'yes' })),
        );
        expect(failed).toMatchObject({
          status: 500,
          body: { message: expect.stringContaining('failed calling webhook "configmaps.example.com"') as string },
        });
        expect(ignored?.status).toBe(201);
        expect(performance.now() - started).toBeLessThan(timeoutSeconds * 1000 + 3000);
        expect((await create(failing, { unhooked: 'yes' })).status).toBe(201);
      } finally {
        await outage.end();
      }
      for (const namespace of [failing, ignoring]) {
        await createUntil(namespace, ({ status }) => status === 403);
        expect((await create(namespace)).status).toBe(201);
      }
    },
  );
});
