import type { Pod } from '@kubescript/api/core/v1';

import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { configMapValidation, secretValidation } from './config.ts';
import { endpointsValidation } from './endpoints.ts';
import { eventValidation } from './event.ts';
import { limitRangeValidation } from './limit-range.ts';
import { namespaceValidation } from './namespace.ts';
import { nodeValidation } from './node.ts';
import { persistentVolumeValidation } from './persistent-volume.ts';
import { persistentVolumeClaimValidation } from './persistent-volume-claim.ts';
import { podTemplateValidation, replicationControllerValidation } from './replication-controller.ts';
import { resourceQuotaValidation } from './resource-quota.ts';
import { serviceValidation } from './service.ts';
import { serviceAccountValidation } from './simple-kinds.ts';
import { validatePod } from './pod.ts';
import { validatePodStatusUpdate } from './pod-status.ts';
import { validatePodUpdate } from './pod-update.ts';

const podValidation: KindValidation<Pod> = {
  validate: validatePod,
  validateUpdate: validatePodUpdate,
  validateStatusUpdate: validatePodStatusUpdate,
};

/** Rules of the kinds of the core group. */
export const coreValidation: ValidationByKind = {
  ConfigMap: validationOf(configMapValidation),
  Endpoints: validationOf(endpointsValidation),
  Event: validationOf(eventValidation),
  LimitRange: validationOf(limitRangeValidation),
  Namespace: validationOf(namespaceValidation),
  Node: validationOf(nodeValidation),
  PersistentVolume: validationOf(persistentVolumeValidation),
  PersistentVolumeClaim: validationOf(persistentVolumeClaimValidation),
  Pod: validationOf(podValidation),
  PodTemplate: validationOf(podTemplateValidation),
  ReplicationController: validationOf(replicationControllerValidation),
  ResourceQuota: validationOf(resourceQuotaValidation),
  Secret: validationOf(secretValidation),
  Service: validationOf(serviceValidation),
  ServiceAccount: validationOf(serviceAccountValidation),
};
