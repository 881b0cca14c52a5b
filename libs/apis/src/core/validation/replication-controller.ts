import type { PodTemplate, ReplicationController } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { goMap, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validatePodTemplateSpec } from './pod.ts';
import type { ToleratedFaults } from './pod-context.ts';
import { toleratedTemplateFaults } from './tolerated-faults.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');
const RULES = { namespaced: true, checkName: subdomainName };

/** @go core/validation#ValidateReplicationController */
export const replicationControllerValidation: KindValidation<ReplicationController> = {
  validate: (controller) => [...validateObjectMeta(controller.metadata, RULES, META), ...validateSpec(controller)],
  validateUpdate: (controller, old) => {
    const ofSpec = validateSpec(controller, toleratedTemplateFaults(old.spec.template));
    return [
      ...validateObjectMeta(controller.metadata, RULES, META),
      ...ofSpec,
      ...validateObjectMetaUpdate(controller.metadata, old.metadata, META),
      ...ofSpec,
    ];
  },
  validateStatusUpdate: (controller, old) => [
    ...validateObjectMetaUpdate(controller.metadata, old.metadata, META),
    ...validateReplicaCounts(controller.status, STATUS),
  ],
};

function validateSpec({ spec }: DeepReadonly<ReplicationController>, tolerated: ToleratedFaults = {}): FieldError[] {
  const selector = spec.selector ?? {};
  const errors = [
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...(Object.keys(selector).length === 0 ? [required(SPEC.child('selector'))] : []),
    ...(spec.replicas === undefined ? [required(SPEC.child('replicas'))] : []),
    ...nonNegative(spec.replicas, SPEC.child('replicas')),
  ];
  const path = SPEC.child('template');
  const { template } = spec;
  if (template === undefined) return [...errors, required(path)];
  const labels = template.metadata?.labels ?? {};
  if (!Object.entries(selector).every(([key, value]) => labels[key] === value)) {
    errors.push(
      invalid(
        path.child('metadata', 'labels'),
        goMap(template.metadata?.labels),
        '`selector` does not match template `labels`',
      ),
    );
  }
  errors.push(...validatePodTemplateSpec(template, path, tolerated));
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== 'Always') {
    errors.push(notSupported(path.child('spec', 'restartPolicy'), restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in ReplicationController is not Supported';
    errors.push(forbidden(path.child('spec', 'activeDeadlineSeconds'), detail));
  }
  return errors;
}

/** Counts of a controller of replicas. */
export interface ReplicaCounts {
  readonly replicas?: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
}

/** None negative, none greater than the whole. @go core/validation#ValidateStatusUpdate */
export function validateReplicaCounts(status: ReplicaCounts, path: FieldPath): FieldError[] {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0, fullyLabeledReplicas = 0 } = status;
  const errors = COUNTS.flatMap((count) => nonNegative(status[count], path.child(count)));
  const beyond = (name: string, value: number, limit: number, what: string): void => {
    if (value > limit) errors.push(invalid(path.child(name), value, `cannot be greater than ${what}`));
  };
  beyond('fullyLabeledReplicas', fullyLabeledReplicas, replicas, 'status.replicas');
  beyond('readyReplicas', readyReplicas, replicas, 'status.replicas');
  beyond('availableReplicas', availableReplicas, replicas, 'status.replicas');
  beyond('availableReplicas', availableReplicas, readyReplicas, 'readyReplicas');
  return errors;
}

const COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'terminatingReplicas',
  'observedGeneration',
] as const;

/** @go core/validation#ValidatePodTemplate */
export const podTemplateValidation: KindValidation<PodTemplate> = {
  validate: (template) => [
    ...validateObjectMeta(template.metadata, RULES, META),
    ...validatePodTemplateSpec(template.template, new FieldPath('template')),
  ],
  validateUpdate: (template, old) => [
    ...validateObjectMetaUpdate(template.metadata, old.metadata, META),
    ...validatePodTemplateSpec(template.template, new FieldPath('template'), toleratedTemplateFaults(old.template)),
  ],
};
