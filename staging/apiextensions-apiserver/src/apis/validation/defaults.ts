import { type FieldError, FieldPath, formatFieldError, invalid, jsonEqual } from '@kubescript/apimachinery';
import { runtimeCelCostBudget } from '@kubescript/apiserver';

import { CelValidator } from '../../schema/cel/cel-validator.ts';
import { Budget } from '../../schema/cel/evaluate-rules.ts';
import { prunedDefault } from '../../schema/defaulting.ts';
import { validateListTypes } from '../../schema/list-type.ts';
import { type DecodeMetadata, coerceEmbedded, validateEmbedded } from '../../schema/object-meta.ts';
import { type StructuralSchema, isEmbeddedResource, itemsOf, metaFields } from '../../schema/structural.ts';
import { validateBySchema } from '../../validation/field-errors.ts';
import type { SpecOptions } from './options.ts';

/** What validating defaults needs to know. */
type DefaultsOptions = Pick<SpecOptions, 'decodeMetadata' | 'requirePrunedDefaults'>;

interface Place {
  readonly path: FieldPath;
  readonly options: DefaultsOptions;
  /** Makes the resource that the value lies within, where it lies in its apiVersion, kind or metadata. */
  readonly surround?: (value: unknown) => unknown;
}

/**
 * Checks the defaults of a schema by the schemas that they belong to.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting#ValidateDefaults
 */
export function validateDefaults(schema: StructuralSchema, options: DefaultsOptions, path: FieldPath): FieldError[] {
  return validateWithin(schema, { path, options }, true);
}

function validateWithin(schema: StructuralSchema, place: Place, isRoot: boolean): FieldError[] {
  const { path } = place;
  const items = itemsOf(schema);
  const isResource = isRoot || isEmbeddedResource(schema);
  return [
    ...(schema.default === undefined ? [] : validateDefault(schema, place)),
    ...(items ? validateWithin(items, { ...place, path: path.child('items') }, false) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const at = path.child('properties').key(name);
      return validateWithin(property, { ...place, path: at, ...surrounding(name, isResource, place) }, false);
    }),
  ];
}

function surrounding(name: string, isResource: boolean, { surround }: Place): Pick<Place, 'surround'> {
  if (isResource && metaFields.has(name)) return { surround: (value) => ({ ...emptyResource, [name]: value }) };
  return surround ? { surround: (value) => surround({ [name]: value }) } : {};
}

const emptyResource = { apiVersion: 'v1', kind: 'Any', metadata: {} };

function validateDefault(schema: StructuralSchema, { path, options, surround }: Place): FieldError[] {
  const at = path.child('default');
  const value = schema.default;
  const { decodeMetadata: decode, requirePrunedDefaults } = options;
  if (surround) {
    const problem = problemOfResource(surround(structuredClone(value)), decode);
    if (problem !== undefined) return [invalid(at, value, `must result in valid metadata: ${problem}`)];
    return validateBySchema(value, schema, at);
  }
  const isResource = isEmbeddedResource(schema);
  const errors =
    requirePrunedDefaults && !jsonEqual(prunedDefault(schema), value)
      ? [invalid(at, value, 'must not have unknown fields')]
      : [];
  const coerced = coerceEmbedded(structuredClone(value), schema, isResource, { decode, dropInvalid: false });
  if (coerced.error) return [...errors, { ...coerced.error, path: `${at.toString()}.${coerced.error.path}` }];
  const embedded = validateEmbedded(value, schema, isResource, { path: at, decode });
  if (embedded.length > 0) return [...errors, ...embedded];
  const bySchema = validateBySchema(value, schema, at);
  if (bySchema.length > 0) return [...errors, ...bySchema];
  const byRules = CelValidator.of(schema, isResource)?.validate(value, value, {
    path: at,
    budget: new Budget(runtimeCelCostBudget),
  });
  return [...errors, ...(byRules?.errors ?? []), ...validateListTypes(value, schema, at)];
}

function problemOfResource(resource: unknown, decode: DecodeMetadata): string | undefined {
  const anything: StructuralSchema = {};
  const { error } = coerceEmbedded(resource, anything, true, { decode, dropInvalid: false });
  if (error) return formatFieldError(error);
  const errors = validateEmbedded(resource, anything, true, { path: new FieldPath(''), decode });
  return errors.length === 0 ? undefined : errors.map(formatFieldError).join(', ');
}
