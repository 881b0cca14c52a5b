import type { ScalarName } from '../../schema/type-schema.ts';
import { formatMicroTime, formatTime, parseTime } from '../../util/time.ts';
import { bytesOfBase64, base64OfBytes } from './base64.ts';
import { type Tag, WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const stringKind = 1;

/** Writes one scalar that is not null. */
export function writeScalar(writer: WireWriter, field: number, scalar: ScalarName, value: unknown): void {
  switch (scalar) {
    case 'string':
      writer.text(field, value as string);
      return;
    case 'boolean':
      writer.integer(field, value === true ? 1 : 0);
      return;
    case 'int32':
    case 'int64':
      writer.integer(field, value as number);
      return;
    case 'double':
      writer.double(field, value as number);
      return;
    case 'bytes':
      writer.bytes(field, bytesOfBase64(value as string));
      return;
    case 'time':
    case 'microTime':
      writer.message(field, (nested) => {
        writeTime(nested, value as string);
      });
      return;
    case 'quantity':
      writer.message(field, (nested) => {
        nested.text(1, value as string);
      });
      return;
    case 'intOrString':
      writer.message(field, (nested) => {
        writeIntOrString(nested, value as number | string);
      });
      return;
    case 'raw':
      writer.message(field, (nested) => {
        nested.bytes(1, encoder.encode(JSON.stringify(value)));
      });
      return;
    default:
      throw new Error(`unknown scalar ${String(scalar satisfies never)}`);
  }
}

function writeTime(writer: WireWriter, value: string): void {
  const ms = parseTime(value);
  const seconds = Math.floor(ms / 1000);
  writer.integer(1, seconds);
  writer.integer(2, nanosOf(value));
}

/** The fraction of an RFC 3339 time in nanoseconds. */
function nanosOf(value: string): number {
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? '';
  return Number(fraction.slice(0, 9).padEnd(9, '0'));
}

function writeIntOrString(writer: WireWriter, value: number | string): void {
  const isText = typeof value === 'string';
  writer.integer(1, isText ? stringKind : 0);
  writer.integer(2, isText ? 0 : value);
  writer.text(3, isText ? value : '');
}

/** Reads one scalar. */
export function readScalar(reader: WireReader, tag: Tag, scalar: ScalarName): unknown {
  switch (scalar) {
    case 'string':
      return reader.text();
    case 'boolean':
      return reader.varint() !== 0;
    case 'int32':
    case 'int64':
      return reader.varint();
    case 'double':
      return reader.double();
    case 'bytes':
      return base64OfBytes(reader.bytes());
    case 'time':
      return readTime(reader.bytes(), (ms) => formatTime(ms));
    case 'microTime':
      return readTime(reader.bytes(), (ms, nanos) => formatMicroTime(ms).replace(/\.\d+/, `.${microsOf(nanos)}`));
    case 'quantity':
      return readText(reader.bytes());
    case 'intOrString':
      return readIntOrString(reader.bytes());
    case 'raw':
      return readRaw(reader.bytes());
    default:
      reader.skip(tag);
      throw new Error(`unknown scalar ${String(scalar satisfies never)}`);
  }
}

const microsOf = (nanos: number): string => String(Math.floor(nanos / 1000)).padStart(6, '0');

/** An empty message is no time at all. */
function readTime(data: Uint8Array, format: (ms: number, nanos: number) => string): string | null {
  if (data.length === 0) return null;
  const fields = integersOf(data);
  const seconds = fields.get(1) ?? 0;
  const nanos = fields.get(2) ?? 0;
  return format(seconds * 1000 + Math.floor(nanos / 1e6), nanos);
}

function integersOf(data: Uint8Array): Map<number, number> {
  const reader = new WireReader(data);
  const found = new Map<number, number>();
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.wireType === 0) found.set(tag.field, reader.varint());
    else reader.skip(tag);
  }
  return found;
}

/** The text in field 1 of a message. */
function readText(data: Uint8Array): string {
  return decoder.decode(fieldOne(data));
}

function readRaw(data: Uint8Array): unknown {
  const json = fieldOne(data);
  return json.length === 0 ? null : (JSON.parse(decoder.decode(json)) as unknown);
}

function fieldOne(data: Uint8Array): Uint8Array {
  const reader = new WireReader(data);
  let found = new Uint8Array();
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.field === 1 && tag.wireType === 2) found = new Uint8Array(reader.bytes());
    else reader.skip(tag);
  }
  return found;
}

function readIntOrString(data: Uint8Array): number | string {
  const reader = new WireReader(data);
  let kind = 0;
  let number = 0;
  let text = '';
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.field === 1) kind = reader.varint();
    else if (tag.field === 2) number = reader.varint();
    else if (tag.field === 3) text = reader.text();
    else reader.skip(tag);
  }
  return kind === stringKind ? text : number;
}
