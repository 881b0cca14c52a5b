import {
  type CelSchema,
  type DeclType,
  DeclSizeEstimator,
  DeclTypeProvider,
  baseCelEnvironment,
  maxRequestSizeBytes,
  schemaDeclType,
} from '@kubescript/apiserver';
import { type CelEnvironment, type CheckedExpr, type Program, estimateCost, types } from '@kubescript/cel';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ValidationRule } from '@kubescript/api/apiextensions/v1';

import { FieldPathError, formatFieldPath, resolveFieldPath } from '../field-path.ts';
import type { StructuralSchema } from '../structural.ts';

/** The value that a rule is about, and what it was before. */
const selfName = 'self';
export const oldSelfName = 'oldSelf';
/** By this name the checker knows the type of `self`. */
const selfTypeName = 'selfType';

/** A rule that was compiled, or why it could not be. */
export interface CompiledRule {
  readonly rule: DeepReadonly<ValidationRule>;
  readonly program?: Program;
  readonly error?: string;
  readonly messageExpression?: Program;
  readonly messageExpressionError?: string;
  readonly messageExpressionMaxCost: number;
  readonly usesOldSelf: boolean;
  /** Where below the value errors are, as they show it; undefined if at the value itself. */
  readonly fieldPath?: string;
  /** What evaluating it once may cost at most. */
  readonly maxCost: number;
  /** How often at most the schema's values fit into a request. */
  readonly maxCardinality: number;
}

/**
 * Compiles the rules of a schema; undefined if expressions see nothing of its values.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#Compile
 */
export function compileRules(schema: StructuralSchema, isResourceRoot: boolean): CompiledRule[] | undefined {
  const declared = schemaDeclType(schema as CelSchema, isResourceRoot);
  if (declared === undefined) return undefined;
  const compiler = new RuleCompiler(declared.assignTypeName(selfTypeName));
  return (schema['x-kubernetes-validations'] ?? []).map((rule) => {
    const fieldPath = fieldPathOf(rule, schema);
    return { ...compiler.compile(rule), ...(fieldPath === undefined ? {} : { fieldPath }) };
  });
}

function fieldPathOf({ fieldPath = '' }: CompiledRule['rule'], schema: StructuralSchema): string | undefined {
  if (fieldPath === '') return undefined;
  try {
    return formatFieldPath(resolveFieldPath(fieldPath, schema, { allowArrayNotation: true }).path);
  } catch (error) {
    // A definition of old may have such a path: its errors are at the value itself.
    if (error instanceof FieldPathError) return undefined;
    throw error;
  }
}

class RuleCompiler {
  readonly #environment: CelEnvironment;
  readonly #optional: CelEnvironment;
  readonly #estimator: DeclSizeEstimator;
  readonly #maxCardinality: number;

  constructor(type: DeclType) {
    const typeProvider = new DeclTypeProvider(type);
    const environment = (oldSelf: DeclType['celType']): CelEnvironment =>
      baseCelEnvironment().extend({
        typeProvider,
        variables: { [selfName]: type.celType, [oldSelfName]: oldSelf },
      });
    this.#environment = environment(type.celType);
    this.#optional = environment(types.optional(type.celType));
    this.#estimator = new DeclSizeEstimator(type);
    this.#maxCardinality = Math.floor(maxRequestSizeBytes / (type.minSerializedSize + 1));
  }

  compile(rule: DeepReadonly<ValidationRule>): CompiledRule {
    const base = {
      rule,
      usesOldSelf: false,
      maxCost: 0,
      maxCardinality: this.#maxCardinality,
      messageExpressionMaxCost: 0,
    };
    if (rule.rule.trim() === '') return base;
    const environment = rule.optionalOldSelf === true ? this.#optional : this.#environment;
    const compiled = environment.compile(rule.rule);
    if (!compiled.ok) return { ...base, error: `compilation failed: ${compiled.issues.toString()}` };
    if (compiled.outputType.kind !== 'bool') return { ...base, error: 'cel expression must evaluate to a bool' };
    return {
      ...base,
      program: compiled.program,
      usesOldSelf: usesVariable(compiled.ast, oldSelfName),
      maxCost: estimateCost(compiled.ast, this.#estimator).max,
      ...this.#message(rule.messageExpression ?? '', environment),
    };
  }

  #message(expression: string, environment: CelEnvironment): Partial<CompiledRule> {
    if (expression === '') return {};
    const compiled = environment.compile(expression);
    if (!compiled.ok) {
      return { messageExpressionError: `messageExpression compilation failed: ${compiled.issues.toString()}` };
    }
    if (compiled.outputType.kind !== 'string') {
      return { messageExpressionError: 'messageExpression must evaluate to a string' };
    }
    const { max } = estimateCost(compiled.ast, this.#estimator);
    return { messageExpression: compiled.program, messageExpressionMaxCost: max };
  }
}

function usesVariable({ references }: CheckedExpr, name: string): boolean {
  return [...references.values()].some((reference) => reference.kind === 'variable' && reference.name === name);
}
