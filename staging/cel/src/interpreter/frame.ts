import { CelCostLimitError, CelError, CelInterruptedError } from '../values/errors.ts';
import type { Value } from '../values/value.ts';

/** The variables of an evaluation by name; plain JSON and values alike. */
export type Activation = Readonly<Record<string, unknown>>;

/** How an evaluation is bounded. */
export interface EvaluateOptions {
  /** What it may cost at most; a `CelCostLimitError` is thrown when it costs more. */
  readonly costLimit?: number;
  /** Asked every hundred turns of a loop; a `CelInterruptedError` is thrown once it is aborted. */
  readonly signal?: AbortSignal;
}

/** How many turns of loops lie between two looks at the signal. */
const turnsPerCheck = 100;

/** An error that a fold carries on with, as it may still be absorbed. */
export class Failure {
  readonly error: CelError;

  constructor(error: CelError) {
    this.error = error;
  }
}

/** The state of one evaluation. */
export class Frame {
  readonly activation: Activation;
  /** The variables of comprehensions, by the slot given to each when planning. */
  readonly locals: (Failure | Value)[] = [];
  cost = 0;
  readonly #limit: number;
  readonly #signal: AbortSignal | undefined;
  #turns = 0;

  constructor(activation: Activation, options: EvaluateOptions = {}) {
    this.activation = activation;
    this.#limit = options.costLimit ?? Infinity;
    this.#signal = options.signal;
  }

  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new CelCostLimitError();
  }

  /** Counts one turn of a loop. */
  turn(): void {
    if (++this.#turns % turnsPerCheck === 0 && this.#signal?.aborted === true) throw new CelInterruptedError();
  }
}

/** One planned step of an expression. */
export type Step = (frame: Frame) => Value;

/** The error as one that `&&`, `||` and folds may absorb; anything else is thrown on. */
export function absorbable(error: unknown): CelError {
  if (error instanceof CelError && !(error instanceof CelCostLimitError) && !(error instanceof CelInterruptedError)) {
    return error;
  }
  throw error;
}
