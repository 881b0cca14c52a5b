import type { KubeObject } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import { ClientSet, type Resource, type ResourceClient, apiextensionsv1 } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/start-test-server.ts';
import { startHttpsService } from './auth/testing/https-service.ts';

const group = 'example.com';

function definition(overrides: Partial<CustomResourceDefinition['spec']> = {}): CustomResourceDefinition {
  return {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  required: ['size'],
                  properties: {
                    size: { type: 'integer', minimum: 1 },
                    color: { type: 'string', default: 'red' },
                  },
                },
                status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
          },
          subresources: { status: {} },
        },
      ],
      ...overrides,
    },
  } as unknown as CustomResourceDefinition;
}

interface Widget extends KubeObject {
  spec: Record<string, unknown>;
  status?: Record<string, unknown>;
}

const widgets: Resource<Widget> = { group, version: 'v1', resource: 'widgets', kind: 'Widget', namespaced: true };

function widget(name: string, spec: Record<string, unknown>): Widget {
  return { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name }, spec };
}

async function establish(server: TestServer, crd = definition()): Promise<ResourceClient<Widget>> {
  const clients = new ClientSet(server.admin);
  const definitions = clients.resource(apiextensionsv1.customresourcedefinitions);
  await definitions.create(crd);
  const client = clients.resource(widgets, 'default');
  await expect.poll(() => client.list().then(() => 'served', String), { timeout: 5000 }).toBe('served');
  return client;
}

describe('custom resources', () => {
  test('are created, defaulted, pruned, validated and watched as soon as their definition is established', async () => {
    await using server = await startTestServer();
    const client = await establish(server);
    const created = await client.create(widget('a', { size: 2, unknown: true }));
    expect(created.spec).toEqual({ size: 2, color: 'red' });
    expect(created.metadata.generation).toBe(1);
    await expect(client.create(widget('b', { size: 0 }))).rejects.toThrow(
      'Widget.example.com "b" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    );
    const patched = await client.patch('a', 'application/merge-patch+json', { spec: { size: 3 } });
    expect(patched.metadata.generation).toBe(2);
    const { items } = await client.list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });

  test('have a status of their own', async () => {
    await using server = await startTestServer();
    const client = await establish(server);
    const created = await client.create({ ...widget('a', { size: 1 }), status: { phase: 'Ignored' } });
    expect(created.status).toBeUndefined();
    const updated = await client.updateStatus({ ...created, spec: { size: 9 }, status: { phase: 'Up' } });
    expect(updated.spec['size']).toBe(1);
    expect(updated.status).toEqual({ phase: 'Up' });
    expect(updated.metadata.generation).toBe(1);
  });

  test('go with their definition, after which the path is gone', async () => {
    await using server = await startTestServer();
    const client = await establish(server);
    await client.create(widget('a', { size: 1 }));
    const definitions = new ClientSet(server.admin).resource(apiextensionsv1.customresourcedefinitions);
    await definitions.delete(`widgets.${group}`);
    const gone = (): Promise<string> => definitions.get(`widgets.${group}`).then(() => 'there', String);
    await expect.poll(gone, { timeout: 10_000 }).toContain('not found');
    await expect.poll(() => client.list().then(() => 'served', String)).toContain('could not find');
    const again = await establish(server);
    expect((await again.list()).items).toEqual([]);
  });

  test('are stored once for all versions, without what the storage version does not know', async () => {
    await using server = await startTestServer();
    const [v1] = definition().spec.versions;
    const v1beta1 = {
      ...v1,
      name: 'v1beta1',
      storage: false,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, old: { type: 'string' } } } },
        },
      },
    };
    await establish(server, definition({ versions: [v1, v1beta1] as CustomResourceDefinition['spec']['versions'] }));
    const old = new ClientSet(server.admin).resource<Widget>({ ...widgets, version: 'v1beta1' }, 'default');
    const created = await old.create({ ...widget('a', { size: 1, old: 'x' }), apiVersion: `${group}/v1beta1` });
    expect(created.spec).toEqual({ size: 1 });
    const fresh = await new ClientSet(server.admin).resource(widgets, 'default').get('a');
    expect(fresh.spec).toEqual({ size: 1, color: 'red' });
  });
});

