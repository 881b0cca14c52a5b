import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Target, open, request, requestJson } from './client.ts';
import { type Measurement, summarize } from './measure.ts';
import { pod } from './objects.ts';
import type { ServerProcess } from './server-process.ts';

const marker = Buffer.from('"bench/sequence":"');

/** Opens watches on the pods of a namespace and measures what the delivery of one event to one of them costs. */
export async function measureWatches(
  server: ServerProcess,
  options: { readonly namespace: string; readonly watchers: number; readonly updates: number },
): Promise<Measurement> {
  const { watchers, updates } = options;
  const pods = `${options.namespace}/pods`;
  await request(server, { method: 'POST', path: pods, body: pod('watched') });
  const { metadata } = (await requestJson(server, { method: 'GET', path: pods })) as {
    metadata: { resourceVersion: string };
  };
  const audience = new Audience();
  const path = `${pods}?watch=true&resourceVersion=${metadata.resourceVersion}`;
  for (let i = 0; i < watchers; i++) audience.add(await open(server, { method: 'GET', path }));
  const cpuBefore = server.cpuMicroseconds();
  const started = performance.now();
  const latencies: number[] = [];
  for (let i = 1; i <= updates; i++)
    latencies.push(await updateAndWait(server, `${pods}/watched`, audience, i * watchers));
  const totals = {
    seconds: (performance.now() - started) / 1000,
    cpuMicroseconds: server.cpuMicroseconds() - cpuBefore,
    residentMegabytes: server.residentMegabytes(),
  };
  audience.close();
  const measured = summarize(`watch event to one of ${String(watchers)}`, latencies, totals);
  const deliveries = watchers * updates;
  return {
    ...measured,
    operations: deliveries,
    perSecond: deliveries / totals.seconds,
    cpuMicroseconds: totals.cpuMicroseconds / deliveries,
  };
}

/** Changes the pod and waits until everybody has seen it; returns how long that took. */
async function updateAndWait(server: Target, path: string, audience: Audience, expected: number): Promise<number> {
  const started = performance.now();
  await request(server, {
    method: 'PATCH',
    path,
    body: JSON.stringify({ metadata: { annotations: { 'bench/sequence': String(expected) } } }),
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  while (audience.received < expected) await sleep(1);
  return performance.now() - started;
}

/** Open watches, and how many events they have received together. */
class Audience {
  received = 0;
  readonly #watches: IncomingMessage[] = [];

  add(watch: IncomingMessage): void {
    this.#watches.push(watch);
    watch.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + marker.length)) this.received += 1;
    });
    watch.on('error', () => undefined);
  }

  close(): void {
    for (const watch of this.#watches) watch.destroy();
  }
}
