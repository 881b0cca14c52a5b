import type { Authorizer, AuthorizerAttributes, AuthorizerDecision } from '../../authorization/authorizer.ts';

/** Answers at once what has been decided. */
export interface DecisionSource {
  decide(attributes: AuthorizerAttributes): AuthorizerDecision;
}

/** An evaluation needs an answer that is still to come; no expression can absorb it. */
export class DecisionPending {
  readonly arrived: Promise<void>;

  constructor(arrived: Promise<void>) {
    this.arrived = arrived;
  }
}

/**
 * The bridge between expressions, which are evaluated at once, and authorizers, which take time: the first time a
 * question comes up the evaluation is given up, the authorizer asked, and the evaluation repeated with the answer.
 * One for the evaluations of one request; see {@link evaluateAwaiting}.
 */
export class AwaitedDecisions implements DecisionSource {
  readonly #authorizer: Authorizer;
  readonly #known = new Map<string, AuthorizerDecision>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  decide(attributes: AuthorizerAttributes): AuthorizerDecision {
    const key = JSON.stringify(attributes);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- not an error: caught by evaluateAwaiting alone
    throw new DecisionPending(this.#ask(key, attributes));
  }

  async #ask(key: string, attributes: AuthorizerAttributes): Promise<void> {
    try {
      this.#known.set(key, await this.#authorizer.authorize(attributes));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#known.set(key, { decision: 'noOpinion', reason: '', error: reason });
    }
  }
}

/** Evaluates, again and again, until no decision is missing. What `evaluate` throws otherwise is thrown on. */
export async function evaluateAwaiting<T>(evaluate: () => T): Promise<T> {
  for (;;) {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof DecisionPending)) throw error;
      await error.arrived;
    }
  }
}
