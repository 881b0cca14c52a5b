import { noSuchOverload } from '../values/errors.ts';
import type { Value } from '../values/value.ts';
import { absorbable, type Frame, type Step } from './frame.ts';

/**
 * `&&` (decided by false) and `||` (decided by true): commutative, so that an error on one side does not matter when
 * the other side decides.
 */
export function logicalStep(left: Step, right: Step, deciding: boolean): Step {
  return (frame) => {
    let value: Value;
    try {
      value = left(frame);
    } catch (error) {
      return otherSide(frame, right, { deciding, failure: absorbable(error) });
    }
    if (value === deciding) return deciding;
    if (typeof value !== 'boolean') return otherSide(frame, right, { deciding, failure: noSuchOverload() });
    const other = right(frame);
    if (typeof other !== 'boolean') throw noSuchOverload();
    return other;
  };
}

/** The left side failed: only a deciding right side helps. */
function otherSide(frame: Frame, right: Step, { deciding, failure }: { deciding: boolean; failure: Error }): Value {
  try {
    if (right(frame) === deciding) return deciding;
  } catch (error) {
    absorbable(error);
  }
  throw failure;
}

/** `condition ? truthy : falsy` */
export function conditionalStep(condition: Step, truthy: Step, falsy: Step): Step {
  return (frame) => {
    const decided = condition(frame);
    if (decided === true) return truthy(frame);
    if (decided === false) return falsy(frame);
    throw noSuchOverload();
  };
}

/** Whether a fold goes on: unless its condition is false for certain. */
export function notStrictlyFalseStep(operand: Step): Step {
  return (frame) => {
    let value: Value;
    try {
      value = operand(frame);
    } catch (error) {
      absorbable(error);
      value = true;
    }
    frame.charge(1);
    return value !== false;
  };
}
