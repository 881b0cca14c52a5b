import { gzipSync } from 'node:zlib';

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A function in a stack, as V8 names it. */
export interface Frame {
  readonly functionName: string;
  readonly url: string;
  /** From 0 on. */
  readonly lineNumber: number;
}

/** What was measured on one stack. */
export interface StackSample {
  /** Innermost first. */
  readonly frames: readonly Frame[];
  /** One per value type. */
  readonly values: readonly number[];
}

/** Measurements that a pprof file holds. */
export interface ProfileData {
  /** What the values are: `[['samples', 'count'], ['cpu', 'nanoseconds']]`. */
  readonly types: readonly (readonly [type: string, unit: string])[];
  readonly samples: readonly StackSample[];
  readonly startMs: number;
  readonly durationMs: number;
  /** How far samples are apart, in the last value type. */
  readonly period: number;
}

/**
 * A profile in the form that `go tool pprof`, Speedscope and others load: gzipped `perftools.profiles.Profile`.
 *
 * @see https://github.com/google/pprof/blob/main/proto/profile.proto
 */
export function encodePprof(data: ProfileData): Buffer {
  const strings = new Table<string>((text) => text);
  strings.indexOf('');
  const functions = new Table<Frame>(({ functionName, url }) => `${functionName}\0${url}`);
  const locations = new Table<Frame>(
    ({ functionName, url, lineNumber }) => `${functionName}\0${url}\0${String(lineNumber)}`,
  );
  const writer = new BinaryWriter();
  for (const [type, unit] of data.types) writeValueType(writer, 1, strings.indexOf(type), strings.indexOf(unit));
  for (const { frames, values } of data.samples) {
    writer.tag(2, WireType.LengthDelimited).fork();
    writePacked(
      writer,
      1,
      frames.map((frame) => locations.indexOf(frame) + 1),
    );
    writePacked(writer, 2, values);
    writer.join();
  }
  for (const [index, frame] of locations.items().entries()) {
    writer.tag(4, WireType.LengthDelimited).fork();
    writeInt(writer, 1, index + 1);
    writer.tag(4, WireType.LengthDelimited).fork();
    writeInt(writer, 1, functions.indexOf(frame) + 1);
    writeInt(writer, 2, frame.lineNumber + 1);
    writer.join().join();
  }
  for (const [index, frame] of functions.items().entries()) {
    const name = strings.indexOf(frame.functionName === '' ? '(anonymous)' : frame.functionName);
    writer.tag(5, WireType.LengthDelimited).fork();
    writeInt(writer, 1, index + 1);
    writeInt(writer, 2, name);
    writeInt(writer, 3, name);
    writeInt(writer, 4, strings.indexOf(frame.url));
    writer.join();
  }
  const [type, unit] = data.types.at(-1) ?? ['', ''];
  const period = [strings.indexOf(type), strings.indexOf(unit)] as const;
  for (const text of strings.items()) writer.tag(6, WireType.LengthDelimited).string(text);
  writer.tag(9, WireType.Varint).int64(String(Math.round(data.startMs)) + '000000');
  writer.tag(10, WireType.Varint).int64(Math.round(data.durationMs * 1e6));
  writeValueType(writer, 11, ...period);
  writer.tag(12, WireType.Varint).int64(Math.round(data.period));
  return gzipSync(writer.finish());
}

/** Gives each distinct item a number, in the order in which they come. */
class Table<T> {
  readonly #keyOf: (item: T) => string;
  readonly #indexes = new Map<string, number>();
  readonly #items: T[] = [];

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  indexOf(item: T): number {
    const key = this.#keyOf(item);
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#items.push(item) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }

  items(): readonly T[] {
    return this.#items;
  }
}

function writeInt(writer: BinaryWriter, field: number, value: number): void {
  writer.tag(field, WireType.Varint).int64(value);
}

function writePacked(writer: BinaryWriter, field: number, values: readonly number[]): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  for (const value of values) writer.int64(Math.round(value));
  writer.join();
}

function writeValueType(writer: BinaryWriter, field: number, type: number, unit: number): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  writeInt(writer, 1, type);
  writeInt(writer, 2, unit);
  writer.join();
}
