import type { CelEnvironment, CelType, CheckedExpr, Program } from '@kubescript/cel';
import { isExactType } from '@kubescript/cel';

/** An expression that compiled, or why it did not, in the words that field errors show. */
export type CompiledExpression =
  | { readonly ok: true; readonly program: Program; readonly outputType: CelType; readonly ast: CheckedExpr }
  | { readonly ok: false; readonly detail: string };

/**
 * Compiles an expression that must result in one of these types (`types.any` takes all).
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#(compiler).CompileCELExpression
 */
export function compileExpression(
  environment: CelEnvironment,
  expression: string,
  returnTypes: readonly CelType[],
): CompiledExpression {
  const compiled = environment.compile(expression);
  if (!compiled.ok) return { ok: false, detail: `compilation failed: ${compiled.issues.toString()}` };
  const { outputType } = compiled;
  if (returnTypes.some((type) => type.kind === 'any' || isExactType(type, outputType))) return compiled;
  return { ok: false, detail: mismatch(returnTypes, outputType) };
}

function mismatch(returnTypes: readonly CelType[], outputType: CelType): string {
  const [only, ...others] = returnTypes.map(goTypeName);
  const wanted = others.length === 0 ? (only ?? '') : `one of [${[only, ...others].join(' ')}]`;
  return `must evaluate to ${wanted} but got ${goTypeName(outputType)}`;
}

/** A type by its runtime name, as Go prints it. */
function goTypeName(type: CelType): string {
  const name = type.nullable ? `wrapper(${type.name})` : type.name;
  return type.parameters.length === 0 ? name : `${name}(${type.parameters.map(goTypeName).join(', ')})`;
}
