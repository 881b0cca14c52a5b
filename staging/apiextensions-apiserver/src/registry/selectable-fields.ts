import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Strategy } from '@kubescript/apiserver';
import type { CustomResourceDefinitionVersion } from '@kubescript/api/apiextensions/v1';

import { valueAt } from './scale-paths.ts';

/**
 * The fields that lists and watches of a version can select on: by the path without the dot in front.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#(customResourceStrategy).selectableFieldSet
 */
export function selectableFieldsOf({ selectableFields = [] }: DeepReadonly<CustomResourceDefinitionVersion>): {
  readonly selectableFields?: NonNullable<Strategy['selectableFields']>;
} {
  if (selectableFields.length === 0) return {};
  const fields = selectableFields.map(
    ({ jsonPath }) => [jsonPath.replace(/^\./, ''), (object: unknown) => textOf(valueAt(object, jsonPath))] as const,
  );
  return { selectableFields: Object.fromEntries(fields) };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
