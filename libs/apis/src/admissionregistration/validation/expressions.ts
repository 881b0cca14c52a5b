import type { Variable } from '@kubescript/api/admissionregistration/v1';
import { type DeepReadonly, type FieldError, type FieldPath, invalid } from '@kubescript/apimachinery';
import {
  CompositedCompiler,
  type AdmissionExpression,
  type OptionalDeclarations,
  compileAdmissionExpression,
  expressionTypes,
} from '@kubescript/apiserver';

/** What the expressions of a policy or webhook may use. */
export interface ExpressionScope {
  readonly hasParams: boolean;
  /** A validating policy without variables knows no `variables`; a mutating one does. */
  readonly hasVariables: boolean;
}

type Compile = (expression: AdmissionExpression, options: OptionalDeclarations) => { readonly error?: string };

/**
 * Compiles the expressions of one object and says what is wrong with them. Variables must come before what uses them.
 *
 * @go k8s.io/kubernetes/pkg/apis/admissionregistration/validation#validateCELCondition
 */
export class ExpressionCheck {
  readonly #scope: ExpressionScope;
  readonly #composition: CompositedCompiler | undefined;

  constructor(scope: ExpressionScope) {
    this.#scope = scope;
    this.#composition = scope.hasVariables ? new CompositedCompiler() : undefined;
  }

  /** A match condition, which sees no variables. */
  matchCondition(expression: string, path: FieldPath): FieldError[] {
    const text = expression.trim();
    return check(stateless, { expression: text, returnTypes: expressionTypes.bool }, this.#options(true), path);
  }

  variable(variable: DeepReadonly<Variable>, path: FieldPath): FieldError[] {
    const result = this.#composition?.addVariable(variable, this.#options(true));
    return result === undefined || result.ok ? [] : [invalid(path, variable.expression, result.error)];
  }

  validation(expression: string, path: FieldPath): FieldError[] {
    return this.#check({ expression, returnTypes: expressionTypes.bool }, this.#options(true), path);
  }

  message(expression: string, path: FieldPath): FieldError[] {
    return this.#check({ expression, returnTypes: expressionTypes.string }, this.#options(false), path);
  }

  auditAnnotation(expression: string, path: FieldPath): FieldError[] {
    const compiled = { expression: expression.trim(), returnTypes: expressionTypes.stringOrNull };
    return this.#check(compiled, this.#options(true), path, expression);
  }

  applyConfiguration(expression: string, path: FieldPath): FieldError[] {
    return this.#check({ expression, returnTypes: expressionTypes.applyConfiguration }, this.#patchOptions(), path);
  }

  jsonPatch(expression: string, path: FieldPath): FieldError[] {
    return this.#check({ expression, returnTypes: expressionTypes.jsonPatch }, this.#patchOptions(), path);
  }

  #options(hasAuthorizer: boolean): OptionalDeclarations {
    return { hasParams: this.#scope.hasParams, hasAuthorizer };
  }

  #patchOptions(): OptionalDeclarations {
    return { ...this.#options(true), hasPatchTypes: true };
  }

  #check(
    expression: AdmissionExpression,
    options: OptionalDeclarations,
    path: FieldPath,
    badValue = expression.expression,
  ): FieldError[] {
    const composition = this.#composition;
    const compile: Compile = composition ? (text, known) => errorOf(composition.compile(text, known)) : stateless;
    return check(compile, expression, options, path, badValue);
  }
}

function check(
  compile: Compile,
  expression: AdmissionExpression,
  options: OptionalDeclarations,
  path: FieldPath,
  badValue = expression.expression,
): FieldError[] {
  const { error } = compile(expression, options);
  return error === undefined ? [] : [invalid(path, badValue, error)];
}

function stateless(expression: AdmissionExpression, options: OptionalDeclarations): { readonly error?: string } {
  return errorOf(compileAdmissionExpression(expression, options));
}

function errorOf(result: ReturnType<CompositedCompiler['compile']>): { readonly error?: string } {
  return result.ok ? {} : { error: result.error };
}
