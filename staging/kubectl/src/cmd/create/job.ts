import { textFlag } from '@kubescript/cli-runtime';
import type { CronJob, Job } from '@kubescript/api/batch/v1';
import { batchv1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import { defineGenerated, requireName } from '../../util/generated-command.ts';

/** `kubectl create job NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]` */
export const createJob = defineGenerated({
  name: 'job',
  summary: 'Create a job with the specified name.',
  usage: 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
  flags: {
    image: textFlag('Image name to run.'),
    from: textFlag('The cronjob whose template the job is made of.'),
  },
  async generate({ args, argsBeforeDash, values }, context): Promise<Job> {
    const name = requireName(args.slice(0, argsBeforeDash));
    const command = argsBeforeDash === undefined ? [] : args.slice(argsBeforeDash);
    if ((values.image === '') === (values.from === '')) {
      throw new Error('either --image or --from must be specified');
    }
    if (values.from !== '') return jobFrom(name, await readCronJob(values.from, context));
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: {
        template: {
          metadata: {},
          spec: {
            containers: [{ name, image: values.image, ...(command.length === 0 ? {} : { command }), resources: {} }],
            restartPolicy: 'Never',
          },
        },
      },
      status: {},
    };
  },
});

async function readCronJob(from: string, { access }: CommandContext): Promise<CronJob> {
  const [type = '', name = ''] = from.split('/');
  const resource = (await access.mapper()).find(type);
  if (resource?.kind !== 'CronJob' || name === '') throw new Error('from must be an existing cronjob: cronjob/NAME');
  const client = await access.client(batchv1.cronjobs, await access.namespace());
  return structuredClone(await client.get(name)) as CronJob;
}

function jobFrom(name: string, cronJob: CronJob): Job {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...metadata?.annotations },
      ...(metadata?.labels === undefined ? {} : { labels: metadata.labels }),
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          name: cronJob.metadata.name ?? '',
          uid: cronJob.metadata.uid ?? '',
          controller: true,
        },
      ],
    },
    spec: spec ?? { template: {} },
    status: {},
  };
}
