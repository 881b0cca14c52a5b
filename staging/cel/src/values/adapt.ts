import { CelDouble, type Value } from './value.ts';

/**
 * Takes plain JSON (or a value) for a value, without copying: only numbers that are no ints are wrapped.
 * @go github.com/google/cel-go/common/types#NativeToValue
 */
export function adapt(native: unknown): Value {
  if (typeof native === 'number') return Number.isSafeInteger(native) ? native : new CelDouble(native);
  return native === undefined ? null : (native as Value);
}
