import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../../schema/type-schema.ts';
import { readScalar, writeScalar } from './scalar-wire.ts';
import { type Tag, WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

type Json = Record<string, unknown>;

/** A message on the wire: fields by number, and messages that are members of the same JSON object. */
interface Layout {
  readonly fields: ReadonlyMap<number, FieldSchema>;
  /** The same in the order in which they are written. */
  readonly order: readonly { readonly number: number; readonly field: FieldSchema }[];
  readonly inlined: ReadonlyMap<number, Layout>;
}

/** Writes and reads structs as protobuf messages, by their schemas. */
export class StructWire {
  readonly #schemas: TypeSchemas;
  readonly #layouts = new Map<string, Layout>();

  constructor(schemas: TypeSchemas) {
    this.#schemas = schemas;
  }

  write(writer: WireWriter, value: Readonly<Json>, schema: StructSchema): void {
    this.#writeFields(writer, value, this.#layoutOf(schema));
  }

  read(data: Uint8Array, schema: StructSchema): Json {
    const value: Json = {};
    this.#readFields(data, value, this.#layoutOf(schema));
    return value;
  }

  #writeFields(writer: WireWriter, value: Readonly<Json>, { order, inlined }: Layout): void {
    for (const { number, field } of order) {
      const member = value[field.name];
      if (member !== undefined && member !== null) this.#writeMember(writer, number, member, field.type, field);
    }
    for (const [number, layout] of inlined)
      writer.message(number, (nested) => {
        this.#writeFields(nested, value, layout);
      });
  }

  #writeMember(writer: WireWriter, number: number, value: unknown, type: TypeRef, field: FieldSchema): void {
    switch (type.kind) {
      case 'deduced':
        throw new Error('a value without a type has no binary form');
      case 'scalar':
        writeScalar(writer, number, type.scalar, value);
        return;
      case 'struct':
        writer.message(number, (nested) => {
          this.write(nested, value as Json, this.#schemas.struct(type.name));
        });
        return;
      case 'list':
        if (isWrapped(type, field))
          writer.message(number, (nested) => {
            this.#writeItems(nested, 1, value, type, field);
          });
        else this.#writeItems(writer, number, value, type, field);
        return;
      case 'map':
        for (const [key, item] of Object.entries(value as Json)) {
          writer.message(number, (entry) => {
            this.#writeEntry(entry, key, item, type, field);
          });
        }
        return;
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  #writeItems(
    writer: WireWriter,
    number: number,
    value: unknown,
    type: Extract<TypeRef, { kind: 'list' }>,
    field: FieldSchema,
  ): void {
    for (const item of value as unknown[]) this.#writeMember(writer, number, item, type.items, field);
  }

  #writeEntry(
    writer: WireWriter,
    key: string,
    value: unknown,
    { values }: Extract<TypeRef, { kind: 'map' }>,
    field: FieldSchema,
  ): void {
    writer.text(1, key);
    if (values.kind === 'list')
      writer.message(2, (nested) => {
        this.#writeItems(nested, 1, value, values, field);
      });
    else this.#writeMember(writer, 2, value, values, field);
  }

  #readFields(data: Uint8Array, into: Json, { fields, inlined }: Layout): void {
    const reader = new WireReader(data);
    while (!reader.done) {
      const tag = reader.tag();
      const field = fields.get(tag.field);
      const layout = inlined.get(tag.field);
      if (field) into[field.name] = this.#readMember(reader, tag, field.type, into[field.name], field);
      else if (layout && tag.wireType === 2) this.#readFields(reader.bytes(), into, layout);
      else reader.skip(tag);
    }
  }

  /** A value; lists and maps come element by element and are added to what was there. */
  #readMember(reader: WireReader, tag: Tag, type: TypeRef, before: unknown, field: FieldSchema): unknown {
    switch (type.kind) {
      case 'deduced':
        throw new Error('a value without a type has no binary form');
      case 'scalar':
        return readScalar(reader, tag, type.scalar);
      case 'struct':
        return this.read(reader.bytes(), this.#schemas.struct(type.name));
      case 'list': {
        const list = (before ?? []) as unknown[];
        if (isWrapped(type, field)) this.#readItems(reader.bytes(), list, type, field);
        else list.push(...this.#readItem(reader, tag, type, field));
        return list;
      }
      case 'map': {
        const map = (before ?? {}) as Json;
        this.#readEntry(reader.bytes(), map, type, field);
        return map;
      }
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  /** One item, or several numbers packed into one value. */
  #readItem(
    reader: WireReader,
    tag: Tag,
    { items }: Extract<TypeRef, { kind: 'list' }>,
    field: FieldSchema,
  ): unknown[] {
    const isNumber = items.kind === 'scalar' && ['int32', 'int64', 'boolean'].includes(items.scalar);
    if (!isNumber || tag.wireType !== 2) return [this.#readMember(reader, tag, items, undefined, field)];
    const packed = new WireReader(reader.bytes());
    const numbers: unknown[] = [];
    while (!packed.done) numbers.push(this.#readMember(packed, tag, items, undefined, field));
    return numbers;
  }

  #readItems(data: Uint8Array, list: unknown[], type: Extract<TypeRef, { kind: 'list' }>, field: FieldSchema): void {
    const reader = new WireReader(data);
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.field === 1) list.push(...this.#readItem(reader, tag, type, field));
      else reader.skip(tag);
    }
  }

  #readEntry(data: Uint8Array, map: Json, { values }: Extract<TypeRef, { kind: 'map' }>, field: FieldSchema): void {
    const reader = new WireReader(data);
    let key = '';
    let value: unknown = emptyOf(values);
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.field === 1) key = reader.text();
      else if (tag.field !== 2) reader.skip(tag);
      else if (values.kind === 'list') this.#readItems(reader.bytes(), (value = []), values, field);
      else value = this.#readMember(reader, tag, values, undefined, field);
    }
    map[key] = value;
  }

  #layoutOf(schema: StructSchema): Layout {
    const known = this.#layouts.get(schema.name);
    if (known) return known;
    const root = newLayout();
    for (const field of schema.fields) {
      if (!field.protobuf) continue;
      let at = root;
      for (const number of field.inlinedFrom ?? []) at = inner(at, number);
      const [number] = field.protobuf;
      at.fields.set(number, field);
      at.order.push({ number, field });
    }
    this.#layouts.set(schema.name, root);
    return root;
  }
}

interface OpenLayout extends Layout {
  readonly fields: Map<number, FieldSchema>;
  readonly order: { readonly number: number; readonly field: FieldSchema }[];
  readonly inlined: Map<number, OpenLayout>;
}

const newLayout = (): OpenLayout => ({ fields: new Map(), order: [], inlined: new Map() });

function inner(layout: OpenLayout, number: number): OpenLayout {
  let found = layout.inlined.get(number);
  if (!found) {
    found = newLayout();
    layout.inlined.set(number, found);
  }
  return found;
}

/** A list of strings with a type of its own (Verbs, ExtraValue) is a message with one repeated field. */
function isWrapped({ items }: Extract<TypeRef, { kind: 'list' }>, { protobuf }: FieldSchema): boolean {
  const name = protobuf?.[1] ?? '';
  return items.kind === 'scalar' && items.scalar === 'string' && name !== 'string' && !name.startsWith('map<');
}

/** The value of a map entry that has none on the wire. */
function emptyOf(type: TypeRef): unknown {
  if (type.kind === 'list') return [];
  if (type.kind !== 'scalar') return {};
  if (type.scalar === 'boolean') return false;
  return ['int32', 'int64', 'double', 'intOrString'].includes(type.scalar) ? 0 : '';
}
