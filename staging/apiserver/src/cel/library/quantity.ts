import { newQuantity, ParseError, parseQuantity, type QuantityValue } from '@kubescript/apimachinery';
import {
  CelDouble,
  CelError,
  define,
  type Int,
  type Library,
  member,
  overload,
  types,
  type Value,
} from '@kubescript/cel';
import { OpaqueValue } from './opaque-value.ts';

/** The type of quantities. */
export const quantityType = types.object('kubernetes.Quantity');

/** A quantity in an expression. */
class Quantity extends OpaqueValue {
  override readonly type = quantityType;
  readonly amount: QuantityValue;

  constructor(amount: QuantityValue) {
    super();
    this.amount = amount;
  }

  override equals(other: Value): boolean {
    return other instanceof Quantity && this.amount.equals(other.amount);
  }

  override toString(): string {
    return this.amount.toString();
  }
}

function read(text: string): Quantity {
  try {
    return new Quantity(parseQuantity(text));
  } catch (error) {
    if (error instanceof ParseError) throw new CelError(error.message);
    throw error;
  }
}

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

const nanosPerUnit = 1_000_000_000n;

function wholeOf({ amount }: Quantity): bigint | undefined {
  const whole = amount.nanos / nanosPerUnit;
  const fits = BigInt.asIntN(64, whole) === whole && whole * nanosPerUnit === amount.nanos;
  return fits ? whole : undefined;
}

function asInteger(quantity: Quantity): Int {
  const whole = wholeOf(quantity);
  if (whole === undefined) throw new CelError('cannot convert value to integer');
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

/** `add` and `sub` take a quantity or an int. */
function arithmetic(operation: (left: QuantityValue, right: QuantityValue) => QuantityValue): {
  readonly quantity: (left: Quantity, right: Quantity) => Quantity;
  readonly int: (left: Quantity, right: Int) => Quantity;
} {
  return {
    quantity: (left, right) => new Quantity(operation(left.amount, right.amount)),
    int: (left, right) => new Quantity(operation(left.amount, newQuantity(right, 'DecimalExponent'))),
  };
}

const addition = arithmetic((left, right) => left.add(right));
const subtraction = arithmetic((left, right) => left.sub(right));
const { bool, double, int, string } = types;
const both = [quantityType, quantityType];

/**
 * Amounts of resources.
 * @go k8s.io/apiserver/pkg/cel/library#Quantity
 */
export const quantityLibrary: Library = {
  functions: [
    define('quantity', overload('string_to_quantity', [string], quantityType, read)),
    define('isQuantity', overload('is_quantity_string', [string], bool, isQuantity)),
    define(
      'sign',
      overload('quantity_sign', [quantityType], int, ({ amount }: Quantity) => amount.sign),
    ),
    define(
      'isGreaterThan',
      member('quantity_is_greater_than', both, bool, (a: Quantity, b: Quantity) => a.amount.cmp(b.amount) === 1),
    ),
    define(
      'isLessThan',
      member('quantity_is_less_than', both, bool, (a: Quantity, b: Quantity) => a.amount.cmp(b.amount) === -1),
    ),
    define(
      'compareTo',
      member('quantity_compare_to', both, int, (a: Quantity, b: Quantity) => a.amount.cmp(b.amount)),
    ),
    define(
      'asApproximateFloat',
      member('quantity_get_float', [quantityType], double, ({ amount }: Quantity) => new CelDouble(amount.asNumber())),
    ),
    define('asInteger', member('quantity_get_int', [quantityType], int, asInteger)),
    define(
      'isInteger',
      member('quantity_is_integer', [quantityType], bool, (q: Quantity) => wholeOf(q) !== undefined),
    ),
    define(
      'add',
      member('quantity_add', both, quantityType, addition.quantity),
      member('quantity_add_int', [quantityType, int], quantityType, addition.int),
    ),
    define(
      'sub',
      member('quantity_sub', both, quantityType, subtraction.quantity),
      member('quantity_sub_int', [quantityType, int], quantityType, subtraction.int),
    ),
  ],
};
