import type { APIResource } from '@kubescript/apimachinery';
import { realClock } from '@kubescript/apimachinery';
import type { ApiGroupVersion } from '@kubescript/apiserver';
import { describe, expect, test } from 'vitest';

import { ApiServiceIndex } from '../apis/api-service-index.ts';
import type { ApiServiceProxy, FetchedDocument, ProxyFetch } from '../proxy/api-service-proxy.ts';
import { apiService } from '../testing/api-services.ts';
import { convertResources } from './convert.ts';
import { DiscoveryController } from './discovery-controller.ts';
import { newAggregatorView } from './view.ts';

const service = { namespace: 'n', name: 's', port: 443 };
const available = apiService('v1.r.io', { service }, 'True');
const { signal } = new AbortController();

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly etag?: string;
  readonly body?: unknown;
}

function controllerOver(reply: (what: ProxyFetch) => Reply): {
  index: ApiServiceIndex;
  controller: DiscoveryController;
} {
  const index = new ApiServiceIndex();
  const fetch = (_: unknown, what: ProxyFetch): Promise<FetchedDocument> => {
    const { status, type = 'application/json', etag, body } = reply(what);
    return Promise.resolve({
      status,
      headers: { 'content-type': type, etag },
      body: Buffer.from(JSON.stringify(body ?? {})),
    });
  };
  const proxy = { fetch } as unknown as ApiServiceProxy;
  return { index, controller: new DiscoveryController({ index, proxy, clock: realClock }) };
}

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const aggregatedBody = {
  items: [
    {
      metadata: { name: 'r.io' },
      versions: [{ version: 'v1', resources: [{ resource: 'things' }], freshness: 'Current' }],
    },
  ],
};

// Cases of upstream's kube-aggregator/pkg/apiserver/handler_discovery_test.go.
describe('DiscoveryController', () => {
  test('takes everything at once, then asks whether it changed', async () => {
    const asked: (string | readonly string[] | undefined)[] = [];
    const { index, controller } = controllerOver(({ headers }) => {
      asked.push(headers?.['if-none-match']);
      return asked.length > 1
        ? { status: 304 }
        : { status: 200, type: aggregatedType, etag: '"one"', body: aggregatedBody };
    });
    index.onAdd(available);
    expect(await controller.sync('v1.r.io', signal)).toBe(true);
    const entries = controller.entries();
    expect(entries.get('r.io/v1')).toEqual({
      version: 'v1',
      resources: [{ resource: 'things' }],
      freshness: 'Current',
    });
    expect(await controller.sync('v1.r.io', signal)).toBe(true);
    expect(controller.entries()).toBe(entries);
    expect(asked).toEqual([undefined, '"one"']);
  });

  test('falls back to the list of one version', async () => {
    const resources = [{ name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'] }];
    const { index, controller } = controllerOver(({ path }) =>
      path === '/apis' ? { status: 404 } : { status: 200, body: { resources } },
    );
    index.onAdd(available);
    await controller.sync('v1.r.io', signal);
    expect(controller.entries().get('r.io/v1')).toMatchObject({
      resources: [{ resource: 'things' }],
      freshness: 'Current',
    });
  });

  test('a server that is gone is stale with what it said last; one that never answered, with nothing', async () => {
    let status = 200;
    const { index, controller } = controllerOver(() => ({ status, type: aggregatedType, body: aggregatedBody }));
    index.onAdd(available);
    index.onAdd(apiService('v1.never.io', { service: { ...service, name: 'other' } }, 'False'));
    await controller.sync('v1.r.io', signal);
    status = 503;
    expect(await controller.sync('v1.r.io', signal)).toBe(false);
    expect(await controller.sync('v1.never.io', signal)).toBe(false);
    expect(Object.fromEntries(controller.entries())).toEqual({
      'r.io/v1': { version: 'v1', resources: [{ resource: 'things' }], freshness: 'Stale' },
      'never.io/v1': { version: 'v1', freshness: 'Stale' },
    });
    index.onDelete(available);
    expect([...controller.entries().keys()]).toEqual(['never.io/v1']);
  });
});

describe('the view', () => {
  const served = ['apiregistration.k8s.io', 'apps', 'unregistered.io'].map((group): ApiGroupVersion => ({
    group,
    version: 'v1',
    resources: [],
  }));

  test('lists what has an APIService, by priority, the own group first', () => {
    const index = new ApiServiceIndex();
    const entry = { version: 'v1' };
    const entries = new Map([['r.io/v1', entry]]);
    const view = newAggregatorView(index, { entries: () => entries }, () => true);
    index.onAdd(available);
    index.onAdd(apiService('v1.apps', { groupPriorityMinimum: 17_800 }, 'True'));
    expect(view(served)).toEqual([
      {
        group: 'apiregistration.k8s.io',
        versions: [{ group: 'apiregistration.k8s.io', version: 'v1', served: served[0] }],
      },
      { group: 'apps', versions: [{ group: 'apps', version: 'v1', served: served[1] }] },
      { group: 'r.io', versions: [{ group: 'r.io', version: 'v1', entry }] },
    ]);
    expect(view(served)).toBe(view(served));
  });

  test('lists everything that is served until the APIServices are known', () => {
    const view = newAggregatorView(new ApiServiceIndex(), { entries: () => new Map() }, () => false);
    expect(view(served).map(({ group }) => group)).toEqual(['apiregistration.k8s.io', 'apps', 'unregistered.io']);
  });
});

test('plain lists become entries with their subresources inside', () => {
  const resource = (name: string, extra: Partial<APIResource> = {}): APIResource => ({
    name,
    singularName: '',
    namespaced: true,
    kind: 'Thing',
    verbs: ['get'],
    ...extra,
  });
  const resources = [
    resource('things/scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' }),
    resource('things', { singularName: 'thing', shortNames: ['th'] }),
    resource('orphans/status'),
  ];
  const own = { group: 'r.io', version: 'v1', kind: 'Thing' };
  expect(convertResources(resources, { group: 'r.io', version: 'v1' })).toEqual([
    {
      resource: 'things',
      responseKind: own,
      scope: 'Namespaced',
      singularResource: 'thing',
      verbs: ['get'],
      shortNames: ['th'],
      subresources: [
        { subresource: 'scale', responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: ['get'] },
      ],
    },
    {
      resource: 'orphans',
      scope: 'Namespaced',
      subresources: [{ subresource: 'status', responseKind: own, verbs: ['get'] }],
    },
  ]);
});
