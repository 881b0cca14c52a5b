import type { ContainerState, ContainerStatus, Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { podPhase } from './phase.ts';

const running: ContainerState = { running: { startedAt: '' } };
const waiting: ContainerState = { waiting: { reason: 'x' } };
const ended = (exitCode: number): ContainerState => ({ terminated: { exitCode } });
const status = (name: string, state: ContainerState, lastState: ContainerState = {}): ContainerStatus => ({
  ...{ name, state, lastState, ready: false, restartCount: 0, image: '', imageID: '' },
});

const cases: readonly [string, string, readonly ContainerStatus[], readonly ContainerStatus[], string][] = [
  ['nothing is known', 'Always', [], [], 'Pending'],
  ['one waits', 'Always', [], [status('a', running), status('b', waiting)], 'Pending'],
  ['all run', 'Always', [], [status('a', running), status('b', running)], 'Running'],
  ['one crashes in a loop', 'Always', [], [status('a', running), status('b', waiting, ended(1))], 'Running'],
  ['all ended, Always', 'Always', [], [status('a', ended(0)), status('b', ended(1))], 'Running'],
  ['all ended well', 'OnFailure', [], [status('a', ended(0)), status('b', ended(0))], 'Succeeded'],
  ['one failed, OnFailure', 'OnFailure', [], [status('a', ended(0)), status('b', ended(1))], 'Running'],
  ['one failed, Never', 'Never', [], [status('a', ended(0)), status('b', ended(1))], 'Failed'],
  ['an init container runs', 'Always', [status('i', running)], [status('a', waiting), status('b', waiting)], 'Pending'],
  [
    'an init container failed, Never',
    'Never',
    [status('i', ended(1))],
    [status('a', waiting), status('b', waiting)],
    'Failed',
  ],
  [
    'an init container ended',
    'Always',
    [status('i', ended(0))],
    [status('a', running), status('b', running)],
    'Running',
  ],
];

test.each(cases)('%s', (_, restartPolicy, init, containers, want) => {
  const initContainers = init.map(({ name }) => ({ name }));
  const pod: Pod = {
    metadata: {},
    spec: { restartPolicy, initContainers, containers: [{ name: 'a' }, { name: 'b' }] },
    status: {},
  };
  const full = { initContainerStatuses: [...init], containerStatuses: [...containers] };
  expect(podPhase(pod, full, false)).toBe(want);
});

test('a pod that will not run again has ended', () => {
  const pod: Pod = { metadata: {}, spec: { restartPolicy: 'Always', containers: [{ name: 'a' }] }, status: {} };
  expect(podPhase(pod, { containerStatuses: [status('a', ended(0))] }, true)).toBe('Succeeded');
  expect(podPhase(pod, { containerStatuses: [status('a', ended(137))] }, true)).toBe('Failed');
});
