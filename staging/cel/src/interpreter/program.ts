import type { CheckedExpr } from '../checker/checked.ts';
import type { TypeProvider } from '../types/declarations.ts';
import { CelError } from '../values/errors.ts';
import type { Value } from '../values/value.ts';
import { type Activation, type EvaluateOptions, Frame, type Step } from './frame.ts';
import { planExpression } from './plan.ts';

/** What an evaluation gave, and what it cost. */
export interface Evaluation {
  readonly value: Value;
  readonly cost: number;
}

/** An expression that is ready to be evaluated, any number of times. */
export class Program {
  readonly #step: Step;

  constructor(ast: CheckedExpr, provider: TypeProvider) {
    this.#step = planExpression(ast, provider);
  }

  /**
   * Evaluates with these variables, which may be plain JSON. Throws `CelError` with the reference's message and the
   * cost so far; `CelCostLimitError` and `CelInterruptedError` when a bound is hit.
   */
  evaluate(activation: Activation, options?: EvaluateOptions): Evaluation {
    const frame = new Frame(activation, options);
    try {
      const value = this.#step(frame);
      return { value, cost: frame.cost };
    } catch (error) {
      if (error instanceof CelError) error.cost = frame.cost;
      throw error;
    }
  }
}
