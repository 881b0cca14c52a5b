import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalQuantity, newMilliQuantity, parseQuantity } from './quantity.ts';

describe('canonical form', () => {
  test.each([
    ['1000m', '1'],
    ['1.5Gi', '1536Mi'],
    ['1e3', '1e3'],
    ['0.5', '500m'],
    ['1024Ki', '1Mi'],
    ['.5Mi', '512Ki'],
    ['0.1Ki', '102400m'],
    ['0Gi', '0'],
    ['-1k', '-1k'],
    ['0.0000000001', '1n'],
    ['16Ei', '9223372036854775807'],
    ['100.5Ki', '102912'],
    ['1024', '1024'],
    ['1000Ki', '1000Ki'],
  ])('%s is %s', (text, want) => {
    expect(canonicalQuantity(text)).toBe(want);
  });

  test.each(['', 'x', '1 Gi', '1Kii', '1e', '--1', '1.2.3', '1e999999'])('refuses %j', (text) => {
    expect(() => parseQuantity(text)).toThrow();
  });

  const suffix = fc.constantFrom('n', 'u', 'm', '', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'e-2', 'E6');
  const quantity = fc.tuple(fc.integer({ min: -100_000, max: 100_000 }), suffix).map(([n, s]) => `${String(n)}${s}`);

  test('is a fixed point and keeps the amount', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        const canonical = canonicalQuantity(text);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(parseQuantity(canonical).cmp(parseQuantity(text))).toBe(0);
      }),
    );
  });

  test('sums and differences are exact', () => {
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const [x, y] = [parseQuantity(a), parseQuantity(b)];
        expect(x.add(y).sub(y).equals(x)).toBe(true);
        expect(x.add(y).equals(y.add(x))).toBe(true);
      }),
    );
  });
});

test('values round away from zero', () => {
  expect(parseQuantity('1500m').value()).toBe(2);
  expect(parseQuantity('-1500m').value()).toBe(-2);
  expect(parseQuantity('1u').milliValue()).toBe(1);
  expect(parseQuantity('1Gi').value()).toBe(2 ** 30);
  expect(newMilliQuantity(250).toString()).toBe('250m');
});

test.each([
  ['many digits', '9'.repeat(3_000_000)],
  ['many decimals', `0.${'1'.repeat(3_000_000)}`],
  ['a large negative exponent', '1e-999999999'],
])('%s take no time', (_, text) => {
  const start = performance.now();
  try {
    parseQuantity(text);
  } catch (error) {
    expect(String(error)).toContain('unable to parse numeric part of quantity');
  }
  expect(performance.now() - start).toBeLessThan(1000);
});
