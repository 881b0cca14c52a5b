import type { TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
import { type Shape, asList, asObject, structureOf } from './shape.ts';

/**
 * A value without the fields of a set; a list or map of which nothing is left is null. Changes nothing.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).RemoveItems
 */
export function removeFields(value: unknown, set: FieldSet, shape: Shape, schemas: TypeSchemas): unknown {
  const structure = structureOf(shape, schemas, value);
  if (set.children.size === 0 || structure.kind === 'scalar' || structure.atomic) return value;
  if (structure.kind === 'list') {
    const list = asList(value);
    if (!list || list.length === 0) return value;
    const left = list.flatMap((item) => {
      const below = set.children.get(structure.elementOf(item));
      if (below?.member === true) return [];
      return [below ? removeFields(item, below, structure.items, schemas) : item];
    });
    return left.length === 0 ? null : left;
  }
  const object = asObject(value);
  if (!object) return value;
  const left: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(object)) {
    const below = set.children.get(`f:${name}`);
    if (below?.member === true) continue;
    const type = structure.member(name);
    left[name] = below && type ? removeFields(member, below, type, schemas) : member;
  }
  return Object.keys(left).length === 0 ? null : left;
}

/**
 * The set with every field of a struct that has fields of the set below it: only map members and list elements are
 * there or not on their own account.
 *
 * @go sigs.k8s.io/structured-merge-diff/fieldpath#(Set).EnsureNamedFieldsAreMembers
 */
export function withNamedFields(set: FieldSet, shape: Shape | undefined, schemas: TypeSchemas): FieldSet {
  if (set.children.size === 0) return set;
  const structure = shape && structureOf(shape, schemas);
  const children = new Map<string, FieldSet>();
  for (const [element, child] of set.children) {
    const isField = structure?.kind === 'map' && element.startsWith('f:');
    const member = isField ? structure.member(element.slice(2)) : undefined;
    const below = isField ? member : structure?.kind === 'list' ? structure.items : undefined;
    const named = isField && structure.isStruct && member !== undefined && child.children.size > 0;
    const filled = withNamedFields(child, below, schemas);
    children.set(element, named ? new FieldSetBuilder(true, filled.children) : filled);
  }
  return new FieldSetBuilder(set.member, children);
}
