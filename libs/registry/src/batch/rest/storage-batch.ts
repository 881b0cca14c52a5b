import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { cronJobResource } from '../cronjob/strategy.ts';
import { jobRest } from '../job/rest.ts';
import { jobResource } from '../job/strategy.ts';

/** The resources of batch/v1. */
export function installBatch(stores: Stores): ApiGroupVersion {
  return {
    group: 'batch',
    version: 'v1',
    resources: [
      installOnStore(stores.cronJobs, cronJobResource),
      installOnStore(stores.jobs, jobResource, {}, jobRest(stores.jobs)),
    ],
  };
}
