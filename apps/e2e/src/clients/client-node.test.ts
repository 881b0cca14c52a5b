import {
  type ApiException,
  CoreV1Api,
  KubeConfig,
  PatchStrategy,
  type V1ConfigMap,
  makeInformer,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiServerProcess } from '../framework/api-server.ts';

const namespace = 'default';

describe('@kubernetes/client-node', () => {
  let server: ApiServerProcess;
  let config: KubeConfig;
  let core: CoreV1Api;

  beforeAll(async () => {
    server = await ApiServerProcess.start();
    config = new KubeConfig();
    config.loadFromFile(await server.kubeconfig());
    core = config.makeApiClient(CoreV1Api);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const create = (name: string, app: string): Promise<V1ConfigMap> =>
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- plain objects are how the client is used
    core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { app } }, data: { k: '1' } } });

  /** Writes a value into an object as it was read, at the version that it then had. */
  const replace = (body: V1ConfigMap, value: string): Promise<V1ConfigMap> => {
    body.data = { k: value };
    return core.replaceNamespacedConfigMap({ name: String(body.metadata?.name), namespace, body });
  };

  test('creates, reads, replaces, lists by selector and deletes', async () => {
    const created = await create('crud', 'crud');
    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    await replace(created, '2');
    expect((await core.readNamespacedConfigMap({ name: 'crud', namespace })).data).toEqual({ k: '2' });
    const { items } = await core.listNamespacedConfigMap({ namespace, labelSelector: 'app=crud' });
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['crud']);
    expect((await core.deleteNamespacedConfigMap({ name: 'crud', namespace })).status).toBe('Success');
  });

  test.each([
    { strategy: PatchStrategy.MergePatch, body: { data: { k: '2' } } },
    { strategy: PatchStrategy.StrategicMergePatch, body: { data: { k: '3' } } },
    { strategy: PatchStrategy.JsonPatch, body: [{ op: 'replace', path: '/data/k', value: '4' }] },
  ])('patches by $strategy', async ({ strategy, body }) => {
    await create('patched', 'patch');
    const options = setHeaderOptions('Content-Type', strategy);
    const patched = await core.patchNamespacedConfigMap({ name: 'patched', namespace, body }, options);
    const value = Array.isArray(body) ? body[0]?.value : body.data.k;
    expect(patched.data).toEqual({ k: value });
    await core.deleteNamespacedConfigMap({ name: 'patched', namespace });
  });

  test('is told of what is absent, and of conflicts', async () => {
    const stale = await create('stale', 'stale');
    await replace(stale, '2');
    expect(await failureOf(replace(stale, '3'))).toEqual({ code: 409, reason: 'Conflict' });
    expect(await failureOf(create('stale', 'stale'))).toEqual({ code: 409, reason: 'AlreadyExists' });
    const read = core.readNamespacedConfigMap({ name: 'absent', namespace });
    expect(await failureOf(read)).toEqual({ code: 404, reason: 'NotFound' });
  });

  test('an informer lists, then follows changes', async () => {
    const heard: string[] = [];
    await create('first', 'informed');
    const list = (): Promise<Awaited<ReturnType<typeof core.listNamespacedConfigMap>>> =>
      core.listNamespacedConfigMap({ namespace, labelSelector: 'app=informed' });
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list, 'app=informed');
    for (const verb of ['add', 'update', 'delete'] as const) {
      informer.on(verb, ({ metadata }: V1ConfigMap) => heard.push(`${verb} ${String(metadata?.name)}`));
    }
    await informer.start();
    try {
      await replace(await create('second', 'informed'), '2');
      await core.deleteNamespacedConfigMap({ name: 'first', namespace });
      await expect
        .poll(() => heard, { timeout: 10_000 })
        .toEqual(['add first', 'add second', 'update second', 'delete first']);
    } finally {
      await informer.stop();
    }
  });
});

/** What the client makes of an error of the server. */
async function failureOf(answer: Promise<unknown>): Promise<{ readonly code: number; readonly reason: string }> {
  const error = await answer.then(
    () => undefined,
    (failure: unknown) => failure as ApiException<string>,
  );
  if (error === undefined) throw new Error('the request did not fail');
  return { code: error.code, reason: (JSON.parse(error.body) as { reason: string }).reason };
}
