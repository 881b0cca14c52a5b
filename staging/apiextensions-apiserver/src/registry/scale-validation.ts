import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  type KubeObject,
  goValueText,
  invalid,
  parseLabelSelector,
} from '@kubescript/apimachinery';
import type { CustomResourceSubresourceScale } from '@kubescript/api/apiextensions/v1';

import { valueAt } from './scale-paths.ts';

const maxInt32 = 2 ** 31 - 1;
type ScalePaths = DeepReadonly<CustomResourceSubresourceScale>;

/**
 * What the scale subresource demands of the numbers that it shows; with `status`, of those in the status only.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#(customResourceValidator).ValidateScaleSpec
 */
export function validateScale(
  object: DeepReadonly<KubeObject>,
  scale: ScalePaths | undefined,
  part: 'all' | 'status' = 'all',
): FieldError[] {
  if (!scale) return [];
  return [
    ...(part === 'all' ? validateReplicas(object, scale.specReplicasPath) : []),
    ...validateReplicas(object, scale.statusReplicasPath),
    ...validateSelector(object, scale.labelSelectorPath),
  ];
}

function validateReplicas(object: DeepReadonly<KubeObject>, path: string): FieldError[] {
  const value = valueAt(object, path);
  const at = new FieldPath(path);
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return [
      invalid(
        at,
        value,
        `${path} accessor error: ${goValueText(value)} is of the type ${goTypeOf(value)}, expected int64`,
      ),
    ];
  }
  if (value < 0) return [invalid(at, value, 'should be a non-negative integer')];
  if (value > maxInt32) {
    return [invalid(at, value, `should be less than or equal to ${String(maxInt32)}`)];
  }
  return [];
}

function validateSelector(object: DeepReadonly<KubeObject>, path: string | undefined): FieldError[] {
  if (path === undefined || path === '') return [];
  const value = valueAt(object, path);
  if (value === undefined) return [];
  const at = new FieldPath(path);
  if (typeof value !== 'string') {
    return [
      invalid(
        at,
        value,
        `${path} accessor error: ${goValueText(value)} is of the type ${goTypeOf(value)}, expected string`,
      ),
    ];
  }
  try {
    parseLabelSelector(value);
    return [];
  } catch (error) {
    return [invalid(at, value, (error as Error).message)];
  }
}

/** The Go type of a decoded JSON value. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    case 'object':
      return 'map[string]interface {}';
    default:
      return typeof value;
  }
}
