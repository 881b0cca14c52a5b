import { once } from 'node:events';

import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';

import { EtcdClient } from './etcd-client.ts';

const path = '/etcdserverpb.KV/Range';
const bytes = (value: Buffer): Buffer => value;
const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** An etcd, as far as a client is concerned: it counts what it is asked, and fails while `failing`. */
class FakeEtcd {
  failing = false;
  asked = 0;
  readonly watches: ServerDuplexStream<Buffer, Buffer>[] = [];
  private readonly server = new Server();

  async start(): Promise<string> {
    const handler = { path, requestStream: false, responseStream: false } as const;
    const codec = {
      requestSerialize: bytes,
      requestDeserialize: bytes,
      responseSerialize: bytes,
      responseDeserialize: bytes,
    };
    const watch = { path: '/etcdserverpb.Watch/Watch', requestStream: true, responseStream: true } as const;
    this.server.addService(
      { range: { ...handler, ...codec }, watch: { ...watch, ...codec } },
      {
        range: (_: unknown, answer: (error: Partial<ServiceError> | null, value?: Buffer) => void) => {
          this.asked += 1;
          if (this.failing) answer({ code: status.UNAVAILABLE, details: 'etcdserver: request timed out' });
          else answer(null, Buffer.from('answer'));
        },
        watch: (stream: ServerDuplexStream<Buffer, Buffer>) => void this.watches.push(stream),
      },
    );
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    opened.push(() => this.server.forceShutdown());
    return `http://127.0.0.1:${String(port)}`;
  }
}

async function start(count: number): Promise<{ readonly etcds: readonly FakeEtcd[]; readonly client: EtcdClient }> {
  const etcds = Array.from({ length: count }, () => new FakeEtcd());
  const client = new EtcdClient({ servers: await Promise.all(etcds.map((etcd) => etcd.start())) });
  opened.push(() => client[Symbol.dispose]());
  return { etcds, client };
}

const ask = (client: EtcdClient): Promise<string> => client.unary(path, Buffer.from('x'), String);

test('calls that fail together move on by one server', async () => {
  const { etcds, client } = await start(3);
  const [first, second, third] = etcds;
  first!.failing = true;
  const answers = await Promise.allSettled([ask(client), ask(client), ask(client)]);
  expect(answers.map(({ status: outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await ask(client)).toBe('answer');
  expect([first?.asked, second?.asked, third?.asked]).toEqual([3, 1, 0]);
});

test('watches leave a server with the calls, and the next go to the next server', async () => {
  const { etcds, client } = await start(2);
  const stream = client.watchStream();
  const failure = once(stream, 'error', { signal: AbortSignal.timeout(5000) }).catch((error: unknown) => [error]);
  await expect.poll(() => etcds[0]?.watches.length).toBe(1);
  etcds[0]!.failing = true;
  await expect(ask(client)).rejects.toThrow('cannot be reached (etcdserver: request timed out)');
  const [error] = (await failure) as [Error];
  expect(error.message).toContain('cannot be reached');
  const next = client.watchStream();
  next.on('error', () => undefined);
  await expect.poll(() => etcds[1]?.watches.length).toBe(1);
  next.cancel();
});

test('watches of an only server stay', async () => {
  const { etcds, client } = await start(1);
  const errors: Error[] = [];
  const stream = client.watchStream();
  stream.on('error', (error) => errors.push(error));
  await expect.poll(() => etcds[0]?.watches.length).toBe(1);
  etcds[0]!.failing = true;
  await expect(ask(client)).rejects.toThrow('cannot be reached');
  expect(errors).toEqual([]);
  stream.cancel();
});

test('a watch asks to be ended when its server loses the leader', async () => {
  const { etcds, client } = await start(1);
  const stream = client.watchStream();
  stream.on('error', () => undefined);
  await expect.poll(() => etcds[0]?.watches.length).toBe(1);
  const metadata: Metadata | undefined = etcds[0]?.watches[0]?.metadata;
  expect(metadata?.get('hasleader')).toEqual(['true']);
  stream.cancel();
});
