import { type FieldError, type FieldPath, forbidden } from '@kubescript/apimachinery';

import { type StructuralSchema, itemsOf } from '../../schema/structural.ts';
import { validatePattern } from './structural.ts';

/** Where a schema within a junctor stands. */
export interface NestedPlace {
  readonly level: string;
  readonly path: FieldPath;
  /** Its anyOf spells int-or-string, which is allowed. */
  readonly skipAnyOf: boolean;
}

/** What must not be stated within a junctor, and how the reference says so. */
const forbiddenMembers: readonly (readonly [name: keyof StructuralSchema, detail: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

/**
 * Checks a schema within allOf, anyOf, oneOf or not, which may restrict values and nothing else.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema#validateNestedValueValidation
 */
export function validateNested(schema: StructuralSchema, place: NestedPlace): FieldError[] {
  const { path, level } = place;
  const items = itemsOf(schema);
  const below = (one: StructuralSchema, at: FieldPath, inside = level): FieldError[] =>
    validateNested(one, { level: inside, path: at, skipAnyOf: false });
  const list = (schemas: readonly StructuralSchema[] | undefined, name: string): FieldError[] =>
    (schemas ?? []).flatMap((one, index) => below(one, path.child(name).index(index)));
  const errors = [
    ...(place.skipAnyOf ? [] : list(schema.anyOf, 'anyOf')),
    ...list(schema.allOf, 'allOf'),
    ...list(schema.oneOf, 'oneOf'),
    ...(schema.not ? below(schema.not, path.child('not')) : []),
    ...validatePattern(schema.pattern, path.child('pattern')),
    ...(items ? below(items, path.child('items')) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      below(property, path.child('properties').key(name), 'field'),
    ),
    ...forbiddenMembers
      .filter(([name]) => isStated(schema[name]))
      .map(([name, detail]) => forbidden(path.child(name), detail)),
  ];
  if (!Object.hasOwn(schema.properties ?? {}, 'metadata')) return errors;
  const at = path.child('properties').key('metadata');
  return [...errors, forbidden(at, 'must not be specified in a nested context')];
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
}
