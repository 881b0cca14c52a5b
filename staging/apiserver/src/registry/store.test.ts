import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type DeepReadonly, type KubeObject, type Scheme, statusOf } from '@kubescript/apimachinery';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type EmbeddedBackend, openEmbeddedBackend } from '../storage/embedded/embedded-backend.ts';
import type { ListQuery, RestWatchEvent, WatchQuery } from './rest.ts';
import { Store } from './store.ts';
import type { StoreHooks } from './store-options.ts';
import type { RequestContext, Strategy } from './strategy.ts';

interface Widget extends KubeObject {
  spec: { size?: number; node?: string };
  status?: { phase?: string };
}

const scheme = {
  decode: (value: unknown) => ({ object: value, problems: [] }),
  schemas: { kind: () => undefined },
} as unknown as Scheme;
const strategy: Strategy<Widget> = {
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  tracksGeneration: true,
  validate: (object) =>
    object.spec.size === -1
      ? [{ type: 'FieldValueInvalid', path: 'spec.size', badValue: -1, detail: 'must not be negative' }]
      : [],
  validateUpdate: () => [],
  selectableFields: { 'spec.node': (object) => object.spec.node ?? '' },
};

const directories: string[] = [];
let backend: EmbeddedBackend;
let store: Store<Widget>;
const abort = new AbortController();
const context: RequestContext = {
  namespace: 'ns',
  user: { name: 'admin', groups: [] },
  dryRun: false,
  signal: abort.signal,
};
const validate = (): Promise<void> => Promise.resolve();
const anyList: ListQuery = {
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
  labelSelector: '',
  fieldSelector: '',
};
const anyWatch: WatchQuery = { ...anyList, allowBookmarks: false, sendInitialEvents: undefined };

function newStore(extra: Partial<Strategy<Widget>> = {}, hooks: StoreHooks<Widget> = {}): Store<Widget> {
  return new Store<Widget>(
    {
      resource: { group: 'ex.io', resource: 'widgets' },
      kind: { group: 'ex.io', version: 'v1', kind: 'Widget' },
      strategy: { ...strategy, ...extra },
      hooks,
      indexedFields: ['spec.node'],
    },
    { backend, scheme },
  );
}

beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'store-test-'));
  directories.push(directory);
  backend = openEmbeddedBackend({ directory });
  store = newStore();
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await backend[Symbol.asyncDispose]();
});
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const widget = (name: string, extra: Partial<Widget> = {}): Widget => ({
  kind: 'Widget',
  apiVersion: 'ex.io/v1',
  spec: {},
  ...extra,
  metadata: { ...(name === '' ? {} : { name }), ...extra.metadata },
});
const create = async (object: Widget, ctx = context): Promise<DeepReadonly<Widget>> =>
  (await store.create('', object, { ...ctx, validate })).object as DeepReadonly<Widget>;
const update = async (name: string, change: (w: Widget) => void, ctx = context): Promise<DeepReadonly<Widget>> => {
  const { item } = await store.update(name, {
    ...ctx,
    transform: (current) => {
      const copy = structuredClone(current ?? widget(name)) as Widget;
      change(copy);
      return Promise.resolve(copy);
    },
    validateCreate: validate,
    validateUpdate: validate,
  });
  return item.object as DeepReadonly<Widget>;
};
const remove = (name: string, extra: object = {}): ReturnType<typeof store.delete> =>
  store.delete(name, { ...context, validate, ...extra });
const get = async (name: string): Promise<DeepReadonly<Widget>> =>
  (await store.get(name, { ...context, resourceVersion: '' })).object as DeepReadonly<Widget>;
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (err: unknown) => `${String(statusOf(err).code)} ${statusOf(err).message ?? ''}`,
  );
const names = (items: readonly { readonly object: DeepReadonly<KubeObject> }[]): string[] =>
  items.map(({ object }) => object.metadata.name ?? '');

async function events(query: Partial<WatchQuery>, count: number): Promise<string[]> {
  const seen: string[] = [];
  const stream = await store.watch({ ...anyWatch, ...query }, context);
  for await (const event of stream) {
    seen.push(describeEvent(event));
    if (seen.length === count) break;
  }
  return seen;
}
function describeEvent(event: RestWatchEvent): string {
  switch (event.type) {
    case 'BOOKMARK':
      return `BOOKMARK${event.initialEventsEnd ? ' end' : ''}`;
    case 'ERROR':
      return `ERROR ${String(event.status.code)} ${event.status.message ?? ''}`;
    default:
      return `${event.type} ${event.item.object.metadata.name ?? ''}`;
  }
}

