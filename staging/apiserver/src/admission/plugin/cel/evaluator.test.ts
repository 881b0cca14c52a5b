import { expect, test } from 'vitest';

import type { VersionedAttributes } from '../../versioned-attributes.ts';
import { returnTypes } from './compile.ts';
import { CompositedCompiler } from './composition.ts';
import { type EvaluationInput, EvaluationRound, OutOfBudgetError } from './evaluator.ts';

const things = { group: '', version: 'v1', resource: 'things' };
const kind = { group: '', version: 'v1', kind: 'Thing' };
const attributes = {
  ...{ kind, resource: things, subresource: '', name: 'x', namespace: '', operation: 'CREATE', dryRun: false },
  user: { name: 'u', groups: [] },
};
const object = { metadata: { name: 'x' } };
const versioned = { attributes, kind, object, oldObject: undefined } as unknown as VersionedAttributes;
const input: EvaluationInput = { versioned, resource: things, kind };
const options = { hasParams: false, hasAuthorizer: false };
const manyTurns = `[${Array.from({ length: 100 }, (_, index) => String(index)).join(', ')}].all(x, x >= 0)`;

/** What is left of 10000 after an expression, and its error. */
function evaluated(expression: string, variable?: string): { readonly spent: number; readonly error: string } {
  const compiler = new CompositedCompiler();
  if (variable !== undefined) compiler.addVariable({ name: 'v', expression: variable }, options);
  const compiled = compiler.compile({ expression, returnTypes: returnTypes.bool }, options);
  const round = new EvaluationRound(input, 10_000, compiler);
  const result = round.evaluate(compiled);
  return { spent: 10_000 - round.budget, error: result.ok ? '' : result.error };
}

test('an expression that fails has cost what was evaluated until then', () => {
  const { spent } = evaluated(manyTurns);
  const failed = evaluated(`${manyTurns} && object.none == 1`);
  expect(failed.error).toContain('no such key: none');
  expect(failed.spent).toBeGreaterThanOrEqual(spent);
});

test('so does a variable, when an expression needs it', () => {
  const { spent } = evaluated('variables.v', manyTurns);
  const failed = evaluated('variables.v', `${manyTurns} && object.none == 1`);
  expect(failed.error).toContain('composited variable "v" fails to evaluate: no such key: none');
  expect(failed.spent).toBeGreaterThanOrEqual(spent - 1);
  expect(failed.spent).toBeGreaterThan(100);
});

test('failing expressions use up the budget', () => {
  const compiler = new CompositedCompiler();
  const expression = `${manyTurns} && object.none == 1`;
  const compiled = compiler.compile({ expression, returnTypes: returnTypes.bool }, options);
  const round = new EvaluationRound(input, 1000, compiler);
  expect(() => round.evaluateAll([compiled, compiled, compiled, compiled])).toThrow(OutOfBudgetError);
});
