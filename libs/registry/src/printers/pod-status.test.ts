import type { ContainerStatus, Pod, PodSpec, PodStatus } from '@kubescript/api/core/v1';
import { AgeCell } from '@kubescript/apiserver';
import { expect, test } from 'vitest';

import { summarizePod } from './pod-status.ts';

const restartsAt = (cell: string | AgeCell): string => (cell instanceof AgeCell ? cell.textAt(now) : cell);
const now = Date.parse('2026-01-02T00:00:00Z');

function status(name: string, more: Partial<ContainerStatus>): ContainerStatus {
  return { name, image: 'i', imageID: '', ready: false, restartCount: 0, ...more };
}

const running = { running: {} };

interface Case {
  readonly name: string;
  readonly spec?: Partial<PodSpec>;
  readonly status: Partial<PodStatus>;
  readonly deleted?: boolean;
  readonly want: readonly [ready: string, status: string, restarts: string];
}

// As upstream's TestPrintPod (pkg/printers/internalversion/printers_test.go).
test.each<Case>([
  { name: 'pending', status: { phase: 'Pending' }, want: ['0/1', 'Pending', '0'] },
  {
    name: 'running',
    status: { phase: 'Running', containerStatuses: [status('c', { ready: true, state: running })] },
    want: ['1/1', 'Running', '0'],
  },
  {
    name: 'crashing',
    status: {
      phase: 'Running',
      containerStatuses: [
        status('c', {
          restartCount: 3,
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T23:59:00Z' } },
        }),
      ],
    },
    want: ['0/1', 'CrashLoopBackOff', '3 (60s ago)'],
  },
  {
    name: 'completed',
    status: {
      phase: 'Succeeded',
      containerStatuses: [status('c', { state: { terminated: { exitCode: 0, reason: 'Completed' } } })],
    },
    want: ['0/1', 'Completed', '0'],
  },
  {
    name: 'failed without a reason',
    status: { phase: 'Failed', containerStatuses: [status('c', { state: { terminated: { exitCode: 7 } } })] },
    want: ['0/1', 'ExitCode:7', '0'],
  },
  {
    name: 'initializing',
    spec: { initContainers: [{ name: 'i' }, { name: 'j' }] },
    status: {
      phase: 'Pending',
      initContainerStatuses: [
        status('i', { state: { terminated: { exitCode: 0 } } }),
        status('j', { state: { waiting: { reason: 'PodInitializing' } } }),
      ],
    },
    want: ['0/1', 'Init:1/2', '0'],
  },
  {
    name: 'an init container that fails',
    spec: { initContainers: [{ name: 'i' }] },
    status: {
      phase: 'Pending',
      initContainerStatuses: [status('i', { state: { terminated: { exitCode: 1, reason: 'Error' } } })],
    },
    want: ['0/1', 'Init:Error', '0'],
  },
  {
    name: 'a sidecar counts',
    spec: { initContainers: [{ name: 's', restartPolicy: 'Always' }] },
    status: {
      phase: 'Running',
      initContainerStatuses: [status('s', { ready: true, started: true, state: running })],
      containerStatuses: [status('c', { ready: true, state: running })],
    },
    want: ['2/2', 'Running', '0'],
  },
  {
    name: 'terminating',
    deleted: true,
    status: { phase: 'Running', containerStatuses: [status('c', { ready: true, state: running })] },
    want: ['1/1', 'Terminating', '0'],
  },
  {
    name: 'gated',
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    },
    want: ['0/1', 'SchedulingGated', '0'],
  },
  { name: 'evicted', status: { phase: 'Failed', reason: 'Evicted' }, want: ['0/1', 'Evicted', '0'] },
])('$name', ({ spec, status: podStatus, deleted, want }) => {
  const pod: Pod = {
    metadata: deleted ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {},
    spec: { containers: [{ name: 'c' }], ...spec },
    status: podStatus,
  };
  const summary = summarizePod(pod);
  expect([summary.ready, summary.status, restartsAt(summary.restarts)]).toEqual(want);
});
