import type { DeepReadonly, Quantity } from '@kubescript/apimachinery';
import { parseQuantity } from '@kubescript/apimachinery';
import type { ResourceAlgebra, ResourceAmounts } from '@kubescript/component-helpers';

/** Amounts of resources as plain numbers: CPU in thousandths, everything else in its unit. */
export class Resources {
  milliCpu = 0;
  memory = 0;
  ephemeralStorage = 0;
  /** How many pods fit (allocatable only). */
  allowedPods = 0;
  /** Extended resources, huge pages and the like, by name; undefined while there are none. */
  scalars: Map<string, number> | undefined;

  /** The amount of a resource by name. */
  get(name: string): number {
    switch (name) {
      case 'cpu':
        return this.milliCpu;
      case 'memory':
        return this.memory;
      case 'ephemeral-storage':
        return this.ephemeralStorage;
      default:
        return this.scalars?.get(name) ?? 0;
    }
  }

  /** Adds (sign 1) or subtracts (sign -1) all of `other`, except `allowedPods`. */
  apply(other: Resources, sign: 1 | -1): void {
    this.milliCpu += sign * other.milliCpu;
    this.memory += sign * other.memory;
    this.ephemeralStorage += sign * other.ephemeralStorage;
    if (other.scalars === undefined) return;
    this.scalars ??= new Map();
    for (const [name, amount] of other.scalars) this.scalars.set(name, (this.scalars.get(name) ?? 0) + sign * amount);
  }

  clone(): Resources {
    const copy = new Resources();
    copy.allowedPods = this.allowedPods;
    copy.apply(this, 1);
    return copy;
  }
}

/** Adds up quantities as numbers, rounding each up: CPU to thousandths, the rest to whole units. */
export const numberAlgebra: ResourceAlgebra<number> = {
  parse: parseAmount,
  add: (a, b) => a + b,
  compare: (a, b) => a - b,
};

const parsed = new Map<string, number>();
const MOST_PARSED = 10_000;

/** A quantity as a number in the resource's unit. Texts seen before are looked up. */
export function parseAmount(quantity: Quantity, resource: string): number {
  const key = resource === 'cpu' ? `m${quantity}` : quantity;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const value = parseQuantity(quantity);
  const amount = resource === 'cpu' ? value.milliValue() : value.value();
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(key, amount);
  return amount;
}

/** Amounts by name as Resources. */
export function resourcesOf(amounts: ResourceAmounts<number>): Resources {
  const result = new Resources();
  for (const [name, amount] of amounts) setAmount(result, name, amount);
  return result;
}

/** A resource list (a node's allocatable) as Resources. */
export function resourcesOfList(list: DeepReadonly<Record<string, Quantity>> | undefined): Resources {
  const result = new Resources();
  for (const [name, quantity] of Object.entries(list ?? {})) setAmount(result, name, parseAmount(quantity, name));
  return result;
}

function setAmount(resources: Resources, name: string, amount: number): void {
  switch (name) {
    case 'cpu':
      resources.milliCpu = amount;
      break;
    case 'memory':
      resources.memory = amount;
      break;
    case 'ephemeral-storage':
      resources.ephemeralStorage = amount;
      break;
    case 'pods':
      resources.allowedPods = amount;
      break;
    default:
      (resources.scalars ??= new Map()).set(name, amount);
  }
}
