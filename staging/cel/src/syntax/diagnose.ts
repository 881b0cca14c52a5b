import type { Issues } from './issues.ts';
import type { Token } from './token.ts';

/** Placeholder replaced by the grammar-driven diagnosis. */
export function diagnoseSyntax(tokens: readonly Token[], issues: Issues): void {
  const last = tokens.at(-1);
  issues.report(issues.source.locationOf(last?.offset ?? 0), 'Syntax error: mismatched input');
}