describe('create', () => {
  test('fills in what the system gives', async () => {
    const made = await create(widget('a'));
    expect(made.metadata).toMatchObject({ name: 'a', namespace: 'ns', generation: 1 });
    expect(made.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.metadata.creationTimestamp).toMatch(/Z$/);
    expect(Number(made.metadata.resourceVersion)).toBeGreaterThan(0);
    expect(await get('a')).toEqual(made);
  });

  test('stores no links of objects to themselves', async () => {
    expect((await create(widget('a', { metadata: { selfLink: '/a' } }))).metadata.selfLink).toBeUndefined();
    const updated = await update('a', ({ metadata, spec }) => {
      metadata.selfLink = '/a';
      spec.node = 'n';
    });
    expect(updated.spec.node).toBe('n');
    expect(updated.metadata.selfLink).toBeUndefined();
  });

  test('generates names', async () => {
    const made = await create(widget('', { metadata: { generateName: 'x-' } }));
    expect(made.metadata.name).toMatch(/^x-[a-z0-9]{5}$/);
  });

  test('refuses in the words of the reference', async () => {
    await create(widget('a'));
    expect(await messageOf(create(widget('a')))).toBe('409 widgets.ex.io "a" already exists');
    expect(await messageOf(create(widget('b', { metadata: { resourceVersion: '5' } })))).toBe(
      '500 resourceVersion should not be set on objects to be created',
    );
    expect(await messageOf(create(widget('b', { metadata: { namespace: 'other' } })))).toBe(
      '400 the namespace of the provided object does not match the namespace sent on the request',
    );
    expect(await messageOf(create(widget('b', { spec: { size: -1 } })))).toBe(
      '422 Widget.ex.io "b" is invalid: spec.size: Invalid value: -1: must not be negative',
    );
  });

  test('a dry run writes nothing', async () => {
    const made = await create(widget('a'), { ...context, dryRun: true });
    expect(made.metadata.uid).toBeDefined();
    expect(await messageOf(get('a'))).toBe('404 widgets.ex.io "a" not found');
  });
});

