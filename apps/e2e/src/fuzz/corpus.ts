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

/** Valid requests: those written by hand (each with a body eight times), and for each served resource one of every verb with a small object. */
export async function corpusOf(client: ApiClient): Promise<FuzzRequest[]> {
  const lists = await resourceLists(client);
  return [...written(), ...lists.flatMap((list) => requestsOf(list))];
}

/** testdata/requests.json holds `[method, path and query, content type, body]`. */
function written(): FuzzRequest[] {
  const file = join(import.meta.dirname, 'testdata/requests.json');
  const entries = JSON.parse(readFileSync(file, 'utf8')) as [string, string, string, unknown][];
  return entries.flatMap((entry) => Array.from({ length: entry[2] === '' ? 1 : 8 }, () => fromEntry(entry)));
}

function fromEntry([method, target, type, body]: readonly [string, string, string, unknown]): FuzzRequest {
  const [path = '', query = ''] = target.split('?');
  const headers = type === '' ? {} : { 'content-type': type };
  return { method, path, query, headers, body: body === null ? '' : JSON.stringify(body) };
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
