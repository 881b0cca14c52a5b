import type { GroupKind } from '@kubescript/apimachinery';

import { appsValidation } from '../apps/validation/index.ts';
import { batchValidation } from '../batch/validation/index.ts';
import { coordinationValidation } from '../coordination/validation/index.ts';
import { coreValidation } from '../core/validation/index.ts';
import { discoveryValidation } from '../discovery/validation/index.ts';
import { networkingValidation } from '../networking/validation/index.ts';
import { nodeValidation } from '../node/validation/index.ts';
import { policyValidation } from '../policy/validation/index.ts';
import { rbacValidation } from '../rbac/validation/index.ts';
import { schedulingValidation } from '../scheduling/validation/index.ts';
import { storageValidation } from '../storage/validation/index.ts';
import type { KindValidation, ValidationByKind } from './registry.ts';

const byGroup: Readonly<Record<string, ValidationByKind>> = {
  '': coreValidation,
  apps: appsValidation,
  batch: batchValidation,
  'coordination.k8s.io': coordinationValidation,
  'discovery.k8s.io': discoveryValidation,
  'networking.k8s.io': networkingValidation,
  'node.k8s.io': nodeValidation,
  policy: policyValidation,
  'rbac.authorization.k8s.io': rbacValidation,
  'scheduling.k8s.io': schedulingValidation,
  'storage.k8s.io': storageValidation,
};

/** The rules of a kind; undefined for kinds that are never stored, or whose rules live elsewhere. */
export function validationFor({ group, kind }: GroupKind): KindValidation | undefined {
  return byGroup[group]?.[kind];
}
