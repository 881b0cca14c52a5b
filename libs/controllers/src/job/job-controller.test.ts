import type { Job } from '@kubescript/api/batch/v1';
import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { batchv1, corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { JobController } from './job-controller.ts';
import { indexOf } from './pods.ts';

function job(spec: Partial<Job['spec']>): Job {
  return {
    metadata: { name: 'work', namespace: 'default' },
    spec: {
      parallelism: 2,
      completions: 3,
      backoffLimit: 6,
      selector: { matchLabels: { job: 'work' } },
      template: {
        metadata: { labels: { job: 'work' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'c' }] },
      },
      ...spec,
    },
    status: {},
  };
}

/** Ends every pod at once, as `phaseOf` says. */
function runPods(cluster: TestCluster, phaseOf: (pod: DeepReadonly<Pod>) => string, seen: string[] = []): void {
  const api = cluster.client.resource(corev1.pods, 'default');
  cluster.context.informers.for(corev1.pods).addEventHandler({
    onAdd: (pod) => {
      seen.push(nameOf(pod));
      const status = {
        phase: phaseOf(pod),
        containerStatuses: [{ name: 'c', state: { terminated: { exitCode: 3, finishedAt: '2020-01-01T00:00:00Z' } } }],
      };
      setTimeout(() => {
        api
          .patch(nameOf(pod), 'application/merge-patch+json', { status }, { subresource: 'status' })
          .catch(() => undefined);
      }, 5);
    },
  });
}

async function finished(cluster: TestCluster): Promise<DeepReadonly<Job> | undefined> {
  const stored = (): DeepReadonly<Job> | undefined => cluster.client.stored(batchv1.jobs)[0];
  await expect
    .poll(() => stored()?.status.conditions?.some(({ type }) => type === 'Complete' || type === 'Failed'), {
      timeout: 5000,
    })
    .toBe(true);
  return stored();
}

test('a Job runs its pods until enough have succeeded, and lets them go', async () => {
  await using cluster = new TestCluster();
  const seen: string[] = [];
  runPods(cluster, () => 'Succeeded', seen);
  cluster.start(new JobController(cluster.context));
  await cluster.client.resource(batchv1.jobs, 'default').create(job({}));
  const done = await finished(cluster);
  expect(done?.status).toMatchObject({ succeeded: 3 });
  expect(done?.status.uncountedTerminatedPods).toBeUndefined();
  expect(done?.status.conditions?.map(({ type }) => type)).toEqual(['SuccessCriteriaMet', 'Complete']);
  expect(seen.length).toBe(3);
  expect(cluster.client.stored(corev1.pods).flatMap((pod) => pod.metadata.finalizers ?? [])).toEqual([]);
});

test('too many failures end a Job', async () => {
  await using cluster = new TestCluster();
  runPods(cluster, () => 'Failed');
  cluster.start(new JobController(cluster.context));
  await cluster.client
    .resource(batchv1.jobs, 'default')
    .create(job({ backoffLimit: 0, parallelism: 1, completions: 1 }));
  const done = await finished(cluster);
  expect(done?.status.conditions?.at(-1)).toMatchObject({ type: 'Failed', reason: 'BackoffLimitExceeded' });
  expect(done?.status.failed).toBe(1);
});

test('indexed: every index succeeds once; a policy can fail the Job', async () => {
  await using cluster = new TestCluster();
  runPods(cluster, () => 'Succeeded');
  cluster.start(new JobController(cluster.context));
  await cluster.client.resource(batchv1.jobs, 'default').create(job({ completionMode: 'Indexed', completions: 5 }));
  const done = await finished(cluster);
  expect(done?.status).toMatchObject({ succeeded: 5, completedIndexes: '0-4' });
  const pods = cluster.client.stored(corev1.pods);
  expect(pods.map(indexOf).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(pods[0]?.spec.hostname).toMatch(/^work-\d$/);
});

test('a podFailurePolicy can fail the Job at once', async () => {
  await using cluster = new TestCluster();
  runPods(cluster, () => 'Failed');
  cluster.start(new JobController(cluster.context));
  const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } }];
  await cluster.client.resource(batchv1.jobs, 'default').create(job({ podFailurePolicy: { rules } }));
  expect((await finished(cluster))?.status.conditions?.at(-1)).toMatchObject({
    type: 'Failed',
    reason: 'PodFailurePolicy',
  });
});

test('a suspended Job has no pods; resumed it runs', async () => {
  await using cluster = new TestCluster();
  runPods(cluster, () => 'Succeeded');
  cluster.start(new JobController(cluster.context));
  const api = cluster.client.resource(batchv1.jobs, 'default');
  await api.create(job({ suspend: true }));
  await expect.poll(() => cluster.client.stored(batchv1.jobs)[0]?.status.conditions?.[0]?.type).toBe('Suspended');
  expect(cluster.client.stored(corev1.pods)).toEqual([]);
  await api.patch('work', 'application/merge-patch+json', { spec: { suspend: false } });
  expect((await finished(cluster))?.status.succeeded).toBe(3);
});

test.each([
  { text: '', indexes: [] },
  { text: '0', indexes: [0] },
  { text: '0,1', indexes: [0, 1] },
  { text: '0-2,4,6,7', indexes: [0, 1, 2, 4, 6, 7] },
])('indexes $text', ({ text, indexes }) => {
  expect(formatIndexes(indexes)).toBe(text);
  expect([...parseIndexes(text, 100)]).toEqual(indexes);
});
