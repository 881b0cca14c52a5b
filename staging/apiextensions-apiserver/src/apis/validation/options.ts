import { type DeepReadonly, jsonEqual } from '@kubescript/apimachinery';
import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from '@kubescript/api/apiextensions/v1';

import { prunedDefault } from '../../schema/defaulting.ts';
import { newMetadataDecoder, type DecodeMetadata } from '../../schema/object-meta.ts';
import { type StructuralSchema, isSchemaList, itemsOf, someSchema } from '../../schema/structural.ts';
import { isReviewVersion } from '../../conversion/conversion-review.ts';
import { isConditionTrue } from '../helpers.ts';
import { isValidCaBundle } from './ca-bundle.ts';
import type { ValidationContext } from './definition.ts';
import { isInvalidKeyedList } from './open-api-schema.ts';
import { isNonStructural } from './structural.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;
type Spec = DeepReadonly<CustomResourceDefinitionSpec>;

/**
 * Which rules a definition has to keep: those that the state before broke are not asked for again.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validationOptions
 */
export interface SpecOptions {
  readonly decodeMetadata: DecodeMetadata;
  readonly requireRecognizedReviewVersion: boolean;
  readonly requireSchema: boolean;
  readonly requireValidType: boolean;
  readonly requireStructural: boolean;
  readonly requirePrunedDefaults: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireKeyedLists: boolean;
  readonly allowInvalidCaBundle: boolean;
  /** Versions whose schema did not change: their rules may cost what they cost. */
  readonly unchangedVersions: ReadonlySet<string>;
}

/** The rules for new definitions. */
export function creationOptions({ schemas }: ValidationContext): SpecOptions {
  return {
    decodeMetadata: newMetadataDecoder(schemas),
    requireRecognizedReviewVersion: true,
    requireSchema: true,
    requireValidType: true,
    requireStructural: true,
    requirePrunedDefaults: true,
    requireAtomicSets: true,
    requireKeyedLists: true,
    allowInvalidCaBundle: true,
    unchangedVersions: new Set(),
  };
}

/** The rules for an update. */
export function updateOptions(crd: Crd, old: Crd, context: ValidationContext): SpecOptions {
  const { spec } = old;
  const reviewVersions = spec.conversion?.webhook?.conversionReviewVersions ?? [];
  return {
    ...creationOptions(context),
    requireRecognizedReviewVersion: reviewVersions.length === 0 || reviewVersions.some(isReviewVersion),
    requireSchema: spec.versions.every(({ schema }) => schema?.openAPIV3Schema !== undefined),
    requireValidType: !hasSchema(spec, ({ type = '' }) => type !== '' && !schemaTypes.has(type)),
    requireStructural: !rootSchemas(spec).some(isNonStructural),
    requirePrunedDefaults: !rootSchemas(spec).some(hasUnprunedDefaults),
    requireAtomicSets: !hasSchema(spec, isSetOfGranular),
    requireKeyedLists: !hasSchema(spec, isInvalidKeyedList),
    allowInvalidCaBundle: mayKeepInvalidCaBundle(old),
    unchangedVersions: unchangedVersions(crd, old),
  };
}

/** The types of OpenAPI 3. */
export const schemaTypes: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);

function rootSchemas(spec: Spec): StructuralSchema[] {
  return spec.versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

function hasSchema(spec: Spec, predicate: (schema: StructuralSchema) => boolean): boolean {
  return rootSchemas(spec).some((schema) => someSchema(schema, predicate));
}

/** Elements of a set are compared as a whole, so nothing within them may be managed apart. */
export function isSetOfGranular(schema: StructuralSchema): boolean {
  const items = itemsOf(schema);
  if (schema['x-kubernetes-list-type'] !== 'set' || !items) return false;
  if (items.type === 'array') return (items['x-kubernetes-list-type'] ?? 'atomic') !== 'atomic';
  return items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic';
}

function hasUnprunedDefaults(schema: StructuralSchema): boolean {
  return someSchema(
    schema,
    (one) => one.default !== undefined && !isSchemaList(one.items) && !jsonEqual(prunedDefault(one), one.default),
  );
}

function mayKeepInvalidCaBundle(old: Crd): boolean {
  if (!isConditionTrue(old, 'Established')) return true;
  const bundle = old.spec.conversion?.webhook?.clientConfig?.caBundle ?? '';
  return bundle !== '' && !isValidCaBundle(bundle);
}

function unchangedVersions(crd: Crd, old: Crd): ReadonlySet<string> {
  const unchanged = crd.spec.versions.filter(({ name, schema }) => {
    const before = old.spec.versions.find((version) => version.name === name);
    return before !== undefined && jsonEqual(before.schema, schema);
  });
  return new Set(unchanged.map(({ name }) => name));
}
