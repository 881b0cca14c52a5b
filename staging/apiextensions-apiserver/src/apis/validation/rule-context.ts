import { type FieldError, type FieldPath, forbidden, invalid } from '@kubescript/apimachinery';
import { staticEstimatedCostLimit, staticEstimatedCrdCostLimit } from '@kubescript/apiserver';

import { type CompiledRule, compileRules } from '../../schema/cel/compile-rules.ts';
import { type StructuralSchema, hasAdditional, isEmbeddedResource } from '../../schema/structural.ts';
import { internalRule } from '../internal-schema.ts';
import { costProblem } from './cost-problem.ts';
import type { SchemaPlace } from './open-api-schema.ts';
import type { RuleContext } from './rules.ts';

const maxExpensive = 4;
const unlimited = 2 ** 64;

/** Sums up what all rules of a schema may cost. @go apiextensions/validation#TotalCost */
export class TotalCost {
  #total = 0;
  #expensive: { readonly path: FieldPath; readonly cost: number }[] = [];

  observe(path: FieldPath, cost: number): void {
    this.#total = Math.min(this.#total + cost, unlimited);
    if (cost < staticEstimatedCrdCostLimit / 100) return;
    this.#expensive = [...this.#expensive, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, maxExpensive);
  }

  /** What is wrong with the sum. */
  errors(path: FieldPath): FieldError[] {
    if (this.#total <= staticEstimatedCrdCostLimit) return [];
    const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((one) => forbidden(one.path, contributed)),
      forbidden(path, costProblem(name, this.#total, staticEstimatedCrdCostLimit)),
    ];
  }
}

/**
 * Compiles the rules of a schema within a schema, knowing how often its values can occur in an object.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#CELSchemaContext
 */
export class CelRuleContext implements RuleContext {
  readonly #schema: StructuralSchema;
  /** How often a value can occur; undefined where nothing limits it. */
  readonly #cardinality: number | undefined;
  readonly #isRoot: boolean;
  readonly #total: TotalCost;
  readonly #suppressExpressionCost: boolean;

  private constructor(parts: {
    readonly schema: StructuralSchema;
    readonly cardinality: number | undefined;
    readonly isRoot: boolean;
    readonly total: TotalCost;
    readonly suppressExpressionCost: boolean;
  }) {
    this.#schema = parts.schema;
    this.#cardinality = parts.cardinality;
    this.#isRoot = parts.isRoot;
    this.#total = parts.total;
    this.#suppressExpressionCost = parts.suppressExpressionCost;
  }

  /** The context of the root of a schema. */
  static root(schema: StructuralSchema, total: TotalCost, suppressExpressionCost: boolean): CelRuleContext {
    return new CelRuleContext({ schema, cardinality: 1, isRoot: true, total, suppressExpressionCost });
  }

  property(schema: StructuralSchema): RuleContext {
    return this.#child(schema);
  }

  items(schema: StructuralSchema): RuleContext {
    return this.#child(schema);
  }

  values(schema: StructuralSchema): RuleContext {
    return this.#child(schema);
  }

  compile(schema: StructuralSchema, place: SchemaPlace): FieldError[] {
    const path = place.path.child('x-kubernetes-validations');
    const compiled = compileRules(schema, this.#isRoot || isEmbeddedResource(schema));
    if (!compiled) {
      const detail = 'internal error: failed to retrieve type information for x-kubernetes-validations';
      return [{ type: 'InternalError', path: path.toString(), badValue: null, detail }];
    }
    return compiled.flatMap((one, index) => this.#errorsOf(one, path.index(index), place));
  }

  #child(schema: StructuralSchema): CelRuleContext {
    const elements = maxElementsOf(this.#schema);
    const cardinality = this.#cardinality;
    const isLimited = elements !== undefined && cardinality !== undefined;
    return new CelRuleContext({
      schema,
      cardinality: isLimited ? Math.min(elements * cardinality, unlimited) : undefined,
      isRoot: false,
      total: this.#total,
      suppressExpressionCost: this.#suppressExpressionCost,
    });
  }

  #errorsOf(compiled: CompiledRule, path: FieldPath, place: SchemaPlace): FieldError[] {
    const { rule, error } = compiled;
    const at = path.child('rule');
    const cost = Math.min(compiled.maxCost * (this.#cardinality ?? compiled.maxCardinality), unlimited);
    return [
      ...this.#costErrors('estimated rule cost', cost, at),
      ...(error === undefined ? [] : [invalid(at, internalRule(rule), error)]),
      ...this.#messageErrors(compiled, path.child('messageExpression')),
      ...oldSelfErrors(compiled, path, place),
    ];
  }

  #messageErrors(compiled: CompiledRule, path: FieldPath): FieldError[] {
    const { rule, messageExpressionError, messageExpression, messageExpressionMaxCost } = compiled;
    if (messageExpressionError !== undefined) return [invalid(path, internalRule(rule), messageExpressionError)];
    if (!messageExpression) return [];
    return this.#costErrors('estimated messageExpression cost', messageExpressionMaxCost, path);
  }

  #costErrors(name: string, cost: number, path: FieldPath): FieldError[] {
    this.#total.observe(path, cost);
    if (this.#suppressExpressionCost || cost <= staticEstimatedCostLimit) return [];
    return [forbidden(path, costProblem(name, cost, staticEstimatedCostLimit))];
  }
}

/** Rules may compare with the value before only where it can be told which one that was. */
function oldSelfErrors({ rule, usesOldSelf, error }: CompiledRule, path: FieldPath, place: SchemaPlace): FieldError[] {
  const { uncorrelatable } = place;
  if (usesOldSelf) {
    if (!uncorrelatable) return [];
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable.toString()}`;
    return [invalid(path.child('rule'), rule.rule, detail)];
  }
  if (rule.optionalOldSelf === undefined || error !== undefined) return [];
  const detail = 'may not be set if oldSelf is not used in rule';
  return [invalid(path.child('optionalOldSelf'), rule.optionalOldSelf, detail)];
}

/** How many values a value can hold; undefined where nothing limits it. */
function maxElementsOf(schema: StructuralSchema): number | undefined {
  switch (schema.type) {
    case 'object':
      if (!hasAdditional(schema)) return 1;
      return schema.maxProperties === undefined ? undefined : Math.max(0, schema.maxProperties);
    case 'array':
      return schema.maxItems === undefined ? undefined : Math.max(0, schema.maxItems);
    default:
      return 1;
  }
}
