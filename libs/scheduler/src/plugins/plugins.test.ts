import type { Node, Pod } from '@kubescript/api/core/v1';
import {
  CycleState,
  type FilterPlugin,
  type NodeInfo,
  PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  type ScoringStrategy,
} from '@kubescript/kube-scheduler';
import { describe, expect, test } from 'vitest';

import { makeNode, makePod, nodeWith } from '../testing/cluster.ts';
import { BalancedAllocationPlugin } from './balanced-allocation.ts';
import { ImageLocalityPlugin, normalizedImageName } from './image-locality.ts';
import { NodeAffinityPlugin } from './node-affinity.ts';
import { NodeResourcesFitPlugin } from './node-resources-fit.ts';
import { nodePorts } from './node-ports.ts';
import { nodeUnschedulable } from './node-unschedulable.ts';
import { taintToleration } from './taint-toleration.ts';

const asking = (requests: Record<string, string>): Pod =>
  makePod('p', { spec: { containers: [{ name: 'c', resources: { requests } }] } });

const sized = (allocatable: Record<string, string>): Node => makeNode('n', { status: { allocatable } });

/** Code and reasons of a filter's answer. */
function filtered(plugin: FilterPlugin, pod: Pod, node: NodeInfo): string {
  const status = plugin.filter(new CycleState(), new PodInfo(pod), node);
  return status === undefined ? 'fits' : `${status.code}: ${status.reasons.join('; ')}`;
}

describe('NodeResourcesFit filters', () => {
  const fit = new NodeResourcesFitPlugin();
  const small = { cpu: '2', memory: '1Gi', 'ephemeral-storage': '1Gi', pods: '2', 'example.com/gpu': '1' };
  test.each<[string, Record<string, string>, number, string]>([
    ['room for all', { cpu: '1', memory: '512Mi' }, 0, 'fits'],
    ['exactly full', { cpu: '2' }, 0, 'fits'],
    ['taken by others', { cpu: '1950m' }, 1, 'Unschedulable: Insufficient cpu'],
    ['too small even if empty', { cpu: '3' }, 0, 'UnschedulableAndUnresolvable: Insufficient cpu'],
    [
      'several at once',
      { cpu: '3', memory: '2Gi' },
      0,
      'UnschedulableAndUnresolvable: Insufficient cpu; Insufficient memory',
    ],
    ['storage', { 'ephemeral-storage': '2Gi' }, 0, 'UnschedulableAndUnresolvable: Insufficient ephemeral-storage'],
    ['extended resource', { 'example.com/gpu': '1' }, 0, 'fits'],
    ['no such resource', { 'example.com/tpu': '1' }, 0, 'UnschedulableAndUnresolvable: Insufficient example.com/tpu'],
    ['number of pods', {}, 2, 'Unschedulable: Too many pods'],
  ])('%s', (_, requests, others, want) => {
    const pods = Array.from({ length: others }, (__, index) => makePod(`other${String(index)}`));
    expect(filtered(fit, asking(requests), nodeWith(sized(small), ...pods))).toBe(want);
  });

  test('ignored resources and groups do not count', () => {
    const lenient = new NodeResourcesFitPlugin({ ignoredResources: ['a.com/x'], ignoredResourceGroups: ['b.com'] });
    expect(filtered(lenient, asking({ 'a.com/x': '5', 'b.com/y': '5' }), nodeWith(sized(small)))).toBe('fits');
  });
});

describe('NodeResourcesFit scores', () => {
  const shape = [
    { utilization: 0, score: 0 },
    { utilization: 100, score: 10 },
  ];
  test.each<[string, ScoringStrategy, number]>([
    ['LeastAllocated', {}, 62], // CPU 50, memory 75
    ['MostAllocated', { type: 'MostAllocated' }, 37],
    ['RequestedToCapacityRatio', { type: 'RequestedToCapacityRatio', requestedToCapacityRatio: { shape } }, 37],
    [
      'weights',
      {
        resources: [
          { name: 'cpu', weight: 3 },
          { name: 'memory', weight: 1 },
        ],
      },
      56,
    ],
  ])('%s', (_, scoringStrategy, want) => {
    const fit = new NodeResourcesFitPlugin({ scoringStrategy });
    const node = nodeWith(sized({ cpu: '4', memory: '4Gi', pods: '10' }));
    expect(fit.score(new CycleState(), new PodInfo(asking({ cpu: '2', memory: '1Gi' })), node)).toBe(want);
  });

  test('what requests nothing is taken to use something', () => {
    const fit = new NodeResourcesFitPlugin();
    const node = nodeWith(sized({ cpu: '1', memory: '2000Mi', pods: '10' }), asking({}));
    expect(
      fit.score(new CycleState(), new PodInfo(makePod('q', { spec: { containers: [{ name: 'c' }] } })), node),
    ).toBe(80);
  });
});

test.each<[Record<string, string>, number]>([
  [{ cpu: '2', memory: '2Gi' }, 100],
  [{ cpu: '4', memory: '0' }, 50],
  [{ cpu: '2', memory: '1Gi' }, 87],
])('balance of a node that is asked for %j: %i', (requests, want) => {
  const node = nodeWith(sized({ cpu: '4', memory: '4Gi', pods: '10' }));
  expect(new BalancedAllocationPlugin().score(new CycleState(), new PodInfo(asking(requests)), node)).toBe(want);
});

