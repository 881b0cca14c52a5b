import fc from 'fast-check';
import { expect, test } from 'vitest';

import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

const field = 7;

test('a text is read as it was written, whatever its length and characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const writer = new WireWriter();
      writer.text(field, text);
      const reader = new WireReader(writer.finish());
      expect(reader.tag()).toEqual({ field, wireType: 2 });
      expect(reader.text()).toBe(text);
      expect(reader.done).toBe(true);
    }),
  );
});

test.each([0, 1, 127, 128, 16_383, 16_384, 3_000_000])(
  'a nested message of %i bytes has its length in front',
  (size) => {
    const writer = new WireWriter();
    writer.message(field, (nested) => {
      nested.raw(new Uint8Array(size).fill(9));
    });
    writer.integer(1, 5);
    const reader = new WireReader(writer.finish());
    expect(reader.tag().field).toBe(field);
    const bytes = reader.bytes();
    expect(bytes.length).toBe(size);
    expect(bytes.every((byte) => byte === 9)).toBe(true);
    expect([reader.tag().field, reader.varint()]).toEqual([1, 5]);
  },
);

test('messages nest deeply', () => {
  const nest = (writer: WireWriter, depth: number): void => {
    writer.message(field, (nested) => {
      if (depth > 0) nest(nested, depth - 1);
      nested.text(1, 'x'.repeat(100));
    });
  };
  const writer = new WireWriter();
  nest(writer, 50);
  let reader = new WireReader(writer.finish());
  for (let depth = 50; depth > 0; depth--) {
    expect(reader.tag().field).toBe(field);
    reader = new WireReader(reader.bytes());
  }
  expect(reader.done).toBe(false);
});

test('writers that take turns keep apart what they wrote', () => {
  const first = new WireWriter();
  first.text(1, 'first');
  const second = new WireWriter();
  second.text(1, 'second');
  const [a, b] = [first.finish(), second.finish()];
  new WireWriter().text(1, 'third!');
  const textOf = (data: Uint8Array): string => {
    const reader = new WireReader(data);
    reader.tag();
    return reader.text();
  };
  expect([textOf(a), textOf(b)]).toEqual(['first', 'second']);
});
