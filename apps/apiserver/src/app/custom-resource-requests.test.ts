import type { KubeObject, Status } from '@kubescript/apimachinery';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { type RawAnswer, sendRaw } from '../testing/send-raw.ts';
import { type TestServer, startTestServer } from '../testing/start-test-server.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        color: { type: 'string', 'x-kubernetes-validations': [{ rule: "self != 'black'" }] },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, port: { type: 'integer' } },
          },
        },
      },
    },
    status: { type: 'object', properties: { size: { type: 'integer' } } },
  },
};

const definition = (rules: boolean): unknown => {
  const spec = structuredClone(schema) as { properties: { spec: { properties: { color: Record<string, unknown> } } } };
  if (!rules) delete spec.properties.spec.properties.color['x-kubernetes-validations'];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['gd'], categories: ['all'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: spec },
          subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
          selectableFields: [{ jsonPath: '.spec.color' }],
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
        },
      ],
    },
  };
};

const gadget = (name: string, spec: unknown): unknown => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name },
  spec,
});

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

interface Gadget extends KubeObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

describe('requests for custom resources', () => {
  let server: TestServer;

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> => sendRaw(server, method, path, { ...(body === undefined ? {} : { body }), headers });
  const messageOf = (answer: RawAnswer): string | undefined => (JSON.parse(answer.text) as Status).message;
  const gadgetOf = (answer: RawAnswer): Gadget => JSON.parse(answer.text) as Gadget;
  const apply = (manager: string, name: string, spec: unknown): Promise<RawAnswer> =>
    send('PATCH', `${gadgets}/${name}?fieldManager=${manager}`, gadget(name, spec), {
      'content-type': 'application/apply-patch+yaml',
    });

  beforeAll(async () => {
    server = await startTestServer();
    await send('POST', definitions, definition(false));
    await vi.waitFor(async () => expect((await send('GET', gadgets)).status).toBe(200), 5000);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  test('appliers share a map list by its keys, and may not take what others have', async () => {
    await apply('one', 'shared', { ports: [{ name: 'a', port: 1 }], free: { x: { y: 1 } } });
    const both = await apply('two', 'shared', { ports: [{ name: 'b', port: 2 }] });
    expect(gadgetOf(both).spec['ports']).toEqual([
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ]);
    const conflict = await apply('two', 'shared', { ports: [{ name: 'a', port: 3 }] });
    expect(conflict.status).toBe(409);
    expect(messageOf(conflict)).toContain('.spec.ports[name="a"].port');
    const left = await apply('two', 'shared', {});
    expect(gadgetOf(left).spec['ports']).toEqual([{ name: 'a', port: 1 }]);
    const free = await apply('three', 'shared', { free: { x: { y: 2 } } });
    expect(messageOf(free)).toContain('.spec.free.x.y');
  });

  test.each([
    ['Strict', 400, 'strict decoding error: unknown field "spec.odd"', undefined],
    ['Warn', 201, undefined, '299 - "unknown field \\"spec.odd\\""'],
    ['Ignore', 201, undefined, undefined],
  ])('unknown fields: %s', async (validation, status, problem, warning) => {
    const name = `unknown-${validation.toLowerCase()}`;
    const answer = await send('POST', `${gadgets}?fieldValidation=${validation}`, gadget(name, { odd: 1 }));
    expect(answer.status).toBe(status);
    if (problem !== undefined) expect(messageOf(answer)).toContain(problem);
    expect(answer.headers['warning']).toBe(warning);
    if (status === 201) expect(gadgetOf(answer).spec).toEqual({});
  });

  test('strategic merge patches and protobuf are refused', async () => {
    await send('POST', gadgets, gadget('refusing', { size: 1 }));
    const patch = await send(
      'PATCH',
      `${gadgets}/refusing`,
      {},
      { 'content-type': 'application/strategic-merge-patch+json' },
    );
    expect(patch.status).toBe(415);
    const read = await send('GET', `${gadgets}/refusing`, undefined, { accept: 'application/vnd.kubernetes.protobuf' });
    expect(read.status).toBe(406);
  });

  test('the scale subresource reads and writes the replicas', async () => {
    await send('POST', gadgets, gadget('scaled', { size: 2 }));
    const scale = gadgetOf(await send('GET', `${gadgets}/scaled/scale`));
    expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 2 } });
    await send('PUT', `${gadgets}/scaled/scale`, { ...scale, spec: { replicas: 5 } });
    const scaled = gadgetOf(await send('GET', `${gadgets}/scaled`));
    expect(scaled.spec['size']).toBe(5);
    expect(scaled.metadata.generation).toBe(2);
  });

  test('lists are selected by fields, and shown as tables', async () => {
    await send('POST', gadgets, gadget('blue', { color: 'blue', size: 7 }));
    await send('POST', gadgets, gadget('green', { color: 'green' }));
    const table = await send('GET', `${gadgets}?fieldSelector=spec.color%3Dblue`, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    const { columnDefinitions, rows } = JSON.parse(table.text) as Table;
    expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Size']);
    expect(rows.map(({ cells }) => cells)).toEqual([['blue', 7]]);
    const odd = await send('GET', `${gadgets}?fieldSelector=spec.size%3D7`);
    expect(messageOf(odd)).toContain('field label not supported: spec.size');
  });

  test('discovery and OpenAPI tell of them', async () => {
    const list = JSON.parse((await send('GET', '/apis/example.com/v1')).text) as { resources: { name: string }[] };
    expect(list.resources.find(({ name }) => name === 'gadgets')).toMatchObject({
      singularName: 'gadget',
      shortNames: ['gd'],
      categories: ['all'],
    });
    expect(list.resources.map(({ name }) => name).sort()).toEqual(['gadgets', 'gadgets/scale', 'gadgets/status']);
    const document = await send('GET', '/openapi/v3/apis/example.com/v1');
    const { components } = JSON.parse(document.text) as { components: { schemas: Record<string, unknown> } };
    expect(components.schemas['com.example.v1.Gadget']).toMatchObject({
      'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Gadget', version: 'v1' }],
    });
  });

  test('OpenAPI follows definitions that come and go', async () => {
    const swagger = async (): Promise<{
      readonly paths: object;
      readonly definitions: object;
      readonly etag: string;
    }> => {
      const { text, headers } = await send('GET', '/openapi/v2');
      const { paths, definitions: all } = JSON.parse(text) as { paths: object; definitions: object };
      return { paths, definitions: all, etag: String(headers['etag']) };
    };
    const pathOf = (plural: string): string => `/apis/example.com/v1/namespaces/{namespace}/${plural}`;
    const before = await swagger();
    expect(Object.keys(before.paths)).toEqual(expect.arrayContaining(['/api/v1/pods', pathOf('gadgets')]));
    expect(Object.keys(before.definitions)).toContain('com.example.v1.GadgetList');
    const other = structuredClone(definition(false)) as { metadata: object; spec: { names: object } };
    other.metadata = { name: 'gizmos.example.com' };
    other.spec.names = { plural: 'gizmos', kind: 'Gizmo' };
    await send('POST', definitions, other);
    await expect.poll(async () => Object.keys((await swagger()).paths), { timeout: 5000 }).toContain(pathOf('gizmos'));
    const both = await swagger();
    expect(Object.keys(both.paths)).toContain(pathOf('gadgets'));
    expect(both.etag).not.toBe(before.etag);
    const v3 = async (): Promise<string> => (await send('GET', '/openapi/v3/apis/example.com/v1')).text;
    expect(await v3()).toContain('com.example.v1.Gizmo');
    await send('DELETE', `${definitions}/gizmos.example.com`);
    await expect.poll(async () => (await swagger()).etag, { timeout: 5000 }).toBe(before.etag);
    expect(await v3()).not.toContain('com.example.v1.Gizmo');
  });

  test('a rule that comes later refuses new values, and warns of those that stay', async () => {
    await send('POST', gadgets, gadget('dark', { color: 'black' }));
    const { metadata } = gadgetOf(await send('GET', `${definitions}/gadgets.example.com`));
    await send('PUT', `${definitions}/gadgets.example.com`, { ...(definition(true) as object), metadata });
    const create = async (): Promise<RawAnswer> =>
      send('POST', `${gadgets}?dryRun=All`, gadget('new', { color: 'black' }));
    await expect.poll(async () => (await create()).status, { timeout: 5000 }).toBe(422);
    const problem = `spec.color: Invalid value: "black": failed rule: self != 'black'`;
    expect(messageOf(await create())).toBe(`Gadget.example.com "new" is invalid: ${problem}`);
    const patch = { 'content-type': 'application/merge-patch+json' };
    const kept = await send('PATCH', `${gadgets}/dark`, { spec: { size: 3 } }, patch);
    expect(kept.status).toBe(200);
    expect(kept.headers['warning']).toContain('failed rule');
  });
});
