import { newResourceExpired } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { FakeClient } from '../testing/index.ts';
import { pods } from '../zz_generated/core/v1.ts';
import { newSharedInformerFactory } from './informer-factory.ts';

function pod(name: string, labels: Record<string, string> = {}): Pod {
  return { metadata: { name, namespace: 'default', labels }, spec: { containers: [] }, status: {} };
}

function start(client: FakeClient) {
  const stop = new AbortController();
  const factory = newSharedInformerFactory(client);
  const informer = factory.for(pods);
  const events: string[] = [];
  informer.addEventHandler({
    onAdd: (object, initial) => events.push(`add ${object.metadata.name ?? ''}${initial ? ' (initial)' : ''}`),
    onUpdate: (old, object) =>
      events.push(
        `update ${object.metadata.name ?? ''} ${String(old.metadata.labels?.['v'])}→${String(object.metadata.labels?.['v'])}`,
      ),
    onDelete: (object) => events.push(`delete ${object.metadata.name ?? ''}`),
  });
  const running = factory.run(stop.signal);
  return { stop, factory, informer, events, running, signal: stop.signal };
}

test('handlers hear of what was there, of changes and of deletions, and indexes follow', async () => {
  const client = new FakeClient();
  client.seed(pods, pod('a', { v: '1' }));
  const { stop, factory, informer, events, running, signal } = start(client);
  informer.addIndexer('v', (object) => [object.metadata.labels?.['v'] ?? '']);
  await factory.waitForSync(signal);
  const api = client.resource(pods, 'default');
  await api.create(pod('b', { v: '1' }));
  await api.patch('a', 'application/merge-patch+json', { metadata: { labels: { v: '2' } } });
  await api.delete('b');
  await expect.poll(() => events).toEqual(['add a (initial)', 'add b', 'update a 1→2', 'delete b']);
  expect(informer.lister.byIndex('v', '1')).toEqual([]);
  expect(informer.lister.byIndex('v', '2').map((object) => object.metadata.name)).toEqual(['a']);
  expect(informer.lister.list({ namespace: 'other' })).toEqual([]);
  expect(factory.for(pods)).toBe(informer);
  stop.abort();
  await running;
});

test('a watch that expired is followed by a list, whose differences are told', async () => {
  const client = new FakeClient();
  client.seed(pods, pod('a'), pod('b'));
  let watches = 0;
  client.react('watch', 'pods', () => {
    watches += 1;
    if (watches > 1) return undefined;
    client.tracker.delete(pods, 'default/a');
    client.seed(pods, pod('c'));
    throw newResourceExpired('too old resource version');
  });
  const { stop, events, running } = start(client);
  await expect.poll(() => events).toEqual(['add a (initial)', 'add b (initial)', 'add c', 'delete a']);
  expect(client.actions.filter((action) => action.verb === 'list').length).toBe(2);
  stop.abort();
  await running;
});

test('a handler that is added late is told of everything cached', async () => {
  const client = new FakeClient();
  client.seed(pods, pod('a'));
  const { stop, factory, informer, running, signal } = start(client);
  await factory.waitForSync(signal);
  const late: string[] = [];
  const remove = informer.addEventHandler({ onAdd: (object) => late.push(object.metadata.name ?? '') });
  expect(late).toEqual(['a']);
  remove();
  stop.abort();
  await running;
});
