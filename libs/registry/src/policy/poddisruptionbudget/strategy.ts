import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' };

/**
 * PodDisruptionBudgets.
 *
 * @go k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget#Strategy
 */
export const podDisruptionBudgetResource: ResourceDefinition<PodDisruptionBudget> = {
  resource: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  kind,
  shortNames: ['pdb'],
  strategy: simpleStrategy<PodDisruptionBudget>({
    kind,
    namespaced: true,
    allowUnconditionalUpdate: false,
    emptyStatus: () => ({ disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<PodDisruptionBudget>({ kind }),
};
