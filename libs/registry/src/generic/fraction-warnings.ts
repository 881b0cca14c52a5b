import { canonicalQuantity, parseQuantity, quote } from '@kubescript/apimachinery';

/** Amounts of bytes that are not whole numbers. */
export function fractionWarnings(
  quantities: Readonly<Record<string, string>> | undefined,
  path: string,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const text = quantities?.[name];
    if (text === undefined || parseQuantity(text).milliValue() % 1000 === 0) return [];
    const value = quote(canonicalQuantity(text));
    return [`${path}[${name}]: fractional byte value ${value} is invalid, must be an integer`];
  });
}