test.each<[Node['spec'], Pod['spec']['tolerations'], string]>([
  [{}, [], 'fits'],
  [
    { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
    [],
    'UnschedulableAndUnresolvable: node(s) had untolerated taint {k: v}',
  ],
  [{ taints: [{ key: 'k', value: 'v', effect: 'PreferNoSchedule' }] }, [], 'fits'],
  [{ taints: [{ key: 'k', effect: 'NoExecute' }] }, [{ key: 'k', operator: 'Exists' }], 'fits'],
])('taints of %j', (spec, tolerations, want) => {
  const pod = makePod('p', { spec: { ...(tolerations === undefined ? {} : { tolerations }) } });
  expect(filtered(taintToleration, pod, nodeWith(makeNode('n', { spec })))).toBe(want);
});

test('a cordoned node takes only who tolerates it', () => {
  const node = nodeWith(makeNode('n', { spec: { unschedulable: true } }));
  const tolerations = [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }];
  expect(filtered(nodeUnschedulable, makePod('p'), node)).toBe(
    'UnschedulableAndUnresolvable: node(s) were unschedulable',
  );
  expect(filtered(nodeUnschedulable, makePod('p', { spec: { tolerations } }), node)).toBe('fits');
});

describe('NodePorts', () => {
  const listening = (hostPort: number, hostIP?: string, protocol?: string): Pod => {
    const port = {
      containerPort: 80,
      hostPort,
      ...(hostIP === undefined ? {} : { hostIP }),
      ...(protocol === undefined ? {} : { protocol }),
    };
    return makePod(`p${String(hostPort)}`, { spec: { containers: [{ name: 'c', ports: [port] }] } });
  };
  test.each<[string, Pod, Pod, boolean]>([
    ['same port', listening(80), listening(80), false],
    ['other port', listening(80), listening(81), true],
    ['other protocol', listening(80), listening(80, undefined, 'UDP'), true],
    ['other address', listening(80, '10.0.0.1'), listening(80, '10.0.0.2'), true],
    ['any address', listening(80, '10.0.0.1'), listening(80, '0.0.0.0'), false],
  ])('%s', (_, taken, wanted, fits) => {
    expect(filtered(nodePorts, wanted, nodeWith(makeNode('n'), taken)) === 'fits').toBe(fits);
  });
});

/** Names and scores of the nodes, normalized as the framework does it. */
function scored(
  plugin: PreScorePlugin & ScorePlugin,
  pod: Pod,
  nodes: readonly NodeInfo[],
): Record<string, number> | 'skipped' {
  const state = new CycleState();
  const info = new PodInfo(pod);
  if (plugin.preScore(state, info, nodes)?.code === 'Skip') return 'skipped';
  const scores = Float64Array.from(nodes, (node) => plugin.score(state, info, node));
  plugin.normalizeScores?.(state, info, scores, nodes);
  return Object.fromEntries(nodes.map((node, index) => [node.name, scores[index] ?? 0]));
}

test('nodes with fewer soft taints are preferred', () => {
  const soft = (name: string, count: number) =>
    nodeWith(
      makeNode(name, {
        spec: {
          taints: Array.from({ length: count }, (_, i) => ({ key: `k${String(i)}`, effect: 'PreferNoSchedule' })),
        },
      }),
    );
  expect(scored(taintToleration, makePod('p'), [soft('none', 0), soft('one', 1), soft('two', 2)])).toEqual({
    none: 100,
    one: 50,
    two: 0,
  });
  expect(scored(taintToleration, makePod('p'), [soft('none', 0)])).toBe('skipped');
});

test('nodes that fulfil heavier preferences are preferred', () => {
  const zoned = (name: string) => nodeWith(makeNode(name, { metadata: { name, labels: { zone: name } } }));
  const prefer = (weight: number, zone: string) => ({
    weight,
    preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] },
  });
  const affinity = {
    nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [prefer(10, 'a'), prefer(5, 'b')] },
  };
  const pod = makePod('p', { spec: { affinity } });
  expect(scored(new NodeAffinityPlugin(), pod, ['a', 'b', 'c'].map(zoned))).toEqual({ a: 100, b: 50, c: 0 });
  expect(scored(new NodeAffinityPlugin(), makePod('p'), [zoned('a')])).toBe('skipped');
});

test('nodes that have a big image are preferred', () => {
  const [has, lacks] = [nodeWith(makeNode('has')), nodeWith(makeNode('lacks'))];
  has.setImages(new Map([['app:1', { sizeBytes: 1000 * 1024 * 1024, numNodes: 1 }]]));
  const snapshot = {
    nodes: [has, lacks],
    nodesWithAffinityPods: [],
    nodesWithRequiredAntiAffinityPods: [],
    get: () => undefined,
  };
  const plugin = new ImageLocalityPlugin({ snapshot: () => snapshot });
  expect(scored(plugin, makePod('p'), [has, lacks])).toEqual({ has: 48, lacks: 0 });
});

test.each([
  ['app', 'app:latest'],
  ['app:1', 'app:1'],
  ['host:5000/app', 'host:5000/app:latest'],
  ['host:5000/app:2', 'host:5000/app:2'],
])('image %s is listed as %s', (name, want) => {
  expect(normalizedImageName(name)).toBe(want);
});

test('a pod that names its nodes is tried on those alone', () => {
  const named = (...values: string[]) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values }] });
  const requiring = (...terms: ReturnType<typeof named>[]) =>
    new PodInfo(
      makePod('p', {
        spec: {
          affinity: {
            nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
          },
        },
      }),
    );
  const plugin = new NodeAffinityPlugin();
  expect(plugin.preFilter(new CycleState(), requiring(named('n1'), named('n2')))).toEqual({
    nodeNames: new Set(['n1', 'n2']),
  });
});
