import type { GroupKind } from '@kubescript/apimachinery';

import { admissionregistrationValidation } from '../admissionregistration/validation/index.ts';
import { appsValidation } from '../apps/validation/index.ts';
import { autoscalingValidation } from '../autoscaling/validation/index.ts';
import { batchValidation } from '../batch/validation/index.ts';
import { certificatesValidation } from '../certificates/validation/index.ts';
import { coordinationValidation } from '../coordination/validation/index.ts';
import { coreValidation } from '../core/validation/index.ts';
import { discoveryValidation } from '../discovery/validation/index.ts';
import { flowcontrolValidation } from '../flowcontrol/validation/index.ts';
import { networkingValidation } from '../networking/validation/index.ts';
import { nodeValidation } from '../node/validation/index.ts';
import { policyValidation } from '../policy/validation/index.ts';
import { rbacValidation } from '../rbac/validation/index.ts';
import { resourceValidation } from '../resource/validation/index.ts';
import { schedulingValidation } from '../scheduling/validation/index.ts';
import { storageValidation } from '../storage/validation/index.ts';
import type { KindValidation, ValidationByKind } from './registry.ts';

const byGroup: Readonly<Record<string, ValidationByKind>> = {
  '': coreValidation,
  'admissionregistration.k8s.io': admissionregistrationValidation,
  apps: appsValidation,
  autoscaling: autoscalingValidation,
  batch: batchValidation,
  'certificates.k8s.io': certificatesValidation,
  'coordination.k8s.io': coordinationValidation,
  'discovery.k8s.io': discoveryValidation,
  'flowcontrol.apiserver.k8s.io': flowcontrolValidation,
  'networking.k8s.io': networkingValidation,
  'node.k8s.io': nodeValidation,
  policy: policyValidation,
  'rbac.authorization.k8s.io': rbacValidation,
  'resource.k8s.io': resourceValidation,
  'scheduling.k8s.io': schedulingValidation,
  'storage.k8s.io': storageValidation,
};

/** The rules of a kind; undefined for kinds that are never stored, or whose rules live elsewhere. */
export function validationFor({ group, kind }: GroupKind): KindValidation | undefined {
  return byGroup[group]?.[kind];
}
