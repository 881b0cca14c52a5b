import type { FieldPath } from '@kubescript/apimachinery';
import { type FieldError, duplicate, invalid, jsonEqual } from '@kubescript/apimachinery';

import { type StructuralSchema, additionalSchemaOf, isObject, itemsOf, propertyOf } from './structural.ts';

/**
 * Checks that no element of a set occurs twice, and no two elements of a map list have the same keys.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype#ValidateListSetsAndMaps
 */
export function validateListTypes(value: unknown, schema: StructuralSchema | undefined, path: FieldPath): FieldError[] {
  if (!schema) return [];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const nested = list.flatMap((item, index) => validateListTypes(item, itemsOf(schema), path.index(index)));
    return [...validateElements(list, schema, path), ...nested];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const property = propertyOf(schema, name);
    if (property) return validateListTypes(member, property, path.child(name));
    return validateListTypes(member, additionalSchemaOf(schema), path.key(name));
  });
}

function validateElements(list: readonly unknown[], schema: StructuralSchema, path: FieldPath): FieldError[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return duplicates(list, list, path);
    case 'map': {
      const odd = list.findIndex((item) => item !== null && !isObject(item));
      if (odd >= 0) return [invalid(path.index(odd), list[odd], 'must be an object for an array of list-type map')];
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const shown = list.map((item) => keysOf(item, keys));
      return duplicates(shown, shown, path);
    }
    default:
      return [];
  }
}

function keysOf(item: unknown, keys: readonly string[]): unknown {
  if (!isObject(item)) return {};
  return Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]]));
}

function duplicates(list: readonly unknown[], shown: readonly unknown[], path: FieldPath): FieldError[] {
  const seen = new Map<string, { readonly item: unknown; isReported: boolean }[]>();
  return list.flatMap((item, index) => {
    const text = typeof item === 'object' ? 'object' : JSON.stringify(item);
    const others = seen.get(text) ?? [];
    const same = others.find((other) => jsonEqual(other.item, item));
    if (!same) {
      others.push({ item, isReported: false });
      seen.set(text, others);
      return [];
    }
    if (same.isReported) return [];
    same.isReported = true;
    return [duplicate(path.index(index), shown[index])];
  });
}
