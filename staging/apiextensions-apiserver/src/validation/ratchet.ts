import { jsonEqual } from '@kubescript/apimachinery';

import { type StructuralSchema, isObject, itemsOf, additionalSchemaOf, propertyOf } from '../schema/structural.ts';
import type { Ratchet } from './schema-validator.ts';

/**
 * What an update may leave as it was although the schema would refuse it now: values that are equal to those before, at
 * the same member, or in the element of a map list with the same keys. Undefined if there was nothing before.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/validation#RatchetingSchemaValidator
 */
export function newRatchet(old: unknown, schema: StructuralSchema | undefined): Ratchet | undefined {
  if (old === undefined) return undefined;
  return {
    isUnchanged: (value) => jsonEqual(value, old),
    member(name) {
      if (!isObject(old) || !Object.hasOwn(old, name)) return undefined;
      const child = schema && (propertyOf(schema, name) ?? additionalSchemaOf(schema));
      return newRatchet(old[name], child);
    },
    item(_index, value) {
      const items = schema && itemsOf(schema);
      const before = Array.isArray(old) ? oldItem(old as readonly unknown[], value, schema) : undefined;
      return newRatchet(before, items);
    },
  };
}

/** The element that an element was before: by its keys in a map list, the same value in a set. */
function oldItem(old: readonly unknown[], value: unknown, schema: StructuralSchema | undefined): unknown {
  switch (schema?.['x-kubernetes-list-type']) {
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      return old.find(
        (item) => isObject(item) && isObject(value) && keys.every((key) => jsonEqual(item[key], value[key])),
      );
    }
    case 'set':
      return old.find((item) => jsonEqual(item, value));
    default:
      return undefined;
  }
}
