import type { Scale } from '@kubescript/api/autoscaling/v1';
import type { HorizontalPodAutoscaler } from '@kubescript/api/autoscaling/v2';
import { type DeepReadonly, type FieldError, FieldPath, forbidden, invalid } from '@kubescript/apimachinery';

import { nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { validateBehavior } from './behavior.ts';
import { validateMetric } from './metrics.ts';
import { validateReference } from './reference.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');
const RULES = { namespaced: true, checkName: subdomainName };

/** @go autoscaling/validation#ValidateHorizontalPodAutoscaler */
const autoscalerValidation: KindValidation<HorizontalPodAutoscaler> = {
  validate: (autoscaler) => [...validateObjectMeta(autoscaler.metadata, RULES, META), ...validateSpec(autoscaler)],
  validateUpdate: (autoscaler, old) => [
    ...validateObjectMetaUpdate(autoscaler.metadata, old.metadata, META),
    ...validateSpec(autoscaler, old.spec.minReplicas === 0 ? 0 : 1),
  ],
  validateStatusUpdate: (autoscaler, old) => [
    ...validateObjectMetaUpdate(autoscaler.metadata, old.metadata, META),
    ...nonNegative(autoscaler.status.currentReplicas, STATUS.child('currentReplicas')),
    ...nonNegative(autoscaler.status.desiredReplicas, STATUS.child('desiredReplicas')),
  ],
};

/** One that scales to zero may go on to, @go autoscaling/validation#validateHorizontalPodAutoscalerSpec */
function validateSpec({ spec }: DeepReadonly<HorizontalPodAutoscaler>, leastReplicas = 1): FieldError[] {
  const { minReplicas, maxReplicas, metrics = [], behavior } = spec;
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < leastReplicas) {
    errors.push(invalid(SPEC.child('minReplicas'), minReplicas, `must be greater than or equal to ${leastReplicas}`));
  }
  if (maxReplicas < 1) errors.push(invalid(SPEC.child('maxReplicas'), maxReplicas, 'must be greater than 0'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalid(SPEC.child('maxReplicas'), maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  errors.push(...validateReference(spec.scaleTargetRef, SPEC.child('scaleTargetRef')));
  metrics.forEach((metric, index) => errors.push(...validateMetric(metric, SPEC.child('metrics').index(index))));
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    errors.push(
      forbidden(
        SPEC.child('metrics'),
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ),
    );
  }
  if (behavior !== undefined) errors.push(...validateBehavior(behavior, SPEC.child('behavior')));
  return errors;
}

/** @go autoscaling/validation#ValidateScale */
const scaleValidation: KindValidation<Scale> = {
  validate: (scale) => [
    ...validateObjectMeta(scale.metadata, RULES, META),
    ...nonNegative(scale.spec.replicas, SPEC.child('replicas')),
  ],
  validateUpdate: (scale) => nonNegative(scale.spec.replicas, SPEC.child('replicas')),
};

/** Rules of the kinds of the autoscaling group. */
export const autoscalingValidation: ValidationByKind = {
  HorizontalPodAutoscaler: validationOf(autoscalerValidation),
  Scale: validationOf(scaleValidation),
};
