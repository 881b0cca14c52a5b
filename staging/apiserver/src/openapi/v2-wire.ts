import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

import type { Json } from './schemas.ts';

/** Writes a value as the fields of one message, without tag or length. */
export type Message = (writer: BinaryWriter, value: Json) => void;
/** Writes a value under a field number. What does not fit the field, and what is the field's zero, is left out. */
export type Field = (writer: BinaryWriter, number: number, value: unknown) => void;
/** The fields of a message by the property of the document, in the order of their numbers. */
export type Fields = Readonly<Record<string, readonly [number: number, field: Field]>>;

/** A `string`. */
export const text: Field = (writer, number, value) => {
  if (typeof value === 'string' && value !== '') writer.tag(number, WireType.LengthDelimited).string(value);
};

/** A `bool`. */
export const flag: Field = (writer, number, value) => {
  if (value === true) writer.tag(number, WireType.Varint).bool(true);
};

/** An `int64`. */
export const integer: Field = (writer, number, value) => {
  if (Number.isSafeInteger(value) && value !== 0) writer.tag(number, WireType.Varint).int64(value as number);
};

/** A `double`. */
export const double: Field = (writer, number, value) => {
  if (typeof value === 'number' && value !== 0) writer.tag(number, WireType.Bit64).double(value);
};

/** A `repeated string`; one that is no list counts as a list of one. */
export const texts: Field = (writer, number, value) => {
  for (const item of listOf(value)) {
    if (typeof item === 'string') writer.tag(number, WireType.LengthDelimited).string(item);
  }
};

/** gnostic's `Any`: whatever it is, as YAML; JSON is YAML. */
export const any: Field = (writer, number, value) => {
  if (value === undefined) return;
  writer.tag(number, WireType.LengthDelimited).fork();
  writer.tag(2, WireType.LengthDelimited).string(`${JSON.stringify(value)}\n`);
  writer.join();
};

/** A list of `Any`. */
export const anys: Field = (writer, number, value) => {
  if (Array.isArray(value)) for (const item of value) any(writer, number, item);
};

/** A nested message. It is asked for when it is needed, so that messages can contain themselves. */
export function message(of: () => Message): Field {
  return (writer, number, value) => {
    if (!isObject(value)) return;
    writer.tag(number, WireType.LengthDelimited).fork();
    of()(writer, value);
    writer.join();
  };
}

/** A list of nested messages; one that is no list counts as a list of one. */
export function messages(of: () => Message): Field {
  const one = message(of);
  return (writer, number, value) => {
    for (const item of listOf(value)) one(writer, number, item);
  };
}

/** A nested message that has nothing but `field`, under `inner`: where the document has the bare value. */
export function wrapped(inner: number, field: Field): Field {
  return (writer, number, value) => {
    if (value === undefined) return;
    writer.tag(number, WireType.LengthDelimited).fork();
    field(writer, inner, value);
    writer.join();
  };
}

/** A message with fields, and the `x-` properties as `NamedAny` under the number `extensions` if it has them. */
export function struct(fields: Fields, extensions?: number): Message {
  const table = Object.entries(fields);
  const extend = extensions === undefined ? undefined : named(extensions, any, isExtension);
  return (writer, value) => {
    for (const [property, [number, field]] of table) field(writer, number, value[property]);
    extend?.(writer, value);
  };
}

/** A message that has a map's entries as pairs of name (1) and value (2) under `number`. */
export function named(number: number, field: Field, wanted: (name: string) => boolean = everyName): Message {
  return (writer, value) => {
    for (const [name, item] of Object.entries(value)) {
      if (!wanted(name) || item === undefined) continue;
      writer.tag(number, WireType.LengthDelimited).fork();
      text(writer, 1, name);
      field(writer, 2, item);
      writer.join();
    }
  };
}

/** A message with a oneof; nothing is written of what `choose` does not know. */
export function oneOf(choose: (value: Json) => readonly [number: number, of: Message] | undefined): Message {
  return (writer, value) => {
    const [number, of] = choose(value) ?? [];
    if (number !== undefined && of !== undefined) message(() => of)(writer, number, value);
  };
}

/** Whether a property is one that the specification leaves to vendors. */
export function isExtension(name: string): boolean {
  return name.startsWith('x-');
}

function everyName(): boolean {
  return true;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
