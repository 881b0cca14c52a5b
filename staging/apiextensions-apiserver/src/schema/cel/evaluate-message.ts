import { perCallLimit } from '@kubescript/apiserver';
import { CelCostLimitError, CelError, type Program, type Value } from '@kubescript/cel';

import type { Budget } from './evaluate-rules.ts';

/** The longest message that an expression may make, in bytes. */
const maxMessageBytes = 5 * 1024;

/** What came of the expression that words a refusal. */
export type MessageOutcome =
  | { readonly kind: 'text'; readonly text: string }
  /** It gave no text that could be shown; the plain message stands in for it. */
  | { readonly kind: 'failed' }
  /** It cost too much: nothing more is evaluated. */
  | { readonly kind: 'refused'; readonly detail: string };

const outOfBudget: MessageOutcome = {
  kind: 'refused',
  detail:
    'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
};

/** What an expression speaks of, and its text. */
interface MessageContext {
  readonly variables: () => Readonly<Record<string, Value>>;
  readonly source: string;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#evalMessageExpression */
export function evaluateMessage(
  program: Program,
  { variables, source }: MessageContext,
  budget: Budget,
): MessageOutcome {
  try {
    const { value, cost } = program.evaluate(variables(), { costLimit: perCallLimit });
    if (!budget.spend(cost)) return outOfBudget;
    return typeof value === 'string' ? shown(value.trim()) : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    if (!(error instanceof CelCostLimitError)) return budget.spend(error.cost) ? { kind: 'failed' } : outOfBudget;
    const detail = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(source)}`;
    return { kind: 'refused', detail };
  }
}

function shown(text: string): MessageOutcome {
  const isShowable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= maxMessageBytes;
  return isShowable ? { kind: 'text', text } : { kind: 'failed' };
}
