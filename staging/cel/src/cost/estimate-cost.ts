import type { CheckedExpr } from '../checker/checked.ts';
import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from '../syntax/ast.ts';
import { accumulatorName } from '../syntax/operators.ts';
import type { CelType } from '../types/cel-type.ts';
import type { OverloadDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { estimateStandardCall, type StandardCall } from './call-estimates.ts';
import { CostScopes, type LocalVariable } from './cost-scope.ts';
import {
  addEstimates,
  type CallEstimate,
  type CostNode,
  type Estimate,
  fixed,
  listCreateCost,
  mapCreateCost,
  multiplyEstimates,
  type SizeEstimator,
  structCreateCost,
  uniteEstimates,
  unknownSize,
  unlimited,
} from './estimates.ts';
import { type EntrySize, literalSize, typeSize } from './sizes.ts';

const nothing = fixed(0);
const one = fixed(1);

/**
 * Estimates what evaluating an expression may cost, from the sizes that `estimator` gives. A presence test (`has`)
 * costs nothing of its own.
 * @go github.com/google/cel-go/checker#Cost
 */
export function estimateCost(checked: CheckedExpr, estimator: SizeEstimator): Estimate {
  return new Coster(checked, estimator).cost(checked.expr);
}

class Coster {
  readonly #checked: CheckedExpr;
  readonly #estimator: SizeEstimator;
  readonly #paths = new Map<number, readonly string[]>();
  readonly #sizes = new Map<number, Estimate>();
  readonly #entrySizes = new Map<number, EntrySize>();
  readonly #scopes = new CostScopes();

  constructor(checked: CheckedExpr, estimator: SizeEstimator) {
    this.#checked = checked;
    this.#estimator = estimator;
  }

  cost(expr: Expr): Estimate {
    switch (expr.kind) {
      case 'literal':
        return nothing;
      case 'ident':
        return this.#variable(expr, expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#sum(
          expr.fields.map((field) => field.value),
          fixed(structCreateCost),
        );
      case 'comprehension':
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr);
    }
  }

  #sum(parts: readonly Expr[], base: Estimate): Estimate {
    return parts.reduce((sum, part) => addEstimates(sum, this.cost(part)), base);
  }

  #variable(expr: Expr, name: string): Estimate {
    const local = this.#scopes.peek(name);
    const path = local === undefined ? [name] : local.path;
    if (path !== undefined) this.#paths.set(expr.id, path);
    return one;
  }

  #select(expr: SelectExpr): Estimate {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind === 'variable') return this.#variable(expr, reference.name);
    const sum = this.cost(expr.operand);
    if (expr.testOnly) return sum;
    this.#extendPath(expr, expr.operand, expr.field);
    const { kind } = this.#typeOf(expr.operand);
    return kind === 'map' || kind === 'struct' || kind === 'typeParam' ? addEstimates(sum, one) : sum;
  }

  #extendPath(expr: Expr, from: Expr, step: string): void {
    this.#paths.set(expr.id, [...(this.#pathOf(from) ?? []), step]);
  }

  #call(expr: CallExpr): Estimate {
    const reference = this.#checked.references.get(expr.id);
    const [first] = expr.args;
    if (expr.function === 'dyn' && first !== undefined) return this.#dyn(expr, first);
    const argCosts = expr.args.map((arg) => this.cost(arg));
    const args = expr.args.map((arg) => this.#node(arg));
    if (reference?.kind !== 'function') return nothing;
    const receiver = reference.qualified ? undefined : expr.target;
    const targetCost = receiver === undefined ? nothing : this.cost(receiver);
    const target = receiver === undefined ? undefined : this.#node(receiver);
    const overloads: readonly OverloadDecl[] =
      reference.declaration.overloads.length === 0
        ? reference.overloads.map((id) => ({ id, args: [], result: types.dyn }))
        : reference.declaration.overloads.filter((overload) => reference.overloads.includes(overload.id));
    return addEstimates(targetCost, this.#overloads(expr, overloads, { target, args, argCosts }));
  }

  /** `dyn(x)` costs 1 and is as large as x. */
  #dyn(expr: CallExpr, arg: Expr): Estimate {
    const cost = addEstimates(one, this.cost(arg));
    this.#copySizes(expr, arg);
    return cost;
  }

  /** The range over all overloads that may apply. */
  #overloads(expr: CallExpr, overloads: readonly OverloadDecl[], call: Omit<StandardCall, 'id'>): Estimate {
    let cost: Estimate = { min: unlimited, max: 0 };
    let size: Estimate | undefined;
    for (const overload of overloads) {
      const estimate = this.#overload(expr, overload, call);
      cost = uniteEstimates(cost, estimate);
      const { resultSize } = estimate;
      if (resultSize !== undefined) size = size === undefined ? resultSize : uniteEstimates(size, resultSize);
      size = this.#indexed(expr, overload.id) ?? size;
    }
    size ??= this.#sizeOf(expr);
    if (size !== undefined) this.#sizes.set(expr.id, size);
    return cost;
  }

  /** Where an indexing leads, and how large what is found there may be. */
  #indexed(expr: CallExpr, id: string): Estimate | undefined {
    const [container] = expr.args;
    if ((id !== 'index_list' && id !== 'index_map') || container === undefined) return undefined;
    this.#extendPath(expr, container, id === 'index_list' ? '@items' : '@values');
    return this.#entrySizeOf(container)?.value;
  }

  #overload(expr: CallExpr, overload: OverloadDecl, call: Omit<StandardCall, 'id'>): CallEstimate {
    const own = overload.estimateCost?.(this.#estimator, call.target, call.args);
    if (own !== undefined) {
      return { ...own, ...addEstimates(own, call.argCosts.reduce(addEstimates, nothing)) };
    }
    return estimateStandardCall(
      { id: overload.id, ...call },
      {
        entrySizeOf: (arg) => this.#entrySizeOf(arg),
        setEntrySize: (size) => {
          this.#setEntrySize(expr, size);
        },
      },
    );
  }

  #list(expr: ListExpr): Estimate {
    const cost = this.#sum(expr.elements, fixed(listCreateCost));
    this.#entrySizes.set(expr.id, { container: 'list', key: one, value: this.#commonSize(expr.elements) });
    return cost;
  }

  #map(expr: MapExpr): Estimate {
    const keys = expr.entries.map((entry) => entry.key);
    const values = expr.entries.map((entry) => entry.value);
    const cost = this.#sum([...keys, ...values], fixed(mapCreateCost));
    const entrySize = { container: 'map', key: this.#commonSize(keys), value: this.#commonSize(values) } as const;
    this.#entrySizes.set(expr.id, entrySize);
    return cost;
  }

  #commonSize(exprs: readonly Expr[]): Estimate {
    if (exprs.length === 0) return nothing;
    return exprs.map((expr) => this.#sizeOf(expr) ?? unknownSize).reduce(uniteEstimates);
  }

  #comprehension(expr: ComprehensionExpr): Estimate {
    const before = addEstimates(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#pushAccumulator(expr);
    const variables = this.#pushIteration(expr);
    const turn = addEstimates(this.cost(expr.loopCondition), this.cost(expr.loopStep));
    for (const name of variables) this.#scopes.pop(name);
    const after = this.cost(expr.result);
    this.#scopes.pop(expr.accuVar);
    const count = this.#sizeOf(expr.iterRange) ?? unknownSize;
    this.#resultSize(expr, count);
    return addEstimates(addEstimates(before, after), multiplyEstimates(count, turn));
  }

  #resultSize(expr: ComprehensionExpr, count: Estimate): void {
    const { kind } = expr.accuInit;
    if (kind === 'literal') this.#setSize(expr, this.#sizeOf(expr.accuInit));
    if (kind === 'list' || kind === 'map') {
      this.#setSize(expr, count);
      this.#setEntrySize(expr, this.#entrySizeOf(expr.loopStep));
    }
  }

  #pushAccumulator(expr: ComprehensionExpr): void {
    this.#scopes.push(expr.accuVar, {
      path: this.#pathOf(expr.accuInit),
      size: this.#sizeOf(expr.accuInit),
      entrySize: this.#entrySizeOf(expr.accuInit),
    });
  }

  #pushIteration(expr: ComprehensionExpr): readonly string[] {
    const entry = this.#entrySizeOf(expr.iterRange);
    const isList = (entry?.container ?? this.#typeOf(expr.iterRange).kind) === 'list';
    const at = (step: string, size: Estimate | undefined): LocalVariable => {
      return { path: [...(this.#pathOf(expr.iterRange) ?? []), step], size, entrySize: undefined };
    };
    const key = at(isList ? '@indices' : '@keys', entry?.key);
    const value = at(isList ? '@items' : '@values', entry?.value);
    if (expr.iterVar2 === undefined) {
      this.#scopes.push(expr.iterVar, isList ? value : key);
      return [expr.iterVar];
    }
    this.#scopes.push(expr.iterVar, key);
    this.#scopes.push(expr.iterVar2, value);
    return [expr.iterVar, expr.iterVar2];
  }

  #binding(expr: ComprehensionExpr): Estimate {
    const bound = addEstimates(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#pushAccumulator(expr);
    const cost = addEstimates(bound, this.cost(expr.result));
    this.#scopes.pop(expr.accuVar);
    this.#copySizes(expr, expr.result);
    return cost;
  }

  #node(expr: Expr): CostNode {
    const path = this.#pathOf(expr);
    return {
      path: path?.[0] === accumulatorName ? undefined : path,
      type: this.#typeOf(expr),
      expr,
      computedSize: this.#sizeOf(expr),
    };
  }

  #pathOf(expr: Expr): readonly string[] | undefined {
    const local = expr.kind === 'ident' ? this.#scopes.peek(expr.name) : undefined;
    return local === undefined ? this.#paths.get(expr.id) : local.path;
  }

  #typeOf(expr: Expr): CelType {
    return this.#checked.types.get(expr.id) ?? types.dyn;
  }

  #sizeOf(expr: Expr): Estimate | undefined {
    const known = this.#sizes.get(expr.id) ?? literalSize(expr);
    if (known !== undefined) return known;
    const node: CostNode = { path: this.#pathOf(expr), type: this.#typeOf(expr), expr, computedSize: undefined };
    const estimated = this.#estimator.estimateSize(node);
    if (estimated !== undefined) {
      this.#sizes.set(expr.id, estimated);
      return estimated;
    }
    const local = expr.kind === 'ident' ? this.#scopes.peek(expr.name) : undefined;
    return typeSize(node.type) ?? local?.size;
  }

  #entrySizeOf(expr: Expr): EntrySize | undefined {
    const known = this.#entrySizes.get(expr.id);
    if (known !== undefined || expr.kind !== 'ident') return known;
    return this.#scopes.peek(expr.name)?.entrySize;
  }

  #setSize(expr: Expr, size: Estimate | undefined): void {
    if (size !== undefined) this.#sizes.set(expr.id, size);
  }

  #setEntrySize(expr: Expr, size: EntrySize | undefined): void {
    if (size !== undefined) this.#entrySizes.set(expr.id, size);
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#sizeOf(from));
    this.#setEntrySize(to, this.#entrySizeOf(from));
  }
}

/** Whether the comprehension only binds a variable, as `optMap` does. */
function isBinding(expr: ComprehensionExpr): boolean {
  const { iterRange, loopCondition } = expr;
  const empty = iterRange.kind === 'list' && iterRange.elements.length === 0;
  return empty && loopCondition.kind === 'literal' && loopCondition.value === false && expr.accuVar !== accumulatorName;
}
