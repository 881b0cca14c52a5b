import type { Container, Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { type ResourceAlgebra, podLimits, podRequests } from './pod-requests.ts';

const numbers: ResourceAlgebra<number> = { parse: Number, add: (a, b) => a + b, compare: (a, b) => a - b };

const asks = (cpu: string, restartPolicy?: string): Container => ({
  name: `c${cpu}`,
  resources: { requests: { cpu }, limits: { cpu } },
  ...(restartPolicy === undefined ? {} : { restartPolicy }),
});

const pod = (spec: Partial<Pod['spec']>): Pod => ({ metadata: {}, spec: { containers: [], ...spec }, status: {} });

const cases: [string, Partial<Pod['spec']>, number | undefined][] = [
  ['nothing', {}, undefined],
  ['sum of containers', { containers: [asks('1'), asks('2')] }, 3],
  ['greedy init container', { containers: [asks('1')], initContainers: [asks('5'), asks('2')] }, 5],
  ['modest init container', { containers: [asks('4')], initContainers: [asks('3')] }, 4],
  ['sidecar runs beside', { containers: [asks('1')], initContainers: [asks('2', 'Always')] }, 3],
  ['init after sidecar', { containers: [asks('1')], initContainers: [asks('2', 'Always'), asks('4')] }, 6],
  ['init before sidecar', { containers: [asks('1')], initContainers: [asks('4'), asks('2', 'Always')] }, 4],
  ['overhead', { containers: [asks('1')], overhead: { cpu: '2' } }, 3],
  ['pod level', { containers: [asks('1')], resources: { requests: { cpu: '7' } }, overhead: { cpu: '1' } }, 8],
];
test.each(cases)('requests: %s', (_, spec, want) => {
  expect(podRequests(pod(spec), numbers).get('cpu')).toBe(want);
});

test('limits: overhead is added only to what is limited', () => {
  const limits = podLimits(pod({ containers: [asks('1')], overhead: { cpu: '2', memory: '3' } }), numbers);
  expect(Object.fromEntries(limits)).toEqual({ cpu: 3 });
});

test('defaults stand in for what a container does not request', () => {
  const options = { defaultRequests: new Map([['memory', 200]]) };
  expect(Object.fromEntries(podRequests(pod({ containers: [asks('1'), asks('2')] }), numbers, options))).toEqual({
    cpu: 3,
    memory: 400,
  });
});

test('a running container counts with what it was given, unless its resize is infeasible', () => {
  const running: Pod = {
    ...pod({ containers: [asks('4')] }),
    status: {
      containerStatuses: [
        {
          name: 'c4',
          ready: true,
          restartCount: 0,
          image: '',
          imageID: '',
          resources: { requests: { cpu: '2' } },
          allocatedResources: { cpu: '3' },
        },
      ],
    },
  };
  expect(podRequests(running, numbers, { useStatusResources: true }).get('cpu')).toBe(4);
  const conditions = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }];
  const stuck: Pod = { ...running, status: { ...running.status, conditions } };
  expect(podRequests(stuck, numbers, { useStatusResources: true }).get('cpu')).toBe(3);
});
