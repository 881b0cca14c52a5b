import { type CelEnvironment, type CelType, type Program, types } from '@kubescript/cel';

import { compileExpression } from '../../../cel/compile-expression.ts';
import { jsonPatchType, objectType } from '../../../cel/mutation-types.ts';
import { type OptionalDeclarations, admissionEnvironment } from './environment.ts';

/** An expression with what it may result in. */
export interface Expression {
  readonly expression: string;
  readonly returnTypes: readonly CelType[];
}

/**
 * An expression that is ready, or why it is not, in upstream's words.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#CompilationResult
 */
export type CompilationResult =
  | { readonly ok: true; readonly expression: string; readonly program: Program; readonly outputType: CelType }
  | { readonly ok: false; readonly expression: string; readonly error: string };

/** What expressions result in, by what they are for. */
export const returnTypes = {
  bool: [types.bool],
  string: [types.string],
  stringOrNull: [types.string, types.null],
  any: [types.any],
  applyConfiguration: [objectType],
  jsonPatch: [types.list(jsonPatchType)],
} as const;

/** Compiles an expression; never throws for a faulty one. */
export function compileIn(environment: CelEnvironment, { expression, returnTypes }: Expression): CompilationResult {
  const compiled = compileExpression(environment, expression, returnTypes);
  if (!compiled.ok) return { ok: false, expression, error: compiled.detail };
  return { ok: true, expression, program: compiled.program, outputType: compiled.outputType };
}

/** Compiles an expression that sees no variables of a policy. */
export function compileAdmissionExpression(expression: Expression, options: OptionalDeclarations): CompilationResult {
  return compileIn(admissionEnvironment(options), expression);
}
