import type { KubeObject } from '@kubescript/apimachinery';
import type { Pod, ResourceQuota, ResourceQuotaSpec } from '@kubescript/api/core/v1';
import { evaluatorFor } from '@kubescript/component-helpers';
import { describe, expect, test } from 'vitest';

import { checkRequest } from './check-request.ts';
import type { LimitedResource } from './configuration.ts';

const pods = { group: '', resource: 'pods' };

function quota(
  hard: Record<string, string>,
  used: Record<string, string> | undefined = Object.fromEntries(Object.keys(hard).map((name) => [name, '0'])),
  spec: ResourceQuotaSpec = {},
): ResourceQuota {
  return { metadata: { name: 'q' }, spec: { hard, ...spec }, status: { hard, ...(used ? { used } : {}) } };
}

function pod(requests: Record<string, string> = {}, spec: Partial<Pod['spec']> = {}): Pod {
  return { metadata: {}, spec: { containers: [{ name: 'c', resources: { requests } }], ...spec }, status: {} };
}

const create = (object: KubeObject, limited: readonly LimitedResource[] = []): Parameters<typeof checkRequest>[1] => ({
  operation: 'CREATE',
  object,
  oldObject: undefined,
  evaluator: evaluatorFor(pods),
  limited,
});

describe('a request', () => {
  test('takes what it uses from the quotas that are about it', () => {
    const quotas = [quota({ pods: '2', 'requests.cpu': '1' }), quota({ secrets: '1' })];
    const charges = checkRequest(quotas, create(pod({ cpu: '500m' })));
    expect(charges).toHaveLength(1);
    expect(charges[0]?.delta.get('requests.cpu')?.toString()).toBe('500m');
  });

  test.each([
    {
      name: 'exceeds a quota',
      quotas: [quota({ pods: '1' }, { pods: '1' })],
      object: pod(),
      want: 'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
    },
    {
      name: 'does not say what it needs',
      quotas: [quota({ 'requests.cpu': '1' })],
      object: pod(),
      want: 'failed quota: q: must specify requests.cpu for: c',
    },
    {
      name: 'comes before the quota was calculated',
      quotas: [quota({ pods: '1' }, {})],
      object: pod(),
      want: 'status unknown for quota: q, resources: pods',
    },
  ])('that $name is refused', ({ quotas, object, want }) => {
    expect(() => checkRequest(quotas, create(object))).toThrow(want);
  });

  test('is counted by the scopes of a quota only', () => {
    const scoped = quota({ pods: '0' }, { pods: '0' }, { scopes: ['BestEffort'] });
    expect(checkRequest([scoped], create(pod({ cpu: '1' })))).toEqual([]);
    expect(() => checkRequest([scoped], create(pod()))).toThrow('exceeded quota');
  });
});

describe('what is limited by configuration', () => {
  const limited = [{ resource: 'pods', matchContains: ['requests.example.com/gpu'] }];
  const gpu = pod({ 'example.com/gpu': '1' });

  test('needs a quota that covers it', () => {
    expect(() => checkRequest([], create(gpu, limited))).toThrow(
      'insufficient quota to consume: requests.example.com/gpu',
    );
    expect(checkRequest([quota({ 'requests.example.com/gpu': '1' })], create(gpu, limited))).toHaveLength(1);
  });

  test('needs a quota with that scope', () => {
    const matchScopes = [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }];
    const object = pod({}, { priorityClassName: 'high' });
    expect(() => checkRequest([], create(object, [{ resource: 'pods', matchScopes }]))).toThrow(
      'insufficient quota to match these scopes: [{PriorityClass In [high]}]',
    );
    const covering = quota({ pods: '5' }, { pods: '0' }, { scopeSelector: { matchExpressions: matchScopes } });
    expect(checkRequest([covering], create(object, [{ resource: 'pods', matchScopes }]))).toHaveLength(1);
  });
});
