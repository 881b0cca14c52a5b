import { type DeepReadonly, type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';
import type { CustomResourceSubresources } from '@kubescript/api/apiextensions/v1';

import { validateSimplePath } from './simple-path.ts';

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionSubresources */
export function validateSubresources(
  { scale }: DeepReadonly<CustomResourceSubresources>,
  path: FieldPath,
): FieldError[] {
  if (!scale) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  return [
    ...validateReplicasPath(specReplicasPath, '.spec', path.child('scale.specReplicasPath')),
    ...validateReplicasPath(statusReplicasPath, '.status', path.child('scale.statusReplicasPath')),
    ...(labelSelectorPath === '' ? [] : validateSelectorPath(labelSelectorPath, path.child('scale.labelSelectorPath'))),
  ];
}

function validateReplicasPath(jsonPath: string, root: string, path: FieldPath): FieldError[] {
  if (jsonPath === '') return [required(path)];
  const problems = validateSimplePath(jsonPath, path);
  if (problems.length > 0 || jsonPath.startsWith(`${root}.`)) return problems;
  return [invalid(path, jsonPath, `should be a json path under ${root}`)];
}

function validateSelectorPath(jsonPath: string, path: FieldPath): FieldError[] {
  const problems = validateSimplePath(jsonPath, path);
  if (problems.length > 0 || jsonPath.startsWith('.spec.') || jsonPath.startsWith('.status.')) return problems;
  return [invalid(path, jsonPath, 'should be a json path under either .spec or .status')];
}
