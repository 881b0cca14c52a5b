import { newQuantity, type QuantityValue } from '@kubescript/apimachinery';

import { quantityAlgebra } from '../resource/quantity-algebra.ts';

/** Amounts by resource name. */
export type Amounts = ReadonlyMap<string, QuantityValue>;

/** Reads the amounts of an object. */
export function amountsOf(quantities: Readonly<Record<string, string>> | undefined): Amounts {
  return new Map(
    Object.entries(quantities ?? {}).map(([name, text]) => [name, quantityAlgebra.parse(text, name)] as const),
  );
}

/** The same amounts as an object holds them. */
export function quantitiesOf(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, quantity.toString()]));
}

/** The sum of both. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  const sum = new Map(a);
  for (const [name, quantity] of b) sum.set(name, sum.get(name)?.add(quantity) ?? quantity);
  return sum;
}

/** What `a` has more than `b`; nothing is negative. */
export function increase(a: Amounts, b: Amounts): Amounts {
  return new Map(
    [...a].map(([name, quantity]) => {
      const before = b.get(name);
      if (!before) return [name, quantity] as const;
      return [name, quantity.cmp(before) > 0 ? quantity.sub(before) : newQuantity(0)] as const;
    }),
  );
}

/** Only the resources with these names. */
export function pick(amounts: Amounts, names: Iterable<string>): Amounts {
  const wanted = new Set(names);
  return new Map([...amounts].filter(([name]) => wanted.has(name)));
}

/** Without those that are zero. */
export function withoutZeros(amounts: Amounts): Amounts {
  const zero = newQuantity(0);
  return new Map([...amounts].filter(([, quantity]) => quantity.cmp(zero) !== 0));
}

/** Names of the resources of which `amounts` has more than `bounds` allow. */
export function exceeding(amounts: Amounts, bounds: Amounts): readonly string[] {
  return [...amounts].flatMap(([name, quantity]) => {
    const bound = bounds.get(name);
    return bound && quantity.cmp(bound) > 0 ? [name] : [];
  });
}

/** `cpu=1,memory=1Gi`, in the order of the names. */
export function formatAmounts(amounts: Amounts): string {
  return [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, quantity]) => `${name}=${quantity.toString()}`)
    .join(',');
}
