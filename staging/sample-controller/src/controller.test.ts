import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { appsv1, ClientSet, corev1 } from '@kubescript/client';
import { type Environment, startEnvironment } from '@kubescript/envtest';

import { foos } from './apis/samplecontroller/v1alpha1/zz_generated/foos.ts';
import { SampleController } from './controller.ts';

const crds = [join(import.meta.dirname, '../config/crd')];
const soon = { timeout: 10_000 };

let environment: Environment;
let client: ClientSet;
let stop: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  environment = await startEnvironment({ port: false, crds, controllers: true });
  client = new ClientSet(environment.transport);
  stop = new AbortController();
  running = new SampleController(client).run(stop.signal);
});
afterEach(async () => {
  stop.abort(new Error('the test is over'));
  await running;
  await environment[Symbol.asyncDispose]();
});

const deployment = (name: string): Promise<number | undefined> =>
  client
    .resource(appsv1.deployments, 'default')
    .get(name)
    .then(
      ({ spec }) => spec.replicas,
      () => undefined,
    );

test('a Foo gets its Deployment, which is scaled, mended and goes with it', async () => {
  const api = client.resource(foos, 'default');
  await api.create({ metadata: { name: 'example' }, spec: { deploymentName: 'example-web' } });
  await expect.poll(() => deployment('example-web'), soon).toBe(1);

  await api.patch('example', 'application/merge-patch+json', { spec: { replicas: 3 } });
  await expect.poll(() => deployment('example-web'), soon).toBe(3);

  await client.resource(appsv1.deployments, 'default').delete('example-web');
  await expect.poll(() => deployment('example-web'), soon).toBe(3);

  await api.delete('example');
  await expect.poll(() => deployment('example-web'), soon).toBe(undefined);
});

test('the status says how many pods are available', async () => {
  const api = client.resource(foos, 'default');
  await api.create({ metadata: { name: 'example' }, spec: { deploymentName: 'web', replicas: 2 } });
  await expect.poll(() => deployment('web'), soon).toBe(2);
  const deployments = client.resource(appsv1.deployments, 'default');
  const found = await deployments.get('web');
  const status = { ...found.status, replicas: 2, readyReplicas: 2, availableReplicas: 2 };
  await deployments.updateStatus({ ...found, status });
  await expect.poll(async () => (await api.get('example')).status?.availableReplicas, soon).toBe(2);
});

test('a Deployment of somebody else is left alone', async () => {
  const labels = { app: 'other' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'c' }] } };
  await client.resource(appsv1.deployments, 'default').create({
    metadata: { name: 'taken' },
    spec: { replicas: 5, selector: { matchLabels: labels }, template },
  });
  await client.resource(foos, 'default').create({ metadata: { name: 'example' }, spec: { deploymentName: 'taken' } });
  const reasons = async (): Promise<readonly (string | undefined)[]> =>
    (await client.resource(corev1.events, 'default').list()).items.map(({ reason }) => reason);
  await expect.poll(reasons, soon).toContain('ErrResourceExists');
  expect(await deployment('taken')).toBe(5);
});

test.each([
  {
    name: 'too many replicas',
    spec: { deploymentName: 'web', replicas: 11 },
    message: 'should be less than or equal to 10',
  },
  { name: 'no name', spec: { deploymentName: '' }, message: 'spec.deploymentName' },
])('the generated schema refuses $name', async ({ spec, message }) => {
  await expect(client.resource(foos, 'default').create({ metadata: { name: 'bad' }, spec })).rejects.toThrow(message);
});

test('the generated rule keeps the name as it is', async () => {
  const api = client.resource(foos, 'default');
  await api.create({ metadata: { name: 'example' }, spec: { deploymentName: 'web' } });
  const renamed = api.patch('example', 'application/merge-patch+json', { spec: { deploymentName: 'other' } });
  await expect(renamed).rejects.toThrow('is immutable');
});
