import type { HPAScalingRules, HorizontalPodAutoscalerBehavior } from '@kubescript/api/autoscaling/v2';
import { type DeepReadonly, type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';

import { oneOfIfSet } from '../../validation/checks.ts';
import { nonNegativeQuantity } from '../../core/validation/resources.ts';

const MAX_PERIOD = 1800;
const MAX_WINDOW = 3600;

/** @go autoscaling/validation#validateBehavior */
export function validateBehavior(
  behavior: DeepReadonly<HorizontalPodAutoscalerBehavior>,
  path: FieldPath,
): FieldError[] {
  return [
    ...(behavior.scaleUp === undefined ? [] : validateRules(behavior.scaleUp, path.child('scaleUp'))),
    ...(behavior.scaleDown === undefined ? [] : validateRules(behavior.scaleDown, path.child('scaleDown'))),
  ];
}

function validateRules(rules: DeepReadonly<HPAScalingRules>, path: FieldPath): FieldError[] {
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules;
  const errors: FieldError[] = [];
  const place = path.child('stabilizationWindowSeconds');
  if (window !== undefined && window < 0) errors.push(invalid(place, window, 'must be greater than or equal to zero'));
  if (window !== undefined && window > MAX_WINDOW) {
    errors.push(invalid(place, window, `must be less than or equal to ${MAX_WINDOW}`));
  }
  if (selectPolicy !== undefined) {
    errors.push(...oneOfIfSet(selectPolicy, ['Disabled', 'Max', 'Min'], path.child('selectPolicy')));
  }
  if (policies.length === 0) errors.push(required(path.child('policies'), 'must specify at least one Policy'));
  policies.forEach(({ type, value, periodSeconds }, index) => {
    const at = path.child('policies').index(index);
    errors.push(...oneOfIfSet(type, ['Percent', 'Pods'], at.child('type')));
    if (value <= 0) errors.push(invalid(at.child('value'), value, 'must be greater than zero'));
    if (periodSeconds <= 0) errors.push(invalid(at.child('periodSeconds'), periodSeconds, 'must be greater than zero'));
    if (periodSeconds > MAX_PERIOD) {
      errors.push(invalid(at.child('periodSeconds'), periodSeconds, `must be less than or equal to ${MAX_PERIOD}`));
    }
  });
  if (tolerance !== undefined) errors.push(...nonNegativeQuantity(tolerance, path.child('tolerance')));
  return errors;
}
