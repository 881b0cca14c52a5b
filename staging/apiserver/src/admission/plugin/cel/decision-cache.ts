import type { Authorizer, AuthorizerAttributes, AuthorizerDecision } from '../../../authorization/authorizer.ts';

/** Thrown where a decision is needed that is not there yet; `DecisionCache.settle` gets it and starts again. */
class PendingDecision extends Error {
  override readonly name = 'PendingDecision';
  readonly attributes: AuthorizerAttributes;

  constructor(attributes: AuthorizerAttributes) {
    super('a decision of the authorizer is pending');
    this.attributes = attributes;
  }
}

/**
 * The authorizer as expressions see it. Expressions are evaluated without a pause, the authorizer takes its time: so
 * what is not known yet interrupts the evaluation, which is done again when it is. Each question is asked once.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/authorizer#NewCachingAuthorizer
 */
export class DecisionCache {
  readonly #authorizer: Authorizer;
  readonly #decisions = new Map<string, AuthorizerDecision>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** The decision, if it is known; interrupts the evaluation if not. */
  authorize(attributes: AuthorizerAttributes): AuthorizerDecision {
    const known = this.#decisions.get(keyOf(attributes));
    if (known) return known;
    throw new PendingDecision(attributes);
  }

  /** Runs `evaluate`, again after each decision that it needed. It must have no effects before it returns. */
  async settle<T>(evaluate: () => T): Promise<T> {
    for (;;) {
      try {
        return evaluate();
      } catch (error) {
        if (!(error instanceof PendingDecision)) throw error;
        this.#decisions.set(keyOf(error.attributes), await this.#decide(error.attributes));
      }
    }
  }

  async #decide(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    try {
      return await this.#authorizer.authorize(attributes);
    } catch (error) {
      return { decision: 'noOpinion', reason: '', error: (error as Error).message };
    }
  }
}

function keyOf(attributes: AuthorizerAttributes): string {
  return JSON.stringify(attributes);
}
