import type { TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder, isEmptySet } from './field-set.ts';
import { elementText } from './path-text.ts';
import { type JsonObject, type Shape, type Structure, asList, asObject, structureOf } from './shape.ts';

type ListStructure = Extract<Structure, { kind: 'list' }>;
type MapStructure = Extract<Structure, { kind: 'map' }>;

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
export function typeErrorsOf(value: unknown, shape: Shape, schemas: TypeSchemas): string[] {
  return problemsOf(value, shape, schemas).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

/** Something wrong, and where: seen from the value that was looked at. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What is mostly found. */
const noProblems: readonly Problem[] = [];

function problemsOf(value: unknown, shape: Shape, schemas: TypeSchemas): readonly Problem[] {
  if (value === null || value === undefined) return noProblems;
  const structure = structureOf(shape, schemas, value);
  switch (structure.kind) {
    case 'scalar': {
      const expected = scalarProblem(value, structure.scalar);
      return expected === undefined ? noProblems : [{ path: '', message: `expected ${expected}` }];
    }
    case 'list': {
      const list = asList(value);
      if (!list) return [{ path: '', message: `expected list, got ${shown(value)}` }];
      return structure.atomic ? itemProblems(list, structure, schemas) : elementProblems(list, structure, schemas);
    }
    case 'map': {
      const object = asObject(value);
      return object
        ? memberProblems(object, structure, schemas)
        : [{ path: '', message: `expected map, got ${shown(value)}` }];
    }
    default:
      throw new Error(`unknown structure ${JSON.stringify(structure satisfies never)}`);
  }
}

/** Adds what is wrong one step below. */
function addBelow(problems: Problem[], below: readonly Problem[], step: () => string): void {
  for (const { path, message } of below) problems.push({ path: step() + path, message });
}

function memberProblems(object: JsonObject, structure: MapStructure, schemas: TypeSchemas): readonly Problem[] {
  const problems: Problem[] = [];
  for (const name in object) {
    const type = structure.member(name);
    if (type === undefined) problems.push({ path: `.${name}`, message: 'field not declared in schema' });
    else addBelow(problems, problemsOf(object[name], type, schemas), () => `.${name}`);
  }
  return problems;
}

function itemProblems(list: readonly unknown[], { items }: ListStructure, schemas: TypeSchemas): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [index, item] of list.entries()) {
    addBelow(problems, problemsOf(item, items, schemas), () => `[${String(index)}]`);
  }
  return problems;
}

function elementProblems(list: readonly unknown[], structure: ListStructure, schemas: TypeSchemas): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const isMap = structure.items.type.kind === 'struct';
  for (const [index, item] of list.entries()) {
    if (isMap && !asObject(item)) {
      const kind = item === null ? 'a null element' : 'non-map elements';
      const message = `element ${String(index)}: associative list with keys may not have ${kind}`;
      problems.push({ path: '', message });
      continue;
    }
    const element = structure.elementOf(item);
    if (seen.has(element)) problems.push({ path: '', message: `duplicate entries for key ${elementText(element)}` });
    seen.add(element);
    addBelow(problems, problemsOf(item, structure.items, schemas), () => elementText(element));
  }
  return problems;
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
