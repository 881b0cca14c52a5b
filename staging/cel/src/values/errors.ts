/**
 * An expression's evaluation failed; the message is the reference's.
 * @go github.com/google/cel-go/common/types#Err
 */
export class CelError extends Error {
  override readonly name: string = 'CelError';
  /** What the evaluation that it ended had cost until then. */
  cost = 0;
}

/** The evaluation cost more than it may. */
export class CelCostLimitError extends CelError {
  override readonly name = 'CelCostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** The evaluation was interrupted: its deadline passed or its signal fired. */
export class CelInterruptedError extends CelError {
  override readonly name = 'CelInterruptedError';

  constructor() {
    super('operation interrupted');
  }
}

/** No overload takes these operands. */
export function noSuchOverload(): CelError {
  return new CelError('no such overload');
}

/** A map or object has no such key. */
export function noSuchKey(key: string): CelError {
  return new CelError(`no such key: ${key}`);
}
