import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { validateReplicaCounts } from '../../core/validation/replication-controller.ts';
import { toleratedTemplateFaults } from '../../core/validation/tolerated-faults.ts';
import { immutable, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import {
  isNone,
  shownStrategy,
  validateAlwaysTemplate,
  validateCollisions,
  validateCountOrPercent,
  validateNotAboveAll,
  validateSelectorAndTemplate,
  type Workload,
  type WorkloadCheck,
} from './workloads.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');
const RULES = { namespaced: true, checkName: subdomainName };

/** @go apps/validation#ValidateDeployment */
export const deploymentValidation: KindValidation<Deployment> = {
  validate: (deployment) => [...validateObjectMeta(deployment.metadata, RULES, META), ...validateSpec(deployment)],
  validateUpdate: (deployment, old) => [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata, META),
    ...validateSpec(deployment, toleratedTemplateFaults(old.spec.template)),
    ...immutable(deployment.spec.selector, old.spec.selector, SPEC.child('selector')),
  ],
  validateStatusUpdate: (deployment, old) => [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata, META),
    ...validateStatus(deployment),
    ...validateCollisions(deployment.status.collisionCount, old.status.collisionCount, STATUS),
  ],
};

/** @go apps/validation#ValidateDeploymentSpec */
function validateSpec({ spec }: DeepReadonly<Deployment>, tolerated: ToleratedFaults = {}): FieldError[] {
  const { minReadySeconds = 0, progressDeadlineSeconds } = spec;
  const errors = [
    ...nonNegative(spec.replicas, SPEC.child('replicas')),
    ...validateSelectorAndTemplate(spec, replicasCheck(spec, tolerated), SPEC),
    ...validateStrategy(spec.strategy ?? {}, SPEC.child('strategy')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...nonNegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit')),
  ];
  if (progressDeadlineSeconds !== undefined) {
    const path = SPEC.child('progressDeadlineSeconds');
    errors.push(...nonNegative(progressDeadlineSeconds, path));
    if (progressDeadlineSeconds <= minReadySeconds) {
      errors.push(invalid(path, progressDeadlineSeconds, 'must be greater than minReadySeconds'));
    }
  }
  return errors;
}

/** @go apps/validation#ValidateDeploymentStrategy */
function validateStrategy(
  strategy: NonNullable<DeepReadonly<Deployment>['spec']['strategy']>,
  path: FieldPath,
): FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  switch (type) {
    case 'Recreate':
      if (rollingUpdate === undefined) return [];
      return [forbidden(path.child('rollingUpdate'), "may not be specified when strategy `type` is 'Recreate'")];
    case 'RollingUpdate': {
      const place = path.child('rollingUpdate');
      if (rollingUpdate === undefined) return [required(place, 'this should be defaulted and never be nil')];
      const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
      const errors = [
        ...validateCountOrPercent(maxUnavailable, place.child('maxUnavailable')),
        ...validateCountOrPercent(maxSurge, place.child('maxSurge')),
      ];
      if (isNone(maxUnavailable) && isNone(maxSurge)) {
        const detail = 'may not be 0 when `maxSurge` is 0';
        errors.push(invalid(place.child('maxUnavailable'), maxUnavailable, detail));
      }
      return [...errors, ...validateNotAboveAll(maxUnavailable, place.child('maxUnavailable'))];
    }
    default: {
      const shown = shownStrategy({ type, rollingUpdate });
      return [notSupported(path, shown, ['Recreate', 'RollingUpdate'])];
    }
  }
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
] as const;

/** @go apps/validation#ValidateDeploymentStatus */
function validateStatus({ status }: DeepReadonly<Deployment>): FieldError[] {
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  const errors = COUNTS.flatMap((count) => nonNegative(status[count], STATUS.child(count)));
  const beyond = (name: string, value: number, limit: number, what: string): void => {
    if (value > limit) errors.push(invalid(STATUS.child(name), value, `cannot be greater than ${what}`));
  };
  beyond('updatedReplicas', updatedReplicas, replicas, 'status.replicas');
  beyond('readyReplicas', readyReplicas, replicas, 'status.replicas');
  beyond('availableReplicas', availableReplicas, replicas, 'status.replicas');
  beyond('availableReplicas', availableReplicas, readyReplicas, 'readyReplicas');
  return errors;
}

/** @go apps/validation#ValidateReplicaSet */
export const replicaSetValidation: KindValidation<ReplicaSet> = {
  validate: (set) => [...validateObjectMeta(set.metadata, RULES, META), ...validateReplicaSetSpec(set)],
  validateUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...validateReplicaSetSpec(set, toleratedTemplateFaults(old.spec.template)),
    ...immutable(set.spec.selector, old.spec.selector, SPEC.child('selector')),
  ],
  validateStatusUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...validateReplicaCounts(set.status, STATUS),
  ],
};

/** @go apps/validation#ValidateReplicaSetSpec */
function validateReplicaSetSpec({ spec }: DeepReadonly<ReplicaSet>, tolerated: ToleratedFaults = {}): FieldError[] {
  return [
    ...nonNegative(spec.replicas, SPEC.child('replicas')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...validateSelectorAndTemplate(spec, replicasCheck(spec, tolerated), SPEC),
  ];
}

function replicasCheck({ template }: Workload, tolerated: ToleratedFaults): WorkloadCheck {
  return {
    selectorOwner: 'deployment',
    unreadable: 'invalid label selector',
    validateTemplate: (path) => validateAlwaysTemplate({ template, owner: 'ReplicaSet', tolerated }, path),
  };
}
