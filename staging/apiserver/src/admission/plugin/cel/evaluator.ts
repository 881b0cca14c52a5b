import { type Activation, CelError, type Program, type Value } from '@kubescript/cel';
import type { DeepReadonly, GroupVersionKind, GroupVersionResource, KubeObject } from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';

import { AuthorizerValue, ResourceCheck } from '../../../cel/library/authz.ts';
import type { DecisionSource } from '../../../cel/library/decisions.ts';
import { perCallLimit } from '../../../cel/limits.ts';
import type { VersionedAttributes } from '../../versioned-attributes.ts';
import type { CompilationResult } from './compile.ts';
import type { CompositedCompiler } from './composition.ts';
import { admissionRequestValue, namespaceValue } from './request.ts';

/** Evaluates a program with the variables of a request; throws CelError. */
export type Evaluate = (program: Program) => Value;

/** What expressions are evaluated on. */
export interface EvaluationInput {
  readonly versioned: VersionedAttributes;
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  /** undefined where there are none: `params` is null then. */
  readonly params?: DeepReadonly<KubeObject> | undefined;
  readonly namespace?: DeepReadonly<Namespace> | undefined;
  /** Without it there is no `authorizer`. */
  readonly authorizer?: DecisionSource | undefined;
}

/** What became of an expression. */
export type EvaluationResult =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: string };

/** The budget of a round of evaluations is spent. */
export class OutOfBudgetError extends Error {
  override readonly name = 'OutOfBudgetError';

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/**
 * One round of evaluations on one request: the variables are shared, and so is the budget.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#(*condition).ForInput
 */
export class EvaluationRound {
  readonly #activation: Activation;
  #budget: number;
  #variableCost = 0;

  constructor(input: EvaluationInput, budget: number, compiler?: CompositedCompiler) {
    this.#budget = budget;
    const activation: Record<string, unknown> = activationOf(input);
    if (compiler) {
      activation['variables'] = compiler.variables((program) => {
        const { value, cost, error } = run(program, activation);
        this.#variableCost += cost;
        if (error !== undefined) throw error;
        return value;
      });
    }
    this.#activation = activation;
  }

  /** What is left for the next round. */
  get budget(): number {
    return this.#budget;
  }

  /** The results of the expressions in their order. Throws OutOfBudgetError. */
  evaluateAll(expressions: readonly CompilationResult[]): readonly EvaluationResult[] {
    return expressions.map((expression) => this.evaluate(expression));
  }

  /** The result of one expression. Throws OutOfBudgetError. */
  evaluate(compiled: CompilationResult): EvaluationResult {
    if (!compiled.ok) return { ok: false, error: `compilation error: ${compiled.error}` };
    const { value, cost, error } = run(compiled.program, this.#activation);
    this.#spend(cost + this.#variableCost);
    this.#variableCost = 0;
    if (error === undefined) return { ok: true, value };
    return { ok: false, error: `expression '${compiled.expression}' resulted in error: ${error.message}` };
  }

  #spend(cost: number): void {
    if (cost > this.#budget) throw new OutOfBudgetError();
    this.#budget -= cost;
  }
}

interface Run {
  readonly value: Value;
  readonly cost: number;
  readonly error?: CelError;
}

function run(program: Program, activation: Activation): Run {
  try {
    return program.evaluate(activation, { costLimit: perCallLimit });
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return { value: null, cost: error.cost, error };
  }
}

function activationOf(input: EvaluationInput): Record<string, unknown> {
  const { versioned, kind, resource, params, namespace, authorizer } = input;
  return {
    object: versioned.object ?? null,
    oldObject: versioned.oldObject ?? null,
    params: params ?? null,
    request: admissionRequestValue(versioned.attributes, { kind, resource }),
    namespaceObject: namespaceValue(namespace),
    ...(authorizer ? authorizerVariables(versioned, authorizer) : {}),
  };
}

/** Asks about the user of the request: anything, or the request itself. */
function authorizerVariables({ attributes }: VersionedAttributes, decisions: DecisionSource): Record<string, unknown> {
  const { user, resource, subresource, namespace, name } = attributes;
  const asking = { user, decisions };
  const about = { group: resource.group, resource: resource.resource, subresource, namespace, name };
  return {
    authorizer: new AuthorizerValue(asking),
    'authorizer.requestResource': new ResourceCheck(asking, about),
  };
}
