import {
  type CelEnvironment,
  CelError,
  CelObject,
  type CelType,
  type TypeProvider,
  type Value,
  types,
} from '@kubescript/cel';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Variable } from '@kubescript/api/admissionregistration/v1';

import { type CompilationResult, type Expression, compileIn, returnTypes } from './compile.ts';
import type { Evaluate } from './evaluator.ts';
import { type OptionalDeclarations, admissionEnvironment } from './environment.ts';

const variablesTypeName = 'kubernetes.variables';
const variablesType = types.object(variablesTypeName);

/**
 * Compiles the expressions of a policy. Variables are compiled one after the other: each sees those before it, and all
 * other expressions see all of them.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#CompositedCompiler
 */
export class CompositedCompiler {
  readonly #fields = new Map<string, CelType>();
  readonly #variables = new Map<string, CompilationResult>();
  readonly #environments = new Map<string, CelEnvironment>();
  readonly #base: (options: OptionalDeclarations) => CelEnvironment;

  /** `base` makes the environment without variables; by default that of admission. */
  constructor(base: (options: OptionalDeclarations) => CelEnvironment = admissionEnvironment) {
    this.#base = base;
  }

  /** Compiles a variable, which later expressions may use then. */
  addVariable({ name, expression }: DeepReadonly<Variable>, options: OptionalDeclarations): CompilationResult {
    const result = this.compile({ expression, returnTypes: returnTypes.any }, options);
    this.#variables.set(name, result);
    this.#fields.set(name, result.ok ? declaredType(result.outputType) : types.dyn);
    return result;
  }

  compile(expression: Expression, options: OptionalDeclarations): CompilationResult {
    return compileIn(this.environment(options), expression);
  }

  /** The value of `variables` for one round of evaluations: each variable is evaluated once, when it is needed. */
  variables(evaluate: Evaluate): CelObject {
    return new Variables(this.#variables, evaluate);
  }

  /** What expressions may use: the base, and the variables compiled so far and later. */
  environment(options: OptionalDeclarations): CelEnvironment {
    const key = JSON.stringify([options.hasParams, options.hasAuthorizer, options.hasPatchTypes === true]);
    let environment = this.#environments.get(key);
    if (!environment) {
      environment = this.#base(options).extend({
        variables: { variables: variablesType },
        typeProvider: this.#provider(),
      });
      this.#environments.set(key, environment);
    }
    return environment;
  }

  #provider(): TypeProvider {
    return {
      findType: (name) => (name === variablesTypeName ? variablesType : undefined),
      findField: (_typeName, field) => this.#fields.get(field),
    };
  }
}

/**
 * What a variable is declared as: types that are neither plain nor lists or maps of such are not known any more.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#convertCelTypeToDeclType
 */
function declaredType(type: CelType): CelType {
  switch (type.kind) {
    case 'any':
    case 'bool':
    case 'bytes':
    case 'double':
    case 'duration':
    case 'int':
    case 'null':
    case 'string':
    case 'timestamp':
    case 'uint':
      return type;
    case 'list':
      return types.list(declaredType(type.parameters[0] ?? types.dyn));
    case 'map':
      return types.map(declaredType(type.parameters[0] ?? types.dyn), declaredType(type.parameters[1] ?? types.dyn));
    default:
      return types.dyn;
  }
}

/** The variables of a policy, evaluated on demand. */
class Variables extends CelObject {
  readonly type = variablesType;
  readonly #compiled: ReadonlyMap<string, CompilationResult>;
  readonly #evaluate: Evaluate;
  readonly #values = new Map<string, Value | CelError>();

  constructor(compiled: ReadonlyMap<string, CompilationResult>, evaluate: Evaluate) {
    super();
    this.#compiled = compiled;
    this.#evaluate = evaluate;
  }

  override get(name: string): Value | undefined {
    const compiled = this.#compiled.get(name);
    if (!compiled) return undefined;
    let value = this.#values.get(name);
    if (value === undefined) {
      value = this.#compute(name, compiled);
      this.#values.set(name, value);
    }
    if (value instanceof CelError) throw value;
    return value;
  }

  override equals(other: Value): boolean {
    return other === this;
  }

  #compute(name: string, compiled: CompilationResult): Value | CelError {
    const what = `composited variable ${JSON.stringify(name)}`;
    if (!compiled.ok) return new CelError(`${what} fails to compile: ${compiled.error}`);
    try {
      return this.#evaluate(compiled.program);
    } catch (error) {
      if (error instanceof CelError) return new CelError(`${what} fails to evaluate: ${error.message}`);
      throw error;
    }
  }
}
