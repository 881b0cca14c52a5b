import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bitmapOfPorts, portsOfBitmap } from './bitmap.ts';

test.each([
  { ports: [], data: '' },
  { ports: [30000], data: 'AQ==' },
  { ports: [30000, 30009], data: 'AgE=' },
  { ports: [30015], data: 'gAA=' },
])('$ports is $data', ({ ports, data }) => {
  expect(bitmapOfPorts(30000, ports)).toBe(data);
  expect(portsOfBitmap(30000, data)).toEqual(ports);
});

test('what is written is read', () => {
  const ports = fc.uniqueArray(fc.integer({ min: 30000, max: 32767 }), { maxLength: 50 });
  fc.assert(
    fc.property(ports, (some) => {
      expect(portsOfBitmap(30000, bitmapOfPorts(30000, some))).toEqual(some.sort((a, b) => a - b));
    }),
  );
});
