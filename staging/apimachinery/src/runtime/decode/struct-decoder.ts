import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../../schema/type-schema.ts';
import { markStated } from '../stated-lists.ts';
import { type DecodeContext, type Place, wrongType } from './context.ts';
import { type Decode, scalarDecoders } from './scalars.ts';

/** Decodes JSON values as structs. Each struct is compiled to closures when it is first met. */
export interface StructDecoders {
  /** The decoder of a struct; the value must not be undefined. */
  of(name: string): Decode;
}

/** One member, compiled. */
interface FieldPlan extends Place {
  readonly decode: Decode;
  /** What `typeof` says of values that need no decoding, and which of them counts as absent; undefined: none. */
  readonly plain: 'string' | 'boolean' | undefined;
  readonly plainEmpty: unknown;
  /** What the member becomes when absent, null or empty; undefined: it is left out. */
  readonly absent: ((context: DecodeContext) => unknown) | undefined;
  /** Values that count as absent: '' for a string that is not a pointer, empty lists and maps. */
  readonly isEmpty: (value: unknown) => boolean;
}

/** Makes the decoders of all structs of `schemas`. */
export function newStructDecoders(schemas: TypeSchemas): StructDecoders {
  const compiled = new Map<string, Decode>();
  const of = (name: string): Decode => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const decode = compileStruct(schemas.struct(name), of);
    compiled.set(name, decode);
    return decode;
  };
  return { of };
}

function compileStruct(schema: StructSchema, of: (name: string) => Decode): Decode {
  let plans: readonly FieldPlan[] | undefined;
  const goType = goStructName(schema.name);
  return (value, context) => {
    plans ??= schema.fields.map((field) => compileField(schema, field, of));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(value, goType, context);
    return decodeFields(plans, value as Readonly<Record<string, unknown>>, context);
  };
}

function decodeFields(
  plans: readonly FieldPlan[],
  input: Readonly<Record<string, unknown>>,
  context: DecodeContext,
): unknown {
  const output: Record<string, unknown> = {};
  const depth = context.depth++;
  let known = 0;
  for (const plan of plans) {
    let value = input[plan.name];
    if (value !== undefined) {
      known++;
      if (typeof value === plan.plain && value !== plan.plainEmpty) {
        output[plan.name] = value;
        continue;
      }
    }
    if (value !== undefined && value !== null) {
      context.places[depth] = plan;
      value = plan.decode(value, context);
    }
    if (value !== undefined && value !== null && !plan.isEmpty(value)) output[plan.name] = value;
    else if (plan.absent !== undefined) {
      context.places[depth] = plan;
      const absent = plan.absent(context);
      output[plan.name] = absent;
      if (context.notesStated && Array.isArray(value) && Array.isArray(absent)) markStated(absent);
    }
  }
  if (known !== countOf(input)) context.unknown = true;
  context.depth = depth;
  return output;
}

function countOf(members: object): number {
  let count = 0;
  for (const _ in members) count++;
  return count;
}

function compileField(owner: StructSchema, field: FieldSchema, of: (name: string) => Decode): FieldPlan {
  const decode = compileType(field.type, of);
  const isEmpty = emptinessOf(field);
  const scalar = field.type.kind === 'scalar' ? field.type.scalar : undefined;
  const plain = scalar === 'string' || scalar === 'boolean' ? scalar : undefined;
  return {
    owner: owner.name.slice(owner.name.lastIndexOf('.') + 1),
    name: field.name,
    decode,
    plain,
    plainEmpty: plain === undefined ? undefined : [false, ''].find(isEmpty),
    absent: absentValue(field, decode),
    isEmpty,
  };
}

function absentValue(field: FieldSchema, decode: Decode): FieldPlan['absent'] {
  const { type } = field;
  const given = field.default;
  if (given !== undefined && (given !== '' || field.pointer === true)) return () => given;
  if (field.embedded === true) return (context) => decode({}, context);
  if (field.omitEmpty === true) return undefined;
  if (type.kind === 'list' && (field.required === true || field.emitted === true)) return () => [];
  if (field.required === true && type.kind === 'map') return () => ({});
  if (field.required !== true && field.emitted !== true) return undefined;
  if (type.kind !== 'scalar' || field.pointer === true) return () => null;
  const { zero } = scalarDecoders[type.scalar];
  return () => zero;
}

