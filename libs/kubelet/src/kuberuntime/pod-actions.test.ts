import type { Container, Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { hashOf } from '../container/labels.ts';
import type { ContainerRecord, RuntimePod } from '../container/records.ts';
import { computePodActions } from './pod-actions.ts';
import type { PodActions } from './pod-actions.ts';

type State = 'running' | 'exited0' | 'exited1' | 'unknown' | 'changed' | 'unhealthy' | 'unstarted' | 'failedStartup';

interface Case {
  readonly name: string;
  readonly policy?: string;
  /** Init containers; a name that starts with s is a sidecar. */
  readonly init?: readonly string[];
  readonly containers?: readonly string[];
  readonly sandbox?: 'none' | 'ready' | 'dead';
  readonly states?: Readonly<Record<string, State>>;
  readonly want: Partial<PodActions>;
}

const cases: readonly Case[] = [
  { name: 'a new pod', sandbox: 'none', want: { createSandbox: true, killPod: true, attempt: 0, start: ['a', 'b'] } },
  {
    name: 'a new pod with init containers',
    sandbox: 'none',
    init: ['i', 'j'],
    want: { createSandbox: true, startInit: ['i'], start: [] },
  },
  { name: 'everything runs', states: { a: 'running', b: 'running' }, want: { killPod: false, start: [], kill: [] } },
  { name: 'one ended', states: { a: 'running', b: 'exited0' }, want: { start: ['b'] } },
  {
    name: 'OnFailure, one ended well',
    policy: 'OnFailure',
    states: { a: 'running', b: 'exited0' },
    want: { start: [] },
  },
  {
    name: 'OnFailure, one failed',
    policy: 'OnFailure',
    states: { a: 'running', b: 'exited1' },
    want: { start: ['b'] },
  },
  {
    name: 'OnFailure, all ended well',
    policy: 'OnFailure',
    states: { a: 'exited0', b: 'exited0' },
    want: { killPod: true, start: [] },
  },
  {
    name: 'Never, one failed',
    policy: 'Never',
    states: { a: 'running', b: 'exited1' },
    want: { killPod: false, start: [] },
  },
  {
    name: 'Never, all ended',
    policy: 'Never',
    states: { a: 'exited0', b: 'exited1' },
    want: { killPod: true, start: [] },
  },
  {
    name: 'the sandbox died',
    sandbox: 'dead',
    states: { a: 'exited1', b: 'exited1' },
    want: { createSandbox: true, attempt: 1, start: ['a', 'b'] },
  },
  {
    name: 'the sandbox died, Never',
    policy: 'Never',
    sandbox: 'dead',
    states: { a: 'exited1', b: 'exited1' },
    want: { createSandbox: false, killPod: true, start: [] },
  },
  {
    name: 'the sandbox died, OnFailure',
    policy: 'OnFailure',
    sandbox: 'dead',
    states: { a: 'exited0', b: 'exited1' },
    want: { createSandbox: true, start: ['b'] },
  },
  { name: 'the image changed', states: { a: 'running', b: 'changed' }, want: { start: ['b'] } },
  { name: 'a liveness probe failed', states: { a: 'running', b: 'unhealthy' }, want: { start: ['b'] } },
  {
    name: 'a liveness probe failed, Never',
    policy: 'Never',
    states: { a: 'running', b: 'unhealthy' },
    want: { start: [] },
  },
  { name: 'an unknown state', states: { a: 'running', b: 'unknown' }, want: { start: ['b'] } },
  {
    name: 'the first init container runs',
    init: ['i', 'j'],
    states: { i: 'running' },
    want: { startInit: [], start: [] },
  },
  {
    name: 'the first init container ended',
    init: ['i', 'j'],
    states: { i: 'exited0' },
    want: { startInit: ['j'], start: [] },
  },
  {
    name: 'all init containers ended',
    init: ['i', 'j'],
    states: { i: 'exited0', j: 'exited0' },
    want: { startInit: [], start: ['a', 'b'] },
  },
  {
    name: 'an init container failed',
    init: ['i', 'j'],
    states: { i: 'exited1' },
    want: { startInit: ['i'], start: [] },
  },
  {
    name: 'an init container failed, Never',
    policy: 'Never',
    init: ['i'],
    states: { i: 'exited1' },
    want: { killPod: true, startInit: [], start: [] },
  },
  { name: 'a sidecar runs', init: ['s', 'j'], states: { s: 'running' }, want: { startInit: ['j'], start: [] } },
  {
    name: 'a sidecar has not started yet',
    init: ['s', 'j'],
    states: { s: 'unstarted' },
    want: { startInit: [], start: [] },
  },
  {
    name: 'a sidecar ended before the next',
    init: ['s', 'j'],
    states: { s: 'exited1' },
    want: { startInit: ['s'], start: [] },
  },
  {
    name: 'a sidecar ended while the next runs',
    init: ['s', 'j'],
    states: { s: 'exited0', j: 'running' },
    want: { startInit: ['s'], start: [] },
  },
  {
    name: 'a sidecar ended while all runs',
    init: ['s'],
    states: { s: 'exited0', a: 'running', b: 'running' },
    want: { startInit: ['s'], start: [] },
  },
  {
    name: 'the last sidecar runs',
    init: ['i', 's'],
    states: { i: 'exited0', s: 'running' },
    want: { start: ['a', 'b'] },
  },
  {
    name: 'containers ended, Never, a sidecar runs',
    policy: 'Never',
    init: ['s'],
    states: { s: 'running', a: 'exited0', b: 'exited0' },
    want: { killPod: true, startInit: [] },
  },
];

test.each(cases)(
  '$name',
  ({ policy = 'Always', init = [], containers = ['a', 'b'], sandbox = 'ready', states = {}, want }) => {
    const spec = { restartPolicy: policy, initContainers: init.map(container), containers: containers.map(container) };
    const pod: Pod = { metadata: { uid: 'u', name: 'p', namespace: 'd' }, spec, status: {} };
    const all = [...spec.initContainers, ...spec.containers];
    const current: RuntimePod = {
      ...{ uid: 'u', name: 'p', namespace: 'd' },
      sandboxes:
        sandbox === 'none'
          ? []
          : [
              {
                id: 'box',
                attempt: 0,
                ready: sandbox === 'ready',
                createdAt: 1,
                hostNetwork: false,
                ips: ['10.0.0.1'],
              },
            ],
      containers: all.flatMap((one) =>
        states[one.name] === undefined ? [] : [record(one, states[one.name] ?? 'running')],
      ),
    };
    const isState = (id: string, ...wanted: readonly State[]): boolean => wanted.includes(states[id] ?? 'running');
    const actions = computePodActions(pod, current, {
      liveness: (id) => (isState(id, 'unhealthy') ? 'failure' : 'success'),
      startup: (id) => (isState(id, 'unstarted') ? undefined : isState(id, 'failedStartup') ? 'failure' : 'success'),
    });
    expect(actions).toMatchObject(want);
  },
);

function container(name: string): Container {
  if (!name.startsWith('s')) return { name, image: 'i' };
  return { name, image: 'i', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 1 } } };
}

function record(spec: Container, state: State): ContainerRecord {
  const exited = state.startsWith('exited');
  return {
    ...{ id: spec.name, name: spec.name, sandboxId: 'box', restartCount: 0, createdAt: 1, startedAt: 1, finishedAt: 0 },
    state: exited ? 'exited' : state === 'unknown' ? 'unknown' : 'running',
    exitCode: state === 'exited1' ? 1 : 0,
    ...{
      reason: '',
      message: '',
      image: 'i',
      imageId: 'i',
      logPath: '',
      terminationLog: '',
      terminationPolicy: 'File',
      user: undefined,
    },
    hash: state === 'changed' ? 'other' : hashOf(spec),
  };
}
