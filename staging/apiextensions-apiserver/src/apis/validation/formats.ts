import type { DeepReadonly } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { type StructuralSchema, additionalSchemaOf, isSchemaList } from '../../schema/structural.ts';
import { isCheckedFormat } from '../../validation/formats.ts';

type Definition = DeepReadonly<CustomResourceDefinition>;

/**
 * Warnings about formats by which nothing is checked; on an update only about those that are new.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition#(strategy).WarningsOnUpdate
 */
export function unrecognizedFormats(crd: Definition, old?: Definition): string[] {
  const known = new Set(old ? formatsOf(old) : []);
  const added = new Set(formatsOf(crd).filter((format) => !known.has(format)));
  return [...added].map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function formatsOf(crd: Definition): string[] {
  return crd.spec.versions.flatMap(({ schema }) => formatsWithin(schema?.openAPIV3Schema));
}

function formatsWithin(schema: StructuralSchema | undefined): string[] {
  if (!schema) return [];
  const { format = '', type = '', items } = schema;
  return [
    ...(format === '' || isCheckedFormat(type, format) ? [] : [format]),
    ...(items === undefined ? [] : isSchemaList(items) ? items.flatMap(formatsWithin) : formatsWithin(items)),
    ...[...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(formatsWithin),
    ...formatsWithin(schema.not),
    ...formatsWithin(additionalSchemaOf(schema)),
    ...Object.values(schema.properties ?? {}).flatMap(formatsWithin),
  ];
}
