import type { TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
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
  collect(value, shape, { set, schemas, path: [] });
  return set;
}

interface Collecting {
  readonly set: FieldSetBuilder;
  readonly schemas: TypeSchemas;
  readonly path: readonly string[];
}

function collect(value: unknown, shape: Shape, { set, schemas, path }: Collecting): void {
  const structure = structureOf(shape, schemas, value);
  if (structure.kind === 'scalar' || structure.atomic) {
    set.insert(path);
    return;
  }
  if (structure.kind === 'list') {
    for (const item of asList(value) ?? []) {
      const at = [...path, structure.elementOf(item)];
      collect(item, structure.items, { set, schemas, path: at });
      set.insert(at);
    }
    return;
  }
  for (const [name, member] of Object.entries(asObject(value) ?? {})) {
    const type = structure.member(name);
    if (member === undefined || !type) continue;
    const at = [...path, `f:${name}`];
    collect(member, type, { set, schemas, path: at });
    if (member === null || isEmptyObject(member) || !structure.isStruct) set.insert(at);
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
  const fail = (message: string): string[] => [path === '' ? message : `${path}: ${message}`];
  switch (structure.kind) {
    case 'scalar': {
      const expected = scalarProblem(value, structure.scalar);
      return expected === undefined ? [] : fail(`expected ${expected}`);
    }
    case 'list': {
      const list = asList(value);
      return list ? listErrors(list, structure, schemas, path) : fail(`expected list, got ${shown(value)}`);
    }
    case 'map': {
      const object = asObject(value);
      if (!object) return fail(`expected map, got ${shown(value)}`);
      return Object.entries(object).flatMap(([name, member]) => {
        const type = structure.member(name);
        const at = `${path}.${name}`;
        return type ? typeErrorsOf(member, type, schemas, at) : [`${at}: field not declared in schema`];
      });
    }
    default:
      throw new Error(`unknown structure ${JSON.stringify(structure satisfies never)}`);
  }
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
