import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiClient } from '../framework/api-client.ts';
import { waitFor } from '../framework/wait.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';
import { WebServerContainer } from './framework/web-server.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const endpoints = (version: string): string => `/apis/example.com/${version}/namespaces/default/addresses`;

describeContainers('a conversion webhook in a container', () => {
  const stack = new AsyncDisposableStack();
  let hooks: WebServerContainer;
  let client: ApiClient;

  beforeAll(async () => {
    const network = await newNetwork();
    hooks = stack.use(await WebServerContainer.start({ image: 'webhook-server', network, host: 'webhooks' }));
    const server = stack.use(await ApiServerContainer.start({ network, pki: await newClusterPki() }));
    client = stack.use(await server.client());
    const body = definition(`${hooks.url}/convert`, hooks.caBundle);
    expect(await client.request('POST', definitions, { body })).toMatchObject({ status: 201 });
    await waitFor('the resource to be served', async () =>
      (await client.request('GET', endpoints('v2'))).status === 200 ? true : undefined,
    );
  });

  afterAll(() => stack.disposeAsync());

  test('what is written in one version is read in the other', async () => {
    const body = { apiVersion: 'example.com/v1', kind: 'Address', metadata: { name: 'one' }, spec: { address: 'a:1' } };
    expect(await client.request('POST', endpoints('v1'), { body })).toMatchObject({ status: 201, body });
    expect(await client.request('GET', `${endpoints('v2')}/one`)).toMatchObject({
      status: 200,
      body: { apiVersion: 'example.com/v2', spec: { host: 'a', port: 1 } },
    });
    const patched = await client.request('PATCH', `${endpoints('v2')}/one`, {
      body: { spec: { port: 2 } },
      contentType: 'application/merge-patch+json',
    });
    expect(patched).toMatchObject({ status: 200, body: { spec: { host: 'a', port: 2 } } });
    expect(await client.request('GET', `${endpoints('v1')}/one`)).toMatchObject({ body: { spec: { address: 'a:2' } } });
  });

  test('a list and a watch are converted', async () => {
    expect(await client.request('GET', endpoints('v2'))).toMatchObject({
      body: { apiVersion: 'example.com/v2', items: [{ spec: { host: 'a', port: 2 } }] },
    });
    const stop = new AbortController();
    const watch = client.lines(`${endpoints('v2')}?watch=true`, stop.signal);
    expect((await watch.next()).value).toBe(200);
    expect((await watch.next()).value).toMatchObject({ type: 'ADDED', object: { spec: { host: 'a', port: 2 } } });
    stop.abort();
  });

  test('while it is away, only the stored version can be read; afterwards both', async () => {
    await hooks.kill();
    expect(await client.request('GET', `${endpoints('v2')}/one`)).toMatchObject({
      status: 500,
      body: {
        message: expect.stringContaining('conversion webhook for example.com/v1, Kind=Address failed') as string,
      },
    });
    expect(await client.request('GET', `${endpoints('v1')}/one`)).toMatchObject({ status: 200 });
    await hooks.startAgain();
    await waitFor('conversions', async () =>
      (await client.request('GET', `${endpoints('v2')}/one`)).status === 200 ? true : undefined,
    );
  });
});

function definition(url: string, caBundle: string): object {
  const version = (name: string, storage: boolean, properties: object): object => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  });
  return {
    metadata: { name: 'addresses.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'addresses', singular: 'address', kind: 'Address', listKind: 'AddressList' },
      scope: 'Namespaced',
      versions: [
        version('v1', true, { address: { type: 'string' } }),
        version('v2', false, { host: { type: 'string' }, port: { type: 'integer' } }),
      ],
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url, caBundle }, conversionReviewVersions: ['v1'] },
      },
    },
  };
}
