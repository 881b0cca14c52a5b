import {
  type CelEnvironment,
  type CelType,
  type Expr,
  formatType,
  isExactType,
  type Program,
  types,
  type TypeProvider,
} from '@kubescript/cel';

/** Why an expression cannot be used. */
export interface ExpressionProblem {
  readonly problem: string;
}

/** An expression that can be used. */
export interface CompiledExpression {
  readonly program: Program;
  readonly expr: Expr;
}

/** What an expression must evaluate to. */
export interface ExpressionRules {
  /** Any of these; empty: anything. */
  readonly returns: readonly CelType[];
  /** Whether the message tells what it evaluates to. */
  readonly showsActual?: boolean;
}

/**
 * Compiles an expression of a configuration file.
 *
 * @go k8s.io/apiserver/pkg/authentication/cel#compiler.compile
 */
export function compileExpression(
  environment: CelEnvironment,
  expression: string,
  { returns, showsActual = false }: ExpressionRules,
): CompiledExpression | ExpressionProblem {
  const compiled = environment.compile(expression);
  if (!compiled.ok) return { problem: `compilation failed: ${compiled.issues.toString()}` };
  const { outputType, program, ast } = compiled;
  if (returns.length === 0 || returns.some((type) => isExactType(type, outputType))) {
    return { program, expr: ast.expr };
  }
  const [only] = returns;
  const wanted = returns.length === 1 && only ? formatType(only) : `one of [${returns.map(formatType).join(' ')}]`;
  return { problem: `must evaluate to ${wanted}${showsActual ? ` but got ${formatType(outputType)}` : ''}` };
}

/** True if the expression could not be compiled. */
export function isProblem(compiled: CompiledExpression | ExpressionProblem): compiled is ExpressionProblem {
  return 'problem' in compiled;
}

/** Object types by their name, with the types of their fields. */
export function objectTypes(declared: Readonly<Record<string, Readonly<Record<string, CelType>>>>): TypeProvider {
  return {
    findType: (name) => (Object.hasOwn(declared, name) ? types.object(name) : undefined),
    findField: (typeName, field) => {
      const fields = Object.hasOwn(declared, typeName) ? declared[typeName] : undefined;
      return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
    },
  };
}