interface ConversionReview {
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Widget[] };
}

/** A conversion webhook that calls `spec.size` in v2 `spec.length`. */
function convert(body: unknown): unknown {
  const { apiVersion, request } = body as ConversionReview;
  const isV2 = request.desiredAPIVersion.endsWith('/v2');
  const convertedObjects = request.objects.map((object) => {
    const { size, length, ...rest } = object.spec;
    const spec = { ...rest, [isV2 ? 'length' : 'size']: size ?? length };
    return { ...object, apiVersion: request.desiredAPIVersion, spec };
  });
  const response = { uid: request.uid, convertedObjects, result: { status: 'Success' } };
  return { apiVersion, kind: 'ConversionReview', response };
}

test('a webhook converts between versions, in answers, lists and watches', async () => {
  let answer: (review: unknown) => unknown = convert;
  await using webhook = await startHttpsService((_path, body) => answer(body));
  await using server = await startTestServer();
  const [v1] = definition().spec.versions;
  const properties = {
    spec: { type: 'object', properties: { length: { type: 'integer' }, color: { type: 'string' } } },
  };
  const v2 = { ...v1, name: 'v2', storage: false, schema: { openAPIV3Schema: { type: 'object', properties } } };
  const clientConfig = {
    url: `${webhook.url}/convert`,
    caBundle: Buffer.from(webhook.authority.cert).toString('base64'),
  };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
  const versions = [v1, v2] as CustomResourceDefinition['spec']['versions'];
  const first = await establish(server, definition({ versions, conversion }));
  const second = new ClientSet(server.admin).resource<Widget>({ ...widgets, version: 'v2' }, 'default');
  await first.create(widget('a', { size: 4 }));
  expect((await second.get('a')).spec).toEqual({ length: 4, color: 'red' });
  const made = await second.create({ ...widget('b', { length: 7 }), apiVersion: `${group}/v2` });
  expect(made.spec).toEqual({ length: 7 });
  expect((await first.list()).items.map(({ spec }) => spec['size'])).toEqual([4, 7]);
  expect((await second.list()).items.map(({ spec }) => spec['length'])).toEqual([4, 7]);
  const changed = await second.patch('a', 'application/merge-patch+json', { spec: { length: 5 } });
  expect(changed.spec['length']).toBe(5);
  expect((await first.get('a')).spec['size']).toBe(5);
  // Managers of other versions stay, as far as the names of fields go.
  const applied = (version: string, spec: object): object => ({
    ...{ apiVersion: `${group}/${version}`, kind: 'Widget' },
    ...{ metadata: { name: 'c' }, spec },
  });
  const apply = 'application/apply-patch+yaml';
  await first.patch('c', apply, applied('v1', { size: 1, color: 'blue' }), { fieldManager: 'alice' });
  const both = await second.patch('c', apply, applied('v2', { length: 1 }), { fieldManager: 'bob' });
  expect(both.spec).toEqual({ length: 1, color: 'blue' });
  const managers = both.metadata.managedFields?.map(
    ({ manager, apiVersion }) => `${manager ?? ''} ${apiVersion ?? ''}`,
  );
  expect(managers?.sort()).toEqual([`alice ${group}/v1`, `bob ${group}/v2`]);
  await expect(second.patch('c', apply, applied('v2', { color: 'red' }), { fieldManager: 'bob' })).rejects.toThrow(
    'conflict with "alice"',
  );
  answer = () => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { result: { status: 'Failed', message: 'not today' } },
  });
  await expect(second.get('a')).rejects.toThrow(/conversion webhook for example.com\/v1, Kind=Widget failed/);
});
