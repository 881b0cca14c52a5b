import { unresolvable, unschedulable } from '@kubescript/kube-scheduler';
import { expect, test } from 'vitest';

import { NodeStatusMap } from '../framework/node-statuses.ts';
import { explain } from './fit-error.ts';
import { numFeasibleNodesToFind } from './schedule-pod.ts';

// upstream: pkg/scheduler TestNumFeasibleNodesToFind
test.each([
  { nodes: 10, percentage: 0, want: 10 },
  { nodes: 10, percentage: 40, want: 10 },
  { nodes: 1000, percentage: 0, want: 420 },
  { nodes: 1000, percentage: 40, want: 400 },
  { nodes: 6000, percentage: 0, want: 300 },
  { nodes: 6000, percentage: 40, want: 2400 },
  { nodes: 1000, percentage: 1, want: 100 },
  { nodes: 1000, percentage: 100, want: 1000 },
])('of $nodes nodes at $percentage % $want are enough', ({ nodes, percentage, want }) => {
  expect(numFeasibleNodesToFind(nodes, percentage)).toBe(want);
});

test('a diagnosis names each reason with the number of nodes that have it', () => {
  const statuses = new NodeStatusMap();
  statuses.set('a', unschedulable('Insufficient cpu'));
  statuses.set('b', unschedulable('Insufficient cpu', 'Insufficient memory'));
  statuses.absent = unresolvable('not looked at');
  const base = { numAllNodes: 3, statuses, unschedulablePlugins: new Set<string>(), pendingPlugins: new Set<string>() };
  expect(explain({ ...base, preFilterMessage: '' })).toBe(
    '0/3 nodes are available: 1 Insufficient memory, 1 not looked at, 2 Insufficient cpu.',
  );
  expect(explain({ ...base, preFilterMessage: 'terms conflict' }, 'preemption: no.')).toBe(
    '0/3 nodes are available: terms conflict. preemption: no.',
  );
});
