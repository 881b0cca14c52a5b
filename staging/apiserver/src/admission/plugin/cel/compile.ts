import { type CelEnvironment, type CelType, type Program, isExactType, types } from '@kubescript/cel';

import { type OptionalDeclarations, admissionEnvironment } from './environment.ts';
import { jsonPatchType, objectType } from './mutation-types.ts';

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

/** @go k8s.io/apiserver/pkg/admission/plugin/cel#(compiler).CompileCELExpression */
export function compileExpression(
  environment: CelEnvironment,
  { expression, returnTypes }: Expression,
): CompilationResult {
  const compiled = environment.compile(expression);
  if (!compiled.ok) return { ok: false, expression, error: `compilation failed: ${compiled.issues.toString()}` };
  const { program, outputType } = compiled;
  if (returnTypes.some((type) => type.kind === 'any' || isExactType(outputType, type))) {
    return { ok: true, expression, program, outputType };
  }
  const [only, ...others] = returnTypes.map(goTypeName);
  const wanted = others.length === 0 ? (only ?? '') : `one of [${[only, ...others].join(' ')}]`;
  return { ok: false, expression, error: `must evaluate to ${wanted} but got ${goTypeName(outputType)}` };
}

/** Compiles an expression that sees no variables of a policy. */
export function compileAdmissionExpression(expression: Expression, options: OptionalDeclarations): CompilationResult {
  return compileExpression(admissionEnvironment(options), expression);
}

/** A type by its runtime name, as Go prints it. */
function goTypeName(type: CelType): string {
  const name = type.nullable ? `wrapper(${type.name})` : type.name;
  return type.parameters.length === 0 ? name : `${name}(${type.parameters.map(goTypeName).join(', ')})`;
}
