import type { CronJob } from '@kubescript/api/batch/v1';

import { labelNameWarnings } from '../../generic/name-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import { jobSpecWarnings } from '../job/warnings.ts';

const kind = { group: 'batch', version: 'v1', kind: 'CronJob' };

/**
 * CronJobs.
 *
 * @go k8s.io/kubernetes/pkg/registry/batch/cronjob#Strategy
 */
export const cronJobResource: ResourceDefinition<CronJob> = {
  resource: 'cronjobs',
  singular: 'cronjob',
  kind,
  shortNames: ['cj'],
  categories: ['all'],
  strategy: simpleStrategy<CronJob>({
    kind,
    namespaced: true,
    warningsOnCreate: (object) => [
      ...labelNameWarnings(object.metadata),
      ...jobSpecWarnings(object.spec.jobTemplate.spec, 'spec.jobTemplate.spec'),
      ...zoneWarnings(object),
    ],
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation
        ? []
        : [...jobSpecWarnings(object.spec.jobTemplate.spec, 'spec.jobTemplate.spec'), ...zoneWarnings(object)],
    emptyStatus: () => ({}),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<CronJob>({ kind }),
};

function zoneWarnings({ spec }: CronJob): string[] {
  return spec.schedule.includes('TZ') ? ['cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead'] : [];
}
