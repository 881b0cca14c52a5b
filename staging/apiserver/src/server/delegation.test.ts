import type { KubeObject, Scheme } from '@kubescript/apimachinery';
import type { Transport } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import { alwaysAllow } from '../authorization/builtin.ts';
import type { OpenApiDocuments } from '../openapi/handler.ts';
import type { ApiGroupVersion, Rest } from '../registry/rest.ts';
import { EncodedItem } from '../storage/encoded-item.ts';
import type { DelegationTarget } from './delegation.ts';
import { GenericApiServer, type GenericServerOptions } from './generic-server.ts';
import { textResponse } from './plain-response.ts';

const scheme = { hubOf: () => undefined, schemas: {} } as unknown as Scheme;

function groupVersion(group: string, version: string, resource: string): ApiGroupVersion {
  const kind = { group, version, kind: 'Thing' };
  const rest: Rest = {
    kind,
    get: (name) => Promise.resolve(new EncodedItem({ metadata: { name }, from: `${group}/${version}` } as KubeObject)),
  };
  const names = { resource, singular: resource.slice(0, -1), shortNames: [], categories: [] };
  return { group, version, resources: [{ ...names, namespaced: false, rest, subresources: {} }] };
}

function documents(name: string): OpenApiDocuments {
  const v3 = { openapi: '3.0.0', of: name };
  const v2 = { swagger: '2.0', paths: { [`/${name}`]: {} } };
  return { v3Paths: [`apis/${name}`], v3: () => v3, v2: () => v2 };
}

function newServer(options: Partial<GenericServerOptions>): GenericApiServer {
  return new GenericApiServer({
    groups: [],
    scheme,
    admission: [],
    authenticator: { authenticateRequest: () => Promise.resolve(undefined) },
    authorizer: alwaysAllow,
    anonymous: true,
    maxRequestsInFlight: 0,
    maxMutatingRequestsInFlight: 0,
    requestTimeoutMs: 60_000,
    minRequestTimeoutMs: 60_000,
    serverAddress: () => 'localhost:6443',
    onPanic: (error) => {
      throw error;
    },
    ...options,
  });
}

/** A server behind another whose groups can be replaced. */
class ChangingTarget implements DelegationTarget {
  groups: readonly ApiGroupVersion[] = [];
  documents: OpenApiDocuments | undefined;
  readonly asked: string[] = [];

  handle(request: { readonly path: string }): ReturnType<DelegationTarget['handle']> {
    this.asked.push(request.path);
    return request.path.startsWith('/apis/late.io/')
      ? Promise.resolve(textResponse(200, `late ${request.path}`))
      : undefined;
  }

  groupVersions(): readonly ApiGroupVersion[] {
    return this.groups;
  }

  openApi(): OpenApiDocuments | undefined {
    return this.documents;
  }

  paths(): readonly string[] {
    return ['/late'];
  }
}

interface Chain {
  readonly client: Transport;
  readonly last: ChangingTarget;
}

function newChain(): Chain {
  const last = new ChangingTarget();
  const middle = newServer({
    groups: [groupVersion('', 'v1', 'pods'), groupVersion('apps', 'v1', 'deployments')],
    handlers: { '/middle': () => Promise.resolve(textResponse(200, 'middle')) },
    openapi: documents('middle'),
    delegate: last,
  });
  const front = newServer({
    groups: [groupVersion('apiregistration.k8s.io', 'v1', 'apiservices')],
    openapi: documents('front'),
    delegate: middle,
  });
  return { client: front.transport({ name: 'admin', groups: [] }, 'test'), last };
}

