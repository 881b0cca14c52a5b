import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { podDisruptionBudgetResource } from '../poddisruptionbudget/strategy.ts';

/** The resources of policy/v1. */
export function installPolicy(stores: Stores): ApiGroupVersion {
  return {
    group: 'policy',
    version: 'v1',
    resources: [installOnStore(stores.podDisruptionBudgets, podDisruptionBudgetResource)],
  };
}
