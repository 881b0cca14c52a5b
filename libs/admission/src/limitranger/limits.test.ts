import type { LimitRange, LimitRangeItem, Pod, ResourceRequirements } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import { setDefaultResources } from './defaults.ts';
import { podProblems } from './limits.ts';

function range(item: Partial<LimitRangeItem>): LimitRange {
  return { metadata: {}, spec: { limits: [{ type: 'Container', ...item }] } };
}

function pod(resources: ResourceRequirements): Pod {
  return { metadata: {}, spec: { containers: [{ name: 'c', resources }] }, status: {} };
}

// Messages as in the reference (admission/limitranger vectors).
describe('bounds', () => {
  test.each([
    {
      name: 'a request below the minimum',
      item: { min: { cpu: '100m' } },
      resources: { requests: { cpu: '50m' } },
      want: ['minimum cpu usage per Container is 100m, but request is 50m'],
    },
    {
      name: 'no request where there is a minimum',
      item: { min: { cpu: '100m' } },
      resources: {},
      want: ['minimum cpu usage per Container is 100m.  No request is specified'],
    },
    {
      name: 'a limit above the maximum',
      item: { max: { cpu: '1' } },
      resources: { requests: { cpu: '1' }, limits: { cpu: '2' } },
      want: ['maximum cpu usage per Container is 1, but limit is 2'],
    },
    {
      name: 'a limit far above the request',
      item: { maxLimitRequestRatio: { cpu: '2' } },
      resources: { requests: { cpu: '100m' }, limits: { cpu: '500m' } },
      want: ['cpu max limit to request ratio per Container is 2, but provided ratio is 5.000000'],
    },
    {
      name: 'all within bounds',
      item: { min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '2' } },
      resources: { requests: { cpu: '250m' }, limits: { cpu: '500m' } },
      want: [],
    },
    {
      name: 'the sum of a pod',
      item: { type: 'Pod', max: { memory: '1Gi' } },
      resources: { limits: { memory: '2Gi' } },
      want: ['maximum memory usage per Pod is 1Gi, but limit is 2Gi'],
    },
  ])('$name', ({ item, resources, want }) => {
    expect(podProblems(pod(resources), range(item))).toEqual(want);
  });
});

describe('defaults', () => {
  const defaults = range({ default: { cpu: '500m', memory: '1Gi' }, defaultRequest: { cpu: '100m' } });

  test('fill in what a container leaves open, and say so', () => {
    const plain = pod({});
    setDefaultResources(plain, defaults);
    expect(plain.spec.containers[0]?.resources).toEqual({
      requests: { cpu: '100m' },
      limits: { cpu: '500m', memory: '1Gi' },
    });
    expect(plain.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu request for container c; cpu, memory limit for container c',
    });
  });

  test('leave alone what a container states', () => {
    const stated = pod({ requests: { cpu: '1' }, limits: { cpu: '2', memory: '2Gi' } });
    setDefaultResources(stated, defaults);
    expect(stated.spec.containers[0]?.resources).toEqual({
      requests: { cpu: '1' },
      limits: { cpu: '2', memory: '2Gi' },
    });
    expect(stated.metadata.annotations).toBeUndefined();
  });
});
