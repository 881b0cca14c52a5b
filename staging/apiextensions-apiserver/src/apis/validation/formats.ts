import { FieldPath, type DeepReadonly } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { formatCheck } from '../../validation/formats.ts';
import { type StructuralSchema, additionalSchemaOf, itemsOf } from '../../schema/structural.ts';

/** Formats that mean something to clients, although nothing is checked by them. */
const clientFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'int-or-string', 'quantity']);

/**
 * Warnings about formats by which nothing is checked.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/validation#GetUnrecognizedFormats
 */
export function unrecognizedFormats(crd: DeepReadonly<CustomResourceDefinition>): string[] {
  return crd.spec.versions.flatMap(({ schema }, index) => {
    const path = new FieldPath('spec').child('versions').index(index).child('schema', 'openAPIV3Schema');
    return formatsWithin(schema?.openAPIV3Schema, path);
  });
}

function formatsWithin(schema: StructuralSchema | undefined, path: FieldPath): string[] {
  if (!schema) return [];
  const { format = '', properties = {} } = schema;
  const isUnknown = format !== '' && formatCheck(format) === undefined && !clientFormats.has(format);
  return [
    ...(isUnknown ? [`${path.child('format').toString()}: unrecognized format ${JSON.stringify(format)}`] : []),
    ...Object.entries(properties).flatMap(([name, child]) => formatsWithin(child, path.child('properties').key(name))),
    ...formatsWithin(additionalSchemaOf(schema), path.child('additionalProperties')),
    ...formatsWithin(itemsOf(schema), path.child('items')),
  ];
}
