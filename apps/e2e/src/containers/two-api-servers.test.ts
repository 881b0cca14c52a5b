import type { Endpoints, Service } from '@kubescript/api/core/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiClient } from '../framework/api-client.ts';
import { FaultRun } from '../linearizability/rounds.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { EtcdCluster } from './framework/etcd-cluster.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';

const services = '/api/v1/namespaces/default/services';
const configMaps = '/api/v1/namespaces/default/configmaps';

describeContainers('two API servers on one etcd', () => {
  const stack = new AsyncDisposableStack();
  let servers: readonly ApiServerContainer[];
  let clients: readonly [ApiClient, ApiClient];

  beforeAll(async () => {
    const network = await newNetwork();
    const etcd = stack.use(await EtcdCluster.start(network, 1));
    const pki = await newClusterPki();
    const flags = ['--etcd-servers', etcd.urls];
    const start = (alias: string): Promise<ApiServerContainer> =>
      ApiServerContainer.start({ network, pki, alias, flags });
    servers = await Promise.all(['apiserver1', 'apiserver2'].map(start));
    for (const server of servers) stack.use(server);
    const [one, other] = await Promise.all(servers.map((server) => server.client()));
    clients = [stack.use(one!), stack.use(other!)];
  });

  afterAll(() => stack.disposeAsync());

  test('a watch on one tells what is written through the other', async () => {
    const [one, other] = clients;
    const stop = new AbortController();
    const watch = one.lines(`${configMaps}?watch=true&fieldSelector=metadata.name%3Dshared`, stop.signal);
    expect((await watch.next()).value).toBe(200);
    await created(other, configMaps, { metadata: { name: 'shared' }, data: { written: 'there' } });
    expect((await watch.next()).value).toMatchObject({ type: 'ADDED', object: { data: { written: 'there' } } });
    const patched = await other.request('PATCH', `${configMaps}/shared`, {
      body: { data: { written: 'again' } },
      contentType: 'application/merge-patch+json',
    });
    expect(patched.status).toBe(200);
    expect((await watch.next()).value).toMatchObject({ type: 'MODIFIED', object: { data: { written: 'again' } } });
    stop.abort();
  });

  test('what one has acknowledged, the other reads', async () => {
    const [one, other] = clients;
    for (let round = 0; round < 20; round++) {
      const name = `read-${round}`;
      await created(one, configMaps, { metadata: { name } });
      expect((await other.request('GET', `${configMaps}/${name}`)).status).toBe(200);
      expect((await other.request('DELETE', `${configMaps}/${name}`)).status).toBe(200);
      expect((await one.request('GET', `${configMaps}/${name}`)).status).toBe(404);
    }
  });

  test('no address and no node port is given twice', async () => {
    const made = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        created(clients[index % 2]!, services, serviceOf(`many-${index}`, { type: 'NodePort' })),
      ),
    );
    const specs = made.map((body) => (body as Service).spec);
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(80);
    expect(new Set(specs.map(({ ports }) => ports?.[0]?.nodePort)).size).toBe(80);
  });

  // From the part of the ranges that is not given to those who do not ask.
  test.each([
    { what: 'address', spec: { clusterIP: '10.96.0.10' }, want: /provided IP is already allocated|already allocated/ },
    { what: 'node port', spec: { type: 'NodePort', nodePort: 30010 }, want: /provided port is already allocated/ },
  ])('of two that ask for the same $what at the same time, one gets it', async ({ what, spec, want }) => {
    const name = what.replace(' ', '-');
    const answers = await Promise.all(
      clients.map((client, index) => client.request('POST', services, { body: serviceOf(`${name}-${index}`, spec) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      message: expect.stringMatching(want) as string,
    });
  });

  /** What the Service kubernetes leads to. */
  async function endpoints(): Promise<number> {
    const { body } = await clients[1].request('GET', '/api/v1/namespaces/default/endpoints/kubernetes');
    return (body as Endpoints).subsets?.flatMap((subset) => subset.addresses ?? []).length ?? 0;
  }

  test('both are endpoints of the Service kubernetes', async () => {
    await expect.poll(endpoints, { timeout: 20_000 }).toBe(2);
  });

  test('one is killed while both are worked with: its clients come back, those of the other go on', async () => {
    const [victim] = servers;
    await using run = await FaultRun.start(servers);
    await run.round({
      name: 'a server is killed',
      async happen() {
        await victim!.kill();
        for (let round = 0; round < 10; round++)
          await created(clients[1], configMaps, { metadata: { name: `on-${round}` } });
        await victim!.startAgain();
      },
    });
    const { violations, operations, events } = run.result();
    expect(violations).toEqual([]);
    expect(operations).toBeGreaterThan(20);
    expect(events).toBeGreaterThan(20);
  });

  test('one that ends is no endpoint any more', async () => {
    await servers[0]!.end();
    expect(await endpoints()).toBe(1);
  });
});

async function created(client: ApiClient, path: string, body: object): Promise<unknown> {
  const answer = await client.request('POST', path, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

function serviceOf(
  name: string,
  { nodePort, ...spec }: { type?: string; clusterIP?: string; nodePort?: number },
): object {
  return {
    metadata: { name },
    spec: { ...spec, ports: [{ port: 80, ...(nodePort === undefined ? {} : { nodePort }) }] },
  };
}
