import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newAppCommand } from '@kubescript/component-base';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type CompletedSchedulerOptions, addFlags, completeOptions, typedOptions, validateOptions } from './options.ts';
import { newKubeScheduler } from './index.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'scheduler-options-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

/** Completes a command line, with a configuration file of the given lines if there are any. */
async function complete(argv: readonly string[], ...lines: readonly string[]): Promise<CompletedSchedulerOptions> {
  const file = join(directory, 'config.yaml');
  const header = ['apiVersion: kubescheduler.config.k8s.io/v1', 'kind: KubeSchedulerConfiguration'];
  await writeFile(file, [...header, ...lines].join('\n'));
  const cmd = newAppCommand({ ...newKubeScheduler(), addFlags }, () => undefined);
  cmd.parse([...argv, ...(lines.length > 0 ? ['--config', file] : [])], { from: 'user' });
  return completeOptions(typedOptions(cmd));
}

const messages = (options: CompletedSchedulerOptions): readonly string[] => {
  return validateOptions(options).map(({ message }) => message);
};

test('typed flags win over the file, the file over the defaults', async () => {
  const file = ['leaderElection:', '  leaderElect: false', '  leaseDuration: 1m', '  renewDeadline: 40s'];
  const { leaderElection } = await complete(['--leader-elect=true'], ...file);
  expect(leaderElection).toMatchObject({
    leaderElect: true,
    leaderElectLeaseDuration: 60_000,
    leaderElectRenewDeadline: 40_000,
    leaderElectRetryPeriod: 2_000,
  });
});

test('a configuration with profiles and arguments of plugins is accepted', async () => {
  const options = await complete(
    ['--kubeconfig', 'x'],
    'profiles:',
    '- schedulerName: packing',
    '  plugins:',
    '    score: {disabled: [{name: ImageLocality}], enabled: [{name: NodeResourcesFit, weight: 5}]}',
    '  pluginConfig:',
    '  - name: NodeResourcesFit',
    '    args:',
    '      apiVersion: kubescheduler.config.k8s.io/v1',
    '      kind: NodeResourcesFitArgs',
    '      scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 2}]}',
  );
  expect(messages(options)).toEqual([]);
});

test('all problems are reported, with the path of their field', async () => {
  const options = await complete(
    [],
    'percentageOfNodesToScore: 101',
    'podInitialBackoffSeconds: 5',
    'podMaxBackoffSeconds: 1',
    'profiles:',
    '- schedulerName: a',
    '- schedulerName: a',
    '- plugins: {filter: {enabled: [{name: Nonsense}]}}',
  );
  expect(messages(options)).toEqual([
    'podMaxBackoffSeconds: must not be less than podInitialBackoffSeconds',
    'percentageOfNodesToScore: must be between 0 and 100',
    'profiles[1].schedulerName: duplicate "a"',
    'profiles[2].schedulerName: required where there are several profiles',
    'profiles[2].plugins: plugin "Nonsense" does not exist',
    '--kubeconfig: required, unless --config has clientConnection.kubeconfig',
  ]);
});

test('fields that would have no effect are refused, unless they ask for what happens anyway', async () => {
  const refused = await complete(
    ['--kubeconfig=k'],
    'parallelism: 16',
    'enableProfiling: true',
    'enableContentionProfiling: true',
    'delayCacheUntilActive: false',
    'clientConnection: {contentType: application/vnd.kubernetes.protobuf}',
    'leaderElection: {resourceLock: endpoints}',
  );
  expect(messages(refused).map((message) => message.split(':')[0])).toEqual([
    'parallelism',
    'enableProfiling',
    'enableContentionProfiling',
    'delayCacheUntilActive',
    'clientConnection.contentType',
    'leaderElection.resourceLock',
  ]);
  const fine = await complete(
    ['--kubeconfig=k'],
    'enableProfiling: false',
    'delayCacheUntilActive: true',
    'clientConnection: {contentType: application/json}',
    'leaderElection: {resourceLock: leases}',
  );
  expect(messages(fine)).toEqual([]);
});

test.each([
  ['extenders: []', 'unknown field "extenders"'],
  ['profiles: [{pluginConfig: [{name: NodePorts, args: {}}]}]', 'plugin "NodePorts" takes no arguments'],
  ['parallelism: many', 'parallelism: must be of type integer'],
])('the file is decoded strictly: %s', async (line, message) => {
  await expect(complete([], line)).rejects.toThrow(message);
});
