import type { Decoded, FieldSpec, Init, MessageSpec } from './message.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

const wireVarint = 0;
const wireFixed64 = 1;
const wireBytes = 2;

/** Encodes a message as proto3: zero values are left out. */
export function encodeMessage<M extends MessageSpec>(spec: M, value: Init<M>): Uint8Array {
  const writer = new Writer();
  const values = value as Readonly<Record<string, unknown>>;
  for (const [name, field] of Object.entries(spec.fields)) {
    if (values[name] !== undefined) writeField(writer, field, values[name]);
  }
  return writer.finish();
}

/** Decodes a message; fields that are not known are passed over. */
export function decodeMessage<M extends MessageSpec>(spec: M, data: Uint8Array): Decoded<M> {
  const result = zeroOf(spec);
  const reader = new Reader(data);
  const byNumber = fieldsByNumber(spec);
  while (!reader.done) {
    const tag = reader.varint();
    const entry = byNumber.get(Math.floor(tag / 8));
    if (entry === undefined) reader.skip(tag % 8);
    else readField(reader, tag % 8, entry, result);
  }
  return result as Decoded<M>;
}

function writeField(writer: Writer, field: FieldSpec, value: unknown): void {
  if (field.kind === 'map') {
    writeMap(writer, field.number, value as Readonly<Record<string, string>>);
    return;
  }
  if (!field.repeated) {
    if (field.kind !== 'message' && isZero(field, value)) return;
    writeValue(writer, field, value);
    return;
  }
  const list = value as readonly unknown[];
  if (list.length === 0) return;
  if (!isPackable(field)) {
    for (const item of list) writeValue(writer, field, item);
    return;
  }
  const packed = new Writer();
  for (const item of list) packed.varint(item as number);
  writer.tag(field.number, wireBytes);
  writer.bytes(packed.finish());
}

function writeMap(writer: Writer, number: number, map: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(map)) {
    const entry = new Writer();
    entry.tag(1, wireBytes);
    entry.string(key);
    entry.tag(2, wireBytes);
    entry.string(value);
    writer.tag(number, wireBytes);
    writer.bytes(entry.finish());
  }
}

function writeValue(writer: Writer, field: FieldSpec, value: unknown): void {
  switch (field.kind) {
    case 'string':
      writer.tag(field.number, wireBytes);
      writer.string(value as string);
      return;
    case 'bytes':
      writer.tag(field.number, wireBytes);
      writer.bytes(value as Uint8Array);
      return;
    case 'message':
      if (field.message === undefined) throw new TypeError(`field ${String(field.number)} has no message`);
      writer.tag(field.number, wireBytes);
      writer.bytes(encodeMessage(field.message, value as Init<MessageSpec>));
      return;
    case 'double':
      writer.tag(field.number, wireFixed64);
      writer.double(value as number);
      return;
    case 'enum':
      writer.tag(field.number, wireVarint);
      writer.varint(enumNumber(field, value as string));
      return;
    case 'bool':
      writer.tag(field.number, wireVarint);
      writer.varint(value === true ? 1 : 0);
      return;
    default:
      writer.tag(field.number, wireVarint);
      writer.varint(value as number);
      return;
  }
}

function readField(reader: Reader, wireType: number, entry: NamedField, into: Record<string, unknown>): void {
  const { name, field } = entry;
  if (field.kind === 'map') {
    const pair = decodeMessage(mapEntry, reader.bytes());
    (into[name] as Record<string, string>)[pair.key] = pair.value;
  } else if (!field.repeated) {
    into[name] = readValue(reader, field);
  } else if (wireType === wireBytes && isPackable(field)) {
    const packed = new Reader(reader.bytes());
    while (!packed.done) (into[name] as unknown[]).push(readValue(packed, field));
  } else {
    (into[name] as unknown[]).push(readValue(reader, field));
  }
}

function readValue(reader: Reader, field: FieldSpec): unknown {
  switch (field.kind) {
    case 'string':
      return reader.string();
    case 'bytes':
      return reader.bytes().slice();
    case 'message':
      return decodeMessage(field.message ?? mapEntry, reader.bytes());
    case 'double':
      return reader.double();
    case 'bool':
      return reader.varint() !== 0;
    case 'enum':
      return field.names?.[reader.varint()] ?? field.names?.[0];
    case 'int32':
    case 'int64':
      return reader.signed();
    default:
      return reader.varint();
  }
}

function zeroOf(spec: MessageSpec): Record<string, unknown> {
  const zero: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(spec.fields)) zero[name] = zeroValue(field);
  return zero;
}

function zeroValue(field: FieldSpec): unknown {
  if (field.repeated) return [];
  switch (field.kind) {
    case 'map':
      return {};
    case 'message':
      return undefined;
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'bytes':
      return new Uint8Array(0);
    case 'enum':
      return field.names?.[0];
    default:
      return 0;
  }
}

function isZero(field: FieldSpec, value: unknown): boolean {
  if (field.kind === 'bytes') return (value as Uint8Array).length === 0;
  return value === zeroValue(field);
}

function isPackable(field: FieldSpec): boolean {
  return !['string', 'bytes', 'message', 'map'].includes(field.kind);
}

function enumNumber(field: FieldSpec, name: string): number {
  const index = field.names?.indexOf(name) ?? -1;
  if (index < 0) throw new TypeError(`"${name}" is not a value of enum field ${String(field.number)}`);
  return index;
}

interface NamedField {
  readonly name: string;
  readonly field: FieldSpec;
}

const numbered = new WeakMap<MessageSpec, ReadonlyMap<number, NamedField>>();

function fieldsByNumber(spec: MessageSpec): ReadonlyMap<number, NamedField> {
  const known = numbered.get(spec);
  if (known !== undefined) return known;
  const made = new Map(Object.entries(spec.fields).map(([name, field]) => [field.number, { name, field }]));
  numbered.set(spec, made);
  return made;
}

const mapKey: FieldSpec<string, string> = { number: 1, kind: 'string', repeated: false };
const mapValue: FieldSpec<string, string> = { number: 2, kind: 'string', repeated: false };
const mapEntry = { name: 'MapEntry', fields: { key: mapKey, value: mapValue } } satisfies MessageSpec;
