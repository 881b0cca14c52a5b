import { realClock } from '@kubescript/apimachinery';
import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod, PodSpec, Service } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import { alwaysDeny } from './admit/admission.ts';
import { alwaysPullImages } from './alwayspullimages/admission.ts';
import { limitPodHardAntiAffinityTopology } from './antiaffinity/admission.ts';
import { eventRateLimit } from './eventratelimit/admission.ts';
import { extendedResourceToleration } from './extendedresourcetoleration/admission.ts';
import { ownerReferencesPermissionEnforcement } from './gc/admission.ts';
import type { AdmissionDeps } from './generic/deps.ts';
import { denyServiceExternalIps } from './network/deny-service-external-ips.ts';
import { tolerationCovers } from './podtolerationrestriction/covers.ts';
import { type TestRequest, testAttributes } from './testing/attributes.ts';

const pod = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'x' },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec },
  status: {},
});

async function refusalOf(plugin: AdmissionPlugin, request: TestRequest): Promise<string | undefined> {
  const attributes = testAttributes(request);
  try {
    await plugin.admit?.(attributes);
    await plugin.validate?.(attributes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('AlwaysDeny refuses', async () => {
  expect(await refusalOf(alwaysDeny(), { object: pod({}) })).toBe(
    'pods "x" is forbidden: admission control is denying all modifications',
  );
});

describe('AlwaysPullImages', () => {
  test('pulls whatever is new', async () => {
    const object = pod({ initContainers: [{ name: 'i', image: 'i:2', imagePullPolicy: 'Never' }] });
    expect(await refusalOf(alwaysPullImages(), { object })).toBeUndefined();
    expect([...object.spec.containers, ...(object.spec.initContainers ?? [])]).toMatchObject([
      { imagePullPolicy: 'Always' },
      { imagePullPolicy: 'Always' },
    ]);
  });

  test('leaves updates without new images alone', async () => {
    const object = pod({});
    await refusalOf(alwaysPullImages(), { operation: 'UPDATE', object, oldObject: pod({}) });
    expect(object.spec.containers[0]?.imagePullPolicy).toBeUndefined();
  });

  test('says which container does not', async () => {
    const object = pod({ containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Never' }] });
    const validating = Object.assign(alwaysPullImages(), { admit: () => Promise.resolve() });
    expect(await refusalOf(validating, { object })).toBe(
      'pods "x" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always"',
    );
  });
});

test.each([
  { topologyKey: 'kubernetes.io/hostname', want: undefined },
  {
    topologyKey: 'zone',
    want:
      'pods "x" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone ' +
      'but only key kubernetes.io/hostname is allowed',
  },
])('LimitPodHardAntiAffinityTopology: $topologyKey', async ({ topologyKey, want }) => {
  const terms = [{ topologyKey }];
  const object = pod({ affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } });
  expect(await refusalOf(limitPodHardAntiAffinityTopology(), { object })).toBe(want);
});

test('ExtendedResourceToleration tolerates what is asked for, once', async () => {
  const resources = { requests: { 'example.com/gpu': '1', cpu: '1' } };
  const object = pod({ containers: [{ name: 'c', resources }] });
  await refusalOf(extendedResourceToleration(), { object });
  await refusalOf(extendedResourceToleration(), { object });
  expect(object.spec.tolerations).toEqual([{ key: 'example.com/gpu', operator: 'Exists' }]);
});

describe('DenyServiceExternalIPs', () => {
  const service = (...externalIPs: string[]): Service => ({ metadata: {}, spec: { externalIPs }, status: {} });
  const resource = { group: '', version: 'v1', resource: 'services' };

  test('refuses new ones, and keeps old ones', async () => {
    const plugin = denyServiceExternalIps();
    expect(await refusalOf(plugin, { resource, object: service('1.2.3.4') })).toBe(
      'services "x" is forbidden: Use of external IPs is denied by admission control.',
    );
    const update = { resource, operation: 'UPDATE' as const, oldObject: service('1.2.3.4', '5.6.7.8') };
    expect(await refusalOf(plugin, { ...update, object: service('1.2.3.4') })).toBeUndefined();
  });
});

describe('EventRateLimit', () => {
  const resource = { group: '', version: 'v1', resource: 'events' };
  const configuration = (): Record<string, unknown> => ({
    apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
    kind: 'Configuration',
    limits: [{ type: 'Namespace', qps: 1, burst: 2 }],
  });

  test('lets as many pass as fit in the bucket, by namespace', async () => {
    let now = 0;
    const deps = { configuration, clock: { ...realClock, now: () => now } } as unknown as AdmissionDeps;
    const plugin = eventRateLimit(deps);
    const send = (namespace: string): Promise<string | undefined> => refusalOf(plugin, { resource, namespace });
    expect([await send('a'), await send('a'), await send('b')]).toEqual([undefined, undefined, undefined]);
    expect(await send('a')).toBe('limit reached on type Namespace for key a');
    now = 1000;
    expect(await send('a')).toBeUndefined();
  });

  test('needs a configuration', () => {
    expect(() => eventRateLimit({} as AdmissionDeps)).toThrow('needs a configuration');
  });
});

describe('OwnerReferencesPermissionEnforcement', () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
  const deps = (allowed: readonly string[]): AdmissionDeps =>
    ({
      served: () => [
        {
          group: '',
          version: 'v1',
          resources: [{ resource: 'configmaps', namespaced: true, rest: { kind: { kind: 'ConfigMap' } } }],
        },
      ],
      authorizer: {
        authorize: ({ verb, resource, subresource }: { verb: string; resource: string; subresource: string }) => {
          const isAllowed = allowed.includes(`${verb} ${resource} ${subresource}`.trim());
          return Promise.resolve({ decision: isAllowed ? 'allow' : 'noOpinion', reason: 'no' });
        },
      },
    }) as unknown as AdmissionDeps;
  const owned = (blockOwnerDeletion: boolean): Pod => ({
    ...pod({}),
    metadata: { name: 'x', ownerReferences: [{ ...owner, blockOwnerDeletion }] },
  });

  test.each([
    { allowed: [], block: false, operation: 'CREATE' as const, want: undefined },
    {
      allowed: [],
      block: false,
      operation: 'UPDATE' as const,
      want: 'pods "x" is forbidden: cannot set an ownerRef on a resource you can\'t delete: no, <nil>',
    },
    { allowed: ['delete pods'], block: false, operation: 'UPDATE' as const, want: undefined },
    {
      allowed: ['delete pods'],
      block: true,
      operation: 'UPDATE' as const,
      want:
        'pods "x" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource ' +
        "you can't set finalizers on: no, <nil>",
    },
    {
      allowed: ['delete pods', 'update configmaps finalizers'],
      block: true,
      operation: 'UPDATE' as const,
      want: undefined,
    },
  ])('$operation with $allowed, blocking: $block', async ({ allowed, block, operation, want }) => {
    const plugin = ownerReferencesPermissionEnforcement(deps(allowed));
    const oldObject = operation === 'UPDATE' ? pod({}) : undefined;
    expect(await refusalOf(plugin, { operation, object: owned(block), oldObject })).toBe(want);
  });
});

test.each([
  { wide: { operator: 'Exists' }, narrow: { key: 'a', operator: 'Equal', value: 'b' }, want: true },
  { wide: { key: 'a', operator: 'Exists' }, narrow: { key: 'a', value: 'b' }, want: true },
  { wide: { key: 'a', value: 'b' }, narrow: { key: 'a', operator: 'Exists' }, want: false },
  { wide: { key: 'a', value: 'b' }, narrow: { key: 'a', value: 'b' }, want: true },
  {
    wide: { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
    narrow: { key: 'a', operator: 'Exists', effect: 'NoExecute' },
    want: false,
  },
])('$wide covers $narrow: $want', ({ wide, narrow, want }) => {
  expect(tolerationCovers(wide, narrow)).toBe(want);
});
