import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  bitString,
  booleanTrue,
  directoryString,
  explicitTag,
  implicitTag,
  nullElement,
  objectIdentifier,
  octetString,
  positiveInteger,
  readElements,
  sequence,
  setOf,
  time,
} from './der.ts';

describe('elements as X.690 writes them', () => {
  test.each([
    { name: 'zero', got: positiveInteger(Buffer.of(0)), want: '020100' },
    { name: 'no bytes are zero', got: positiveInteger(Buffer.of()), want: '020100' },
    { name: 'a high bit would be a sign', got: positiveInteger(Buffer.of(0x80)), want: '02020080' },
    { name: 'leading zeros are dropped', got: positiveInteger(Buffer.of(0, 0, 1, 0)), want: '02020100' },
    { name: 'an object identifier', got: objectIdentifier('1.2.840.113549'), want: '06062a864886f70d' },
    { name: 'an object identifier below 2.5', got: objectIdentifier('2.5.29.15'), want: '0603551d0f' },
    { name: 'true', got: booleanTrue(), want: '0101ff' },
    { name: 'null', got: nullElement(), want: '0500' },
    { name: 'bits', got: bitString(Buffer.of(0xa0), 5), want: '030205a0' },
    { name: 'bytes', got: octetString(Buffer.of(1, 2)), want: '04020102' },
    {
      name: 'printable text',
      got: directoryString('kubernetes'),
      want: `130a${Buffer.from('kubernetes').toString('hex')}`,
    },
    { name: 'other text', got: directoryString('a_b'), want: '0c03615f62' },
    { name: 'text beyond ASCII', got: directoryString('ü'), want: '0c02c3bc' },
    { name: 'a sequence', got: sequence(nullElement(), booleanTrue()), want: '300505000101ff' },
    { name: 'a set', got: setOf(nullElement()), want: '31020500' },
    { name: 'an implicit tag', got: implicitTag(2, Buffer.from('a')), want: '820161' },
    { name: 'an explicit tag', got: explicitTag(3, nullElement()), want: 'a3020500' },
  ])('$name', ({ got, want }) => {
    expect(got.toString('hex')).toBe(want);
  });

  test.each([
    { date: '2026-11-22T01:02:03.999Z', want: '261122010203Z', tag: 0x17 },
    { date: '2049-12-31T23:59:59Z', want: '491231235959Z', tag: 0x17 },
    { date: '2050-01-01T00:00:00Z', want: '20500101000000Z', tag: 0x18 },
  ])('the time $date', ({ date, want, tag }) => {
    const [element] = readElements(time(new Date(date)));
    expect(element?.content.toString()).toBe(want);
    expect(element?.tag).toBe(tag);
  });

  test.each([127, 128, 255, 256, 65_535, 65_536])('a length of %d bytes', (length) => {
    const bytes = octetString(Buffer.alloc(length, 7));
    const [element] = readElements(bytes);
    expect(element?.content.length).toBe(length);
    expect(element?.bytes.equals(bytes)).toBe(true);
  });
});

test('what is written is read again, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (contents) => {
      const [list] = readElements(sequence(...contents.map((content) => octetString(content))));
      const read = readElements(list?.content ?? Buffer.of());
      expect(read.map(({ content }) => content.toString('hex'))).toEqual(
        contents.map((content) => Buffer.from(content).toString('hex')),
      );
    }),
  );
});

test.each(['30', '3005', '30050500', '3082', '308200'])('what ends too early is refused: %s', (hex) => {
  expect(() => readElements(Buffer.from(hex, 'hex'))).toThrow(RangeError);
});
