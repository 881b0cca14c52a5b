import type { TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder, isEmptySet } from './field-set.ts';
import { elementText } from './path-text.ts';
import { type Shape, type Structure, asList, asObject, structureOf } from './shape.ts';

/**
 * The fields that a configuration states: lists and maps that are atomic as a whole, members of maps and elements of
 * lists each.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).ToFieldSet
 */
export function fieldsOf(value: unknown, shape: Shape, schemas: TypeSchemas): FieldSet {
  const set = new FieldSetBuilder();
  collect(set, value, shape, schemas);
  return set;
}

/** Adds the fields of a value to the node of the value. */
function collect(set: FieldSetBuilder, value: unknown, shape: Shape, schemas: TypeSchemas): void {
  const structure = structureOf(shape, schemas, value);
  if (structure.kind === 'scalar' || structure.atomic) {
    set.member = true;
    return;
  }
  if (structure.kind === 'list') {
    for (const item of asList(value) ?? []) {
      const node = set.child(structure.elementOf(item));
      collect(node, item, structure.items, schemas);
      node.member = true;
    }
    return;
  }
  const object = asObject(value) ?? {};
  for (const name in object) {
    const member = object[name];
    const type = structure.member(name);
    if (member === undefined || !type) continue;
    const node = new FieldSetBuilder();
    collect(node, member, type, schemas);
    if (member === null || isEmptyObject(member) || !structure.isStruct) node.member = true;
    if (!isEmptySet(node)) set.attach(`f:${name}`, node);
  }
}

function isEmptyObject(value: unknown): boolean {
  const object = asObject(value);
  return object !== undefined && Object.keys(object).length === 0;
}

/**
 * What is wrong with a configuration by its types, with the paths.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).Validate
 */
export function typeErrorsOf(value: unknown, shape: Shape, schemas: TypeSchemas, path = ''): string[] {
  if (value === null || value === undefined) return [];
  const structure = structureOf(shape, schemas, value);
  const fail = (message: string): string[] => [failed(message, path)];
  switch (structure.kind) {
    case 'scalar': {
      const expected = scalarProblem(value, structure.scalar);
      return expected === undefined ? [] : fail(`expected ${expected}`);
    }
    case 'list': {
      const list = asList(value);
      return list ? listErrors(list, structure, schemas, path) : fail(`expected list, got ${shown(value)}`);
    }
    case 'map':
      return memberErrors(value, structure, schemas, path);
    default:
      throw new Error(`unknown structure ${JSON.stringify(structure satisfies never)}`);
  }
}

const failed = (message: string, path: string): string => (path === '' ? message : `${path}: ${message}`);

function memberErrors(
  value: unknown,
  structure: Extract<Structure, { kind: 'map' }>,
  schemas: TypeSchemas,
  path: string,
): string[] {
  const object = asObject(value);
  if (!object) return [failed(`expected map, got ${shown(value)}`, path)];
  const errors: string[] = [];
  for (const name in object) {
    const type = structure.member(name);
    const at = `${path}.${name}`;
    if (type === undefined) errors.push(`${at}: field not declared in schema`);
    else errors.push(...typeErrorsOf(object[name], type, schemas, at));
  }
  return errors;
}

function listErrors(
  list: readonly unknown[],
  structure: Extract<Structure, { kind: 'list' }>,
  schemas: TypeSchemas,
  path: string,
): string[] {
  if (structure.atomic) {
    return list.flatMap((item, index) => typeErrorsOf(item, structure.items, schemas, `${path}[${String(index)}]`));
  }
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const isMap = structure.items.type.kind === 'struct';
    if (isMap && !asObject(item)) {
      const kind = item === null ? 'a null element' : 'non-map elements';
      return [`${path}: element ${String(index)}: associative list with keys may not have ${kind}`];
    }
    const element = structure.elementOf(item);
    const text = elementText(element);
    const duplicate = seen.has(element) ? [`${path}: duplicate entries for key ${text}`] : [];
    seen.add(element);
    return [...duplicate, ...typeErrorsOf(item, structure.items, schemas, `${path}${text}`)];
  });
}

/** What a scalar should have been, if it is not. */
function scalarProblem(value: unknown, scalar: string): string | undefined {
  const is = typeof value;
  switch (scalar) {
    case 'raw':
      return undefined;
    case 'int32':
    case 'int64':
    case 'double':
      return is === 'number' || is === 'bigint' ? undefined : `numeric (int or float), got ${goType(value)}`;
    case 'boolean':
      return is === 'boolean' ? undefined : `boolean, got ${goType(value)}`;
    case 'string':
    case 'bytes':
      return is === 'string' ? undefined : `string, got ${shown(value)}`;
    default:
      return is === 'object' ? `any scalar, got ${shown(value)}` : undefined;
  }
}

function shown(value: unknown): string {
  return `&{${typeof value === 'string' ? value : JSON.stringify(value)}}`;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'object' ? 'map[string]interface {}' : typeof value === 'boolean' ? 'bool' : typeof value;
}