describe('update', () => {
  test('keeps system fields and counts generations', async () => {
    const made = await create(widget('a'));
    const next = await update('a', (w) => {
      w.spec.size = 2;
      delete w.metadata.uid;
      w.metadata.creationTimestamp = '2000-01-01T00:00:00Z';
    });
    expect(next.metadata).toMatchObject({ uid: made.metadata.uid, generation: 2 });
    expect(next.metadata.creationTimestamp).toBe(made.metadata.creationTimestamp);
    const labelled = await update('a', (w) => (w.metadata.labels = { a: 'b' }));
    expect(labelled.metadata.generation).toBe(2);
  });

  test('does not write what does not change', async () => {
    const made = await create(widget('a'));
    const same = await update('a', (w) => delete w.metadata.resourceVersion);
    expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });

  test('refuses in the words of the reference', async () => {
    const made = await create(widget('a'));
    await update('a', (w) => (w.spec.size = 1));
    const stale = update('a', (w) => (w.metadata.resourceVersion = made.metadata.resourceVersion ?? ''));
    expect(await messageOf(stale)).toBe(
      '409 Operation cannot be fulfilled on widgets.ex.io "a": the object has been modified; please apply your changes to the latest version and try again',
    );
    expect(await messageOf(update('none', () => undefined))).toBe('404 widgets.ex.io "none" not found');
    store = newStore({ allowUnconditionalUpdate: false });
    expect(await messageOf(update('a', (w) => delete w.metadata.resourceVersion))).toBe(
      '422 widgets.ex.io "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  test('repeats when somebody came between', async () => {
    await create(widget('a', { spec: { size: 0 } }));
    await Promise.all(Array.from({ length: 20 }, () => update('a', (w) => (w.spec.size = (w.spec.size ?? 0) + 1))));
    expect((await get('a')).spec.size).toBe(20);
  });

  test('another strategy serves a subresource', async () => {
    await create(widget('a', { spec: { size: 1 } }));
    const status = store.withUpdateStrategy({
      prepareForUpdate: (object, old) => {
        object.spec = structuredClone(old.spec);
      },
      validateUpdate: () => [],
    });
    const { item } = await status.update('a', {
      ...context,
      transform: () => Promise.resolve(widget('a', { spec: { size: 9 }, status: { phase: 'Ready' } }) as KubeObject),
      validateCreate: validate,
      validateUpdate: validate,
    });
    expect(item.object).toMatchObject({ spec: { size: 1 }, status: { phase: 'Ready' }, metadata: { generation: 1 } });
  });
});

describe('delete', () => {
  test('removes at once', async () => {
    await create(widget('a'));
    expect(await remove('a')).toMatchObject({ deleted: true });
    expect(await messageOf(remove('a'))).toBe('404 widgets.ex.io "a" not found');
  });

  test('waits for finalizers; the update that removes the last one ends the object', async () => {
    await create(widget('a', { metadata: { finalizers: ['ex.io/f'] } }));
    const { item, deleted } = await remove('a');
    expect(deleted).toBe(false);
    expect(item.object.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
    expect(await remove('a')).toMatchObject({ deleted: false, item: { object: item.object } });
    await update('a', (w) => delete w.metadata.finalizers);
    expect(await messageOf(get('a'))).toBe('404 widgets.ex.io "a" not found');
  });

  test('propagation policies become finalizers', async () => {
    await create(widget('a'));
    await create(widget('b'));
    await remove('a', { propagationPolicy: 'Foreground' });
    await remove('b', { propagationPolicy: 'Orphan' });
    expect((await get('a')).metadata.finalizers).toEqual(['foregroundDeletion']);
    expect((await get('b')).metadata.finalizers).toEqual(['orphan']);
    expect(await remove('a', { propagationPolicy: 'Background' })).toMatchObject({ deleted: true });
  });

  test('gracefully, where the strategy says so', async () => {
    store = newStore({ gracePeriodFor: (_, requested) => requested ?? 30 });
    await create(widget('a'));
    const marked = await remove('a');
    expect(marked).toMatchObject({
      deleted: false,
      item: { object: { metadata: { deletionGracePeriodSeconds: 30 } } },
    });
    expect(await remove('a', { gracePeriodSeconds: 60 })).toMatchObject({ deleted: false });
    expect((await get('a')).metadata.deletionGracePeriodSeconds).toBe(30);
    expect(await remove('a', { gracePeriodSeconds: 0 })).toMatchObject({ deleted: true });
  });

  test('checks preconditions', async () => {
    const made = await create(widget('a'));
    expect(await messageOf(remove('a', { preconditions: { uid: 'x' } }))).toBe(
      `409 Operation cannot be fulfilled on Widget.ex.io "a": the UID in the precondition (x) does not match the UID in record (${made.metadata.uid ?? ''}). The object might have been deleted and then recreated`,
    );
  });

  test('a collection, in part', async () => {
    for (const name of ['a', 'b', 'c'])
      await create(widget(name, { metadata: { labels: { keep: String(name === 'b') } } }));
    await store.deleteCollection({ ...anyList, labelSelector: 'keep=false' }, { ...context, validate });
    expect(names((await store.list(anyList, context)).items)).toEqual(['b']);
  });
});

describe('list', () => {
  beforeEach(async () => {
    for (const name of ['d', 'a', 'c', 'b']) {
      await create(
        widget(name, { spec: { node: `n-${name}` }, metadata: { labels: { tier: name < 'c' ? 'low' : 'high' } } }),
      );
    }
    await create(widget('z', {}), { ...context, namespace: 'other' });
  });

  test('in key order, by namespace or everywhere', async () => {
    expect(names((await store.list(anyList, context)).items)).toEqual(['a', 'b', 'c', 'd']);
    expect(names((await store.list(anyList, { ...context, namespace: '' })).items)).toEqual(['a', 'b', 'c', 'd', 'z']);
  });

  test('in pages that belong together', async () => {
    const first = await store.list({ ...anyList, limit: 2 }, context);
    expect(names(first.items)).toEqual(['a', 'b']);
    expect(first.remainingItemCount).toBe(2);
    await create(widget('bb'));
    await remove('c');
    const second = await store.list({ ...anyList, limit: 2, continue: first.continue ?? '' }, context);
    expect(names(second.items)).toEqual(['c', 'd']);
    expect(second.continue).toBeUndefined();
    await backend.compact(await backend.currentRevision());
    const expired = messageOf(store.list({ ...anyList, continue: first.continue ?? '' }, context));
    expect(await expired).toMatch(/^410 The provided continue parameter is too old/);
  });

  test('by selectors', async () => {
    expect(names((await store.list({ ...anyList, labelSelector: 'tier=low' }, context)).items)).toEqual(['a', 'b']);
    expect(names((await store.list({ ...anyList, fieldSelector: 'spec.node=n-c' }, context)).items)).toEqual(['c']);
    expect(names((await store.list({ ...anyList, fieldSelector: 'metadata.name=d' }, context)).items)).toEqual(['d']);
    expect(await messageOf(store.list({ ...anyList, fieldSelector: 'spec.x=1' }, context))).toBe(
      '400 field label not supported: spec.x',
    );
  });

  test('at a resourceVersion', async () => {
    const { resourceVersion } = await store.list(anyList, context);
    await remove('a');
    const past = await store.list({ ...anyList, resourceVersion, resourceVersionMatch: 'Exact' }, context);
    expect(names(past.items)).toEqual(['a', 'b', 'c', 'd']);
    expect(past.resourceVersion).toBe(resourceVersion);
    const now = await store.list({ ...anyList, resourceVersion, resourceVersionMatch: 'NotOlderThan' }, context);
    expect(names(now.items)).toEqual(['b', 'c', 'd']);
    expect(await messageOf(store.list({ ...anyList, continue: 'xyz' }, context))).toMatch(/^400 /);
  });
});

describe('watch', () => {
  test('first the state, then the changes, without a resourceVersion', async () => {
    await create(widget('a'));
    const seen = events({}, 3);
    await new Promise(setImmediate);
    await update('a', (w) => (w.spec.size = 1));
    await remove('a');
    expect(await seen).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  test('from a resourceVersion before the cache was started', async () => {
    const { metadata } = await create(widget('first'));
    await create(widget('a'));
    await update('a', (w) => (w.spec.size = 1));
    await remove('a');
    store = newStore();
    const resourceVersion = metadata.resourceVersion ?? '';
    expect(await events({ resourceVersion }, 3)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  test('objects enter and leave a selection', async () => {
    const { metadata } = await create(widget('a', { spec: { node: 'n1' } }));
    const resourceVersion = metadata.resourceVersion ?? '';
    await update('a', (w) => (w.spec.node = 'n2'));
    await update('a', (w) => (w.spec.node = 'n1'));
    const query = { resourceVersion, fieldSelector: 'spec.node=n2' };
    expect(await events(query, 2)).toEqual(['ADDED a', 'DELETED a']);
  });

  test('sends initial events and marks their end', async () => {
    await create(widget('a'));
    const query = { sendInitialEvents: true, allowBookmarks: true, resourceVersionMatch: 'NotOlderThan' as const };
    expect(await events(query, 2)).toEqual(['ADDED a', 'BOOKMARK end']);
  });

  test('says so in the stream when the start is gone', async () => {
    const { metadata } = await create(widget('a'));
    await update('a', (w) => (w.spec.size = 1));
    const current = await backend.currentRevision();
    await backend.compact(current);
    const resourceVersion = metadata.resourceVersion ?? '';
    expect(await events({ resourceVersion }, 1)).toEqual([
      `ERROR 410 too old resource version: ${resourceVersion} (${String(current)})`,
    ]);
  });

  test('a thousand watchers share one object', async () => {
    await store.list(anyList, context);
    const streams = await Promise.all(
      Array.from({ length: 1000 }, async () => (await store.watch(anyWatch, context))[Symbol.asyncIterator]()),
    );
    await create(widget('a'));
    const seen = await Promise.all(streams.map(async (stream) => (await stream.next()).value as RestWatchEvent));
    expect(new Set(seen).size).toBe(1);
    await Promise.all(streams.map(async (stream) => stream.return?.()));
  });
});
