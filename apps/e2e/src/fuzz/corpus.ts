import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ApiClient } from '../framework/api-client.ts';
import type { FuzzRequest } from './fuzz-request.ts';

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
}

/** The namespace in which requests act. */
export const fuzzNamespace = 'fuzz';

/** Valid requests: those written by hand (each with a body eight times, about other objects), and for each served resource one of every verb with a small object. */
export async function corpusOf(client: ApiClient): Promise<FuzzRequest[]> {
  const lists = await resourceLists(client);
  return [...written(), ...lists.flatMap((list) => requestsOf(list))];
}

/** testdata/requests.json holds `[method, path and query, content type, body]`. */
function written(): FuzzRequest[] {
  const file = join(import.meta.dirname, 'testdata/requests.json');
  const entries = JSON.parse(readFileSync(file, 'utf8')) as [string, string, string, unknown][];
  return entries.flatMap((entry) =>
    Array.from({ length: entry[2] === '' ? 1 : 8 }, (_, index) => renamed(fromEntry(entry), index)),
  );
}

function fromEntry([method, target, type, body]: readonly [string, string, string, unknown]): FuzzRequest {
  const [path = '', query = ''] = target.split('?');
  const headers = type === '' ? {} : { 'content-type': type };
  return { method, path, query, headers, body: body === null ? '' : JSON.stringify(body) };
}

/** The same request about another object, if its body names one. */
function renamed(request: FuzzRequest, index: number): FuzzRequest {
  const body = (request.body === '' ? null : JSON.parse(String(request.body))) as {
    metadata?: { name?: string };
  } | null;
  const name = body?.metadata?.name;
  if (body === null || name === undefined || index === 0) return request;
  const other = `${name}${index}`;
  const path = request.path.split('/').map((part) => (part === name ? other : part));
  return {
    ...request,
    path: path.join('/'),
    body: JSON.stringify({ ...body, metadata: { ...body.metadata, name: other } }),
  };
}

async function resourceLists(client: ApiClient): Promise<ResourceList[]> {
  const groups = (await client.request('GET', '/apis')).body as {
    groups: { versions: { groupVersion: string }[] }[];
  };
  const versions = groups.groups.flatMap((group) => group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const answers = await Promise.all(['/api/v1', ...versions].map((path) => client.request('GET', path)));
  return answers.map(({ body }) => body as ResourceList);
}

function requestsOf({ groupVersion, resources }: ResourceList): FuzzRequest[] {
  const root = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
  return resources.flatMap(({ name, kind, namespaced }) => {
    const [resource = '', subresource] = name.split('/');
    const base = namespaced ? `${root}/namespaces/${fuzzNamespace}/${resource}` : `${root}/${resource}`;
    const item = `${base}/x${subresource === undefined ? '' : `/${subresource}`}`;
    const object = {
      apiVersion: groupVersion,
      kind,
      metadata: { name: 'x', labels: { a: 'b' } },
      spec: {},
      status: {},
    };
    const json = 'application/json';
    return [
      ['GET', item, '', null],
      ['POST', subresource === undefined ? base : item, json, object],
      ['PUT', item, json, object],
      ['PATCH', item, 'application/merge-patch+json', object],
      ['PATCH', `${item}?fieldManager=f&force=true`, 'application/apply-patch+yaml', object],
      ['PATCH', item, 'application/strategic-merge-patch+json', object],
      ['DELETE', item, json, { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }],
      ['GET', `${base}?limit=2&labelSelector=a%3Db`, '', null],
    ].map((entry) => fromEntry(entry as [string, string, string, unknown]));
  });
}