async function get(client: Transport, path: string, accept = 'application/json'): Promise<[number, unknown, string]> {
  const response = await client.request({ method: 'GET', path, headers: { accept } });
  const text = await response.text();
  const isJson = text.startsWith('{');
  return [response.status, isJson ? JSON.parse(text) : text, response.headers['etag'] ?? ''];
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const missing = expect.objectContaining({
  kind: 'Status',
  code: 404,
  message: 'the server could not find the requested resource',
}) as unknown;

describe('a chain of servers', () => {
  test.each([
    ['the front server', '/apis/apiregistration.k8s.io/v1', 200, expect.objectContaining({ kind: 'APIResourceList' })],
    ['the middle one', '/middle', 200, 'middle'],
    ['the last one', '/apis/late.io/v1/things/a', 200, 'late /apis/late.io/v1/things/a'],
    ['nobody: a path', '/nowhere', 404, '404 page not found\n'],
    ['nobody: an unknown group', '/apis/no.io/v1/things', 404, '404 page not found\n'],
    ['nobody: an unknown group document', '/apis/no.io', 404, '404 page not found\n'],
    ['nobody: an unknown version of a known group', '/apis/apps/v9/deployments', 404, missing],
    ['nobody: an unknown version document of a known group', '/apis/apps/v9', 404, missing],
    ['nobody: an unknown version of the core group', '/api/v9', 404, missing],
    ['nobody: an unknown resource', '/api/v1/foos', 404, missing],
  ])('is answered by %s', async (_, path, status, body) => {
    expect((await get(newChain().client, path)).slice(0, 2)).toEqual([status, body]);
  });

  test('resources of earlier servers never reach later ones', async () => {
    const { client, last } = newChain();
    await get(client, '/api/v1/foos');
    await get(client, '/apis/apps/v9/deployments');
    expect(last.asked).toEqual([]);
  });

  test('the index at / lists the paths of all', async () => {
    const [, body] = await get(newChain().client, '/');
    const wanted = ['/middle', '/late', '/apis/apps/v1', '/apis/apiregistration.k8s.io', '/openapi/v3/', '/apis/'];
    expect((body as { paths: string[] }).paths).toEqual(expect.arrayContaining(wanted));
  });
});

describe('discovery of a chain', () => {
  test('has the groups of all servers and follows changes of the last one', async () => {
    const { client, last } = newChain();
    const names = async (): Promise<unknown> => {
      const [, body] = await get(client, '/apis');
      return (body as { groups: { name: string }[] }).groups.map(({ name }) => name);
    };
    expect(await names()).toEqual(['apiregistration.k8s.io', 'apps']);
    last.groups = [groupVersion('late.io', 'v1', 'things')];
    expect(await names()).toEqual(['apiregistration.k8s.io', 'apps', 'late.io']);
    expect((await get(client, '/apis/late.io/v1'))[1]).toMatchObject({ groupVersion: 'late.io/v1' });
    last.groups = [];
    expect(await names()).toEqual(['apiregistration.k8s.io', 'apps']);
    expect((await get(client, '/apis/late.io'))[0]).toBe(404);
  });

  test('the ETag of aggregated discovery is another while more is served, and the old one afterwards', async () => {
    const { client, last } = newChain();
    const [, , before] = await get(client, '/apis', aggregated);
    last.groups = [groupVersion('late.io', 'v1', 'things')];
    const [, body, during] = await get(client, '/apis', aggregated);
    expect((body as { items: unknown[] }).items).toHaveLength(3);
    expect(during).not.toBe(before);
    last.groups = [];
    expect((await get(client, '/apis', aggregated))[2]).toBe(before);
    const headers = { accept: aggregated, 'if-none-match': before };
    expect((await client.request({ method: 'GET', path: '/apis', headers })).status).toBe(304);
  });
});

describe('OpenAPI of a chain', () => {
  test('has the documents of all servers and follows changes', async () => {
    const { client, last } = newChain();
    const paths = async (): Promise<string[]> => {
      const [, body] = await get(client, '/openapi/v3');
      return Object.keys((body as { paths: object }).paths);
    };
    expect(await paths()).toEqual(['apis/front', 'apis/middle']);
    last.documents = documents('late');
    expect(await paths()).toEqual(['apis/front', 'apis/middle', 'apis/late']);
    expect((await get(client, '/openapi/v3/apis/late'))[1]).toEqual({ openapi: '3.0.0', of: 'late' });
    const [, swagger] = await get(client, '/openapi/v2');
    expect(Object.keys((swagger as { paths: object }).paths)).toEqual(['/front', '/middle', '/late']);
  });

  test('what did not change is not made again', async () => {
    const { client, last } = newChain();
    let made = 0;
    const document = {};
    const counting = (): OpenApiDocuments => ({
      v3Paths: ['apis/counted'],
      v3: () => document,
      v2: () => ({ made: ++made, paths: {} }),
    });
    last.documents = counting();
    await get(client, '/openapi/v2');
    await get(client, '/openapi/v2');
    expect(made).toBe(1);
  });
});
