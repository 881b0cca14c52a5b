import { type BenchRequest, request, requestJson } from './client.ts';
import { type Measurement, type Work, measure, perform } from './measure.ts';
import { configMap, pod } from './objects.ts';
import type { ServerProcess } from './server-process.ts';
import { measureWatches } from './watches.ts';

/** Work on a fresh server; `scale` 1 is the full size. */
export type Scenario = (server: ServerProcess, scale: number) => AsyncIterable<Measurement>;

const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** By the name under which it can be chosen. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  create: measureCreates,
  verbs: measureVerbs,
  list: measureLists,
  watch: async function* measureWatch(server, scale) {
    const namespace = await newNamespace(server, 'watch');
    yield await measureWatches(server, { namespace, watchers: scaled(1000, scale), updates: scaled(200, scale) });
  },
};

async function* measureCreates(server: ServerProcess, scale: number): AsyncIterable<Measurement> {
  const namespace = await newNamespace(server, 'create');
  await fill(server, scaled(500, scale), creates(namespace, 'configmaps', configMap, 'warm'));
  yield await measure(server, {
    name: 'create ConfigMap 1 KB, 64 clients',
    ...{ clients: 64, operations: scaled(5000, scale) },
    request: creates(namespace, 'configmaps', configMap, 'c'),
  });
  yield await measure(server, {
    name: 'create Pod 8 KB, 64 clients',
    ...{ clients: 64, operations: scaled(3000, scale) },
    request: creates(namespace, 'pods', pod, 'p'),
  });
}

async function* measureVerbs(server: ServerProcess, scale: number): AsyncIterable<Measurement> {
  const namespace = await newNamespace(server, 'verbs');
  const operations = scaled(3000, scale);
  await fill(server, operations, creates(namespace, 'pods', pod, 'p'));
  const path = (index: number): string => `${namespace}/pods/p-${String(index % operations)}`;
  const patch = (name: string, type: keyof typeof patchTypes, body: (index: number) => string, query = ''): Work => ({
    name: `${name}, 32 clients`,
    ...{ clients: 32, operations },
    request: (index) => ({
      method: 'PATCH',
      path: path(index) + query,
      body: body(index),
      headers: { 'content-type': patchTypes[type] },
    }),
  });
  yield await measure(server, {
    name: 'get Pod, 64 clients',
    ...{ clients: 64, operations: operations * 3 },
    request: (index) => ({ method: 'GET', path: path(index) }),
  });
  const puts = await currentPods(server, namespace);
  yield await measure(server, {
    name: 'put Pod, 32 clients',
    ...{ clients: 32, operations },
    request: (index) => ({ method: 'PUT', path: path(index), body: puts.get(`p-${String(index)}`) ?? '' }),
  });
  yield await measure(server, patch('merge patch of a Pod', 'merge', annotate));
  yield await measure(server, patch('strategic patch of a Pod', 'strategic', annotate));
  const applied = (index: number): string => pod(`p-${String(index)}`, { 'bench/applied': 'yes' });
  yield await measure(server, patch('apply of a Pod', 'apply', applied, '?fieldManager=bench&force=true'));
  yield await measure(server, {
    name: 'delete Pod, 32 clients',
    ...{ clients: 32, operations },
    request: (index) => ({ method: 'DELETE', path: `${path(index)}?gracePeriodSeconds=0` }),
  });
}

async function* measureLists(server: ServerProcess, scale: number): AsyncIterable<Measurement> {
  const namespace = await newNamespace(server, 'list');
  const count = scaled(10_000, scale);
  const grouped = (name: string): string => pod(name, { 'bench/group': `g${String(Number(name.slice(2)) % 100)}` });
  await fill(server, count, creates(namespace, 'pods', grouped, 'p'));
  const list = (what: string, operations: number, query: string, headers: Record<string, string> = {}): Work => ({
    name: `list ${String(count)} pods${what}`,
    ...{ clients: 1, operations },
    request: () => ({ method: 'GET', path: `${namespace}/pods${query}`, headers }),
  });
  const as = (kind: string): Record<string, string> => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` });
  yield await measure(server, list('', 10, ''));
  yield await measure(server, { ...list(', 8 at once', 24, ''), clients: 8 });
  yield await measure(server, list(', gzip', 5, '', { 'accept-encoding': 'gzip' }));
  yield await measure(server, list(', protobuf', 10, '', { accept: 'application/vnd.kubernetes.protobuf' }));
  yield await measure(server, list(', metadata', 10, '', as('PartialObjectMetadataList')));
  yield await measure(server, list(', table', 10, '', as('Table')));
  yield await measure(server, list(', 1 % by label', 100, '?labelSelector=bench/group=g7'));
  yield await measure(server, list(', none by label', 100, '?labelSelector=bench/group=none'));
}

const annotate = (index: number): string =>
  JSON.stringify({ metadata: { annotations: { 'bench/note': String(index) } } });

const scaled = (count: number, scale: number): number => Math.max(2, Math.round(count * scale));

/** A new namespace in which pods can be made; returns its path. */
async function newNamespace(server: ServerProcess, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${name}`;
  await request(server, { method: 'POST', path: '/api/v1/namespaces', body: JSON.stringify({ metadata: { name } }) });
  const account = JSON.stringify({ metadata: { name: 'default' } });
  await request(server, { method: 'POST', path: `${path}/serviceaccounts`, body: account });
  return path;
}

function creates(
  namespace: string,
  resource: string,
  body: (name: string) => string,
  prefix: string,
): (index: number) => BenchRequest {
  return (index) => ({
    method: 'POST',
    path: `${namespace}/${resource}`,
    body: body(`${prefix}-${String(index)}`),
  });
}

const fill = async (server: ServerProcess, operations: number, call: (index: number) => BenchRequest): Promise<void> =>
  void (await perform(server, { operations, clients: 32, request: call }));

/** The pods of a namespace as the bodies of PUTs that change each of them. */
async function currentPods(server: ServerProcess, namespace: string): Promise<ReadonlyMap<string, string>> {
  const { items } = (await requestJson(server, { method: 'GET', path: `${namespace}/pods` })) as {
    items: { metadata: { name: string; annotations: Record<string, string> } }[];
  };
  return new Map(
    items.map((item) => {
      item.metadata.annotations['bench/put'] = 'yes';
      return [item.metadata.name, JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...item })];
    }),
  );
}