const never = (): boolean => false;

function emptinessOf(field: FieldSchema): (value: unknown) => boolean {
  const { type } = field;
  if (type.kind === 'list' && field.pointer !== true) return (value) => (value as readonly unknown[]).length === 0;
  if (type.kind === 'map') return isEmptyObject;
  if (type.kind !== 'scalar' || field.pointer === true) return never;
  if (field.default === undefined && (field.required === true || field.emitted === true)) return never;
  switch (type.scalar) {
    case 'string':
    case 'bytes':
      return (value) => value === '';
    case 'boolean':
      return (value) => value === false;
    case 'int32':
    case 'int64':
    case 'double':
      return (value) => value === 0;
    case 'time':
    case 'microTime':
    case 'quantity':
    case 'intOrString':
    case 'raw':
      return never;
  }
}

function isEmptyObject(value: unknown): boolean {
  for (const _key in value as object) return false;
  return true;
}

function compileType(type: TypeRef, of: (name: string) => Decode): Decode {
  switch (type.kind) {
    case 'scalar':
      return scalarDecoders[type.scalar].decode;
    case 'struct': {
      // Found when first used, because structs may contain themselves.
      let decode: Decode | undefined;
      return (value, context) => (decode ??= of(type.name))(value, context);
    }
    case 'list':
      return compileList(type.items, compileType(type.items, of));
    case 'map':
      return compileMap(type.values, compileType(type.values, of));
    case 'deduced':
      return (value) => value;
  }
}

function compileList(items: TypeRef, decodeItem: Decode): Decode {
  const goType = `[]${goTypeName(items)}`;
  return (value, context) => {
    if (!Array.isArray(value)) throw wrongType(value, goType, context);
    const list: readonly unknown[] = value;
    return list.map((item) => (item === null ? zeroOf(items, decodeItem, context) : decodeItem(item, context)));
  };
}

function compileMap(values: TypeRef, decodeValue: Decode): Decode {
  const goType = `map[string]${goTypeName(values)}`;
  return (value, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(value, goType, context);
    const input = value as Readonly<Record<string, unknown>>;
    const output: Record<string, unknown> = {};
    for (const key of sortedKeys(input)) {
      const item = input[key];
      const decoded = item === null ? zeroOf(values, decodeValue, context) : decodeValue(item, context);
      if (key === '__proto__') Object.defineProperty(output, key, { value: decoded, enumerable: true });
      else output[key] = decoded;
    }
    return output;
  };
}

/** Mostly they are in order already, as they were served. */
function sortedKeys(map: object): readonly string[] {
  const keys = Object.keys(map);
  for (let at = 1; at < keys.length; at++) if ((keys[at - 1] ?? '') > (keys[at] ?? '')) return keys.sort();
  return keys;
}

function zeroOf(type: TypeRef, decode: Decode, context: DecodeContext): unknown {
  switch (type.kind) {
    case 'scalar':
      return scalarDecoders[type.scalar].zero;
    case 'struct':
      return decode({}, context);
    case 'list':
      return [];
    case 'map':
      return {};
    case 'deduced':
      return null;
  }
}

/** `v1.PodSpec`, as Go prints the type. */
function goStructName(name: string): string {
  return name.split('.').slice(-2).join('.');
}

function goTypeName(type: TypeRef): string {
  switch (type.kind) {
    case 'list':
      return `[]${goTypeName(type.items)}`;
    case 'map':
      return `map[string]${goTypeName(type.values)}`;
    case 'struct':
      return goStructName(type.name);
    case 'scalar':
      return type.scalar === 'boolean' ? 'bool' : type.scalar;
    case 'deduced':
      return 'interface {}';
  }
}
