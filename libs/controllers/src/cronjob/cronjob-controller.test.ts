import type { CronJob } from '@kubescript/api/batch/v1';
import { nameOf } from '@kubescript/apimachinery';
import { batchv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { CronJobController } from './cronjob-controller.ts';

function cronJob(spec: Partial<CronJob['spec']> = {}): CronJob {
  return {
    metadata: { name: 'tick', namespace: 'default', creationTimestamp: '2020-01-01T00:00:00Z' },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: {} } }, successfulJobsHistoryLimit: 0, ...spec },
    status: {},
  };
}

test('the latest missed time gets a Job, once; finished ones leave the status and the history', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  client.seed(batchv1.cronjobs, cronJob());
  cluster.start(new CronJobController(cluster.context));
  const status = () => client.stored(batchv1.cronjobs)[0]?.status;
  await expect.poll(() => status()?.active?.length).toBe(1);
  const [job] = client.stored(batchv1.jobs);
  expect(client.stored(batchv1.jobs).length).toBe(1);
  expect(Date.now() - Date.parse(status()?.lastScheduleTime ?? '')).toBeLessThan(61_000);
  expect(job?.metadata.ownerReferences?.[0]).toMatchObject({ kind: 'CronJob', name: 'tick', controller: true });
  const done = { conditions: [{ type: 'Complete', status: 'True' }], completionTime: '2030-01-01T00:00:00Z' };
  const name = job === undefined ? '' : nameOf(job);
  await client
    .resource(batchv1.jobs, 'default')
    .patch(name, 'application/merge-patch+json', { status: done }, { subresource: 'status' });
  await expect.poll(() => status()?.lastSuccessfulTime).toBe('2030-01-01T00:00:00Z');
  await expect.poll(() => client.stored(batchv1.jobs).length).toBe(0);
  expect(status()?.active ?? []).toEqual([]);
});

test('a suspended CronJob does nothing', async () => {
  await using cluster = new TestCluster();
  cluster.client.seed(batchv1.cronjobs, cronJob({ suspend: true }));
  cluster.start(new CronJobController(cluster.context));
  await cluster.context.informers.waitForSync(AbortSignal.timeout(1000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(cluster.client.stored(batchv1.jobs)).toEqual([]);
});
