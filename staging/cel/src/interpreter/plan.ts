import type { CheckedExpr, Reference } from '../checker/checked.ts';
import { listCreateCost, mapCreateCost, structCreateCost } from '../cost/estimates.ts';
import type {
  CallExpr,
  ComprehensionExpr,
  Expr,
  IdentExpr,
  ListExpr,
  MapExpr,
  SelectExpr,
  StructExpr,
} from '../syntax/ast.ts';
import { operators } from '../syntax/operators.ts';
import type { TypeProvider } from '../types/declarations.ts';
import { adapt } from '../values/adapt.ts';
import { LiteralMap } from '../values/collections.ts';
import { CelError, noSuchOverload } from '../values/errors.ts';
import { formatValue } from '../values/format-value.ts';
import { CelOptional, type Value } from '../values/value.ts';
import { appendStep, foldStep, isAppendedOnly } from './fold.ts';
import { callStep, foldConstant } from './call.ts';
import { Failure, type Step } from './frame.ts';
import { conditionalStep, logicalStep, notStrictlyFalseStep } from './logical.ts';
import { fieldReader, isPresent, qualify, qualifyOptional } from './select.ts';

/** A planned expression. */
export interface Plan {
  readonly step: Step;
  /** Whether it reads a variable, so that a selection from it costs nothing for starting anew. */
  readonly attribute: boolean;
  /** Set for constants. */
  readonly constant?: { readonly value: Value };
}

/** The variable of a comprehension around an expression. */
interface LocalVariable {
  readonly name: string;
  readonly slot: number;
  /** Whether the fold only ever appends to it, so that it may be changed in place. */
  readonly appended: boolean;
  readonly outer: LocalVariable | undefined;
}

/**
 * Turns a checked expression into closures, once; what they compute and cost is the reference's.
 * @go github.com/google/cel-go/interpreter#planner
 */
export function planExpression(checked: CheckedExpr, provider: TypeProvider): Step {
  return new Planner(checked, provider).plan(checked.expr).step;
}

function constantPlan(value: Value): Plan {
  return { step: () => value, attribute: false, constant: { value } };
}

class Planner {
  readonly #checked: CheckedExpr;
  readonly #provider: TypeProvider;
  #scope: LocalVariable | undefined;
  #slots = 0;

  constructor(checked: CheckedExpr, provider: TypeProvider) {
    this.#checked = checked;
    this.#provider = provider;
  }

  plan(expr: Expr): Plan {
    switch (expr.kind) {
      case 'literal':
        return constantPlan(expr.value);
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return computed(this.#struct(expr));
      case 'comprehension':
        return computed(this.#comprehension(expr));
    }
  }

  #step(expr: Expr): Step {
    return this.plan(expr).step;
  }

  #local(name: string): LocalVariable | undefined {
    for (let at = this.#scope; at !== undefined; at = at.outer) if (at.name === name) return at;
    return undefined;
  }

  #ident(expr: IdentExpr): Plan {
    const local = this.#local(expr.name);
    return local === undefined ? this.#global(this.#checked.references.get(expr.id)) : attribute(localStep(local.slot));
  }

  #global(reference: Reference | undefined): Plan {
    if (reference?.kind === 'type') return constantPlan(reference.type);
    if (reference?.kind !== 'variable') throw new CelError('unresolved reference');
    return attribute(variableStep(reference.name));
  }

  #select(expr: SelectExpr): Plan {
    const reference = this.#checked.references.get(expr.id);
    if (reference !== undefined) return this.#global(reference);
    const operand = this.plan(expr.operand);
    if (expr.testOnly) return computed(presenceStep(operand, expr.field));
    const read = fieldReader(expr.field);
    return attribute(
      qualifierStep(operand, (frame, container) => {
        frame.charge(operand.attribute ? 1 : 2);
        return read(container);
      }),
    );
  }

  #call(expr: CallExpr): Plan {
    const [first, second, third] = expr.args;
    if (first !== undefined && second !== undefined) {
      switch (expr.function) {
        case operators.logicalAnd:
          return computed(logicalStep(this.#step(first), this.#step(second), false));
        case operators.logicalOr:
          return computed(logicalStep(this.#step(first), this.#step(second), true));
        case operators.conditional:
          if (third === undefined) break;
          return computed(conditionalStep(this.#step(first), this.#step(second), this.#step(third)));
        case operators.index:
          return this.#index(first, second, qualify);
        case operators.optIndex:
        case operators.optSelect:
          return this.#index(first, second, qualifyOptional);
        case operators.add:
          if (this.#isAppend(first, second)) return computed(this.#append(second));
      }
    }
    if (expr.function === operators.notStrictlyFalse && first !== undefined) {
      return computed(notStrictlyFalseStep(this.#step(first)));
    }
    return this.#function(expr);
  }

  #function(expr: CallExpr): Plan {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind !== 'function') throw new CelError(`unresolved function: ${expr.function}`);
    const operands = expr.target === undefined || reference.qualified ? expr.args : [expr.target, ...expr.args];
    const plans = operands.map((operand) => this.plan(operand));
    const [first, second] = plans;
    if (fallbacks.has(reference.overloads[0] ?? '') && first !== undefined && second !== undefined) {
      return computed(fallbackStep(first.step, second.step, reference.overloads[0] === 'optional_or_optional'));
    }
    const step = callStep(reference, plans);
    const folded = foldConstant(reference, plans, step);
    return folded === undefined ? computed(step) : constantPlan(folded);
  }

  #index(container: Expr, key: Expr, read: (container: Value, key: Value) => Value): Plan {
    const operand = this.plan(container);
    const index = this.plan(key);
    const cost = operand.attribute ? 1 : 2;
    if (index.constant !== undefined) {
      const { value } = index.constant;
      return attribute(
        qualifierStep(operand, (frame, at) => {
          frame.charge(cost);
          return read(at, value);
        }),
      );
    }
    return attribute(
      qualifierStep(operand, (frame, at) => {
        const value = index.step(frame);
        frame.charge(cost);
        return read(at, value);
      }),
    );
  }

  /** Whether this is a fold's `accumulator + [element]`, which may change the accumulator in place. */
  #isAppend(list: Expr, elements: Expr): elements is ListExpr {
    return list.kind === 'ident' && elements.kind === 'list' && this.#local(list.name)?.appended === true;
  }

  #append(elements: ListExpr): Step {
    const slot = this.#local('@result')?.slot ?? 0;
    return appendStep(
      slot,
      elements.elements.map((element) => this.#step(element)),
    );
  }

  #list(expr: ListExpr): Plan {
    const plans = expr.elements.map((element) => this.plan(element));
    if (expr.optional.size === 0 && plans.every((plan) => plan.constant !== undefined)) {
      return constantPlan(plans.map((plan) => plan.constant?.value ?? null));
    }
    const steps = plans.map((plan) => plan.step);
    return computed((frame) => {
      const elements: Value[] = [];
      steps.forEach((step, index) => {
        const value = step(frame);
        if (!expr.optional.has(index)) elements.push(value);
        else if (value instanceof CelOptional && value.value !== undefined) elements.push(value.value);
      });
      frame.charge(listCreateCost);
      return elements;
    });
  }

  #map(expr: MapExpr): Plan {
    const entries = expr.entries.map((entry) => ({
      key: this.plan(entry.key),
      value: this.plan(entry.value),
      optional: entry.optional,
    }));
    const step: Step = (frame) => {
      const map = new LiteralMap();
      for (const entry of entries) {
        const key = entry.key.step(frame);
        const value = entryValue(entry.value.step(frame), entry.optional);
        if (value !== undefined && !map.add(key, value)) {
          throw new CelError(`Failed with repeated key: ${formatValue(key)}`);
        }
      }
      frame.charge(mapCreateCost);
      return map;
    };
    return computed(step);
  }

  #struct(expr: StructExpr): Step {
    const reference = this.#checked.references.get(expr.id);
    const typeName = reference?.kind === 'type' ? reference.type.name : expr.typeName;
    const fields = expr.fields.map((field) => ({ ...field, step: this.#step(field.value) }));
    return (frame) => {
      const values = new Map<string, Value>();
      for (const field of fields) {
        const value = entryValue(field.step(frame), field.optional);
        if (value !== undefined) values.set(field.name, value);
      }
      frame.charge(structCreateCost);
      if (this.#provider.newObject === undefined) throw new CelError(`unknown type: ${typeName}`);
      return this.#provider.newObject(typeName, values);
    };
  }

  #comprehension(expr: ComprehensionExpr): Step {
    const range = this.#step(expr.iterRange);
    const init = this.#step(expr.accuInit);
    const outer = this.#scope;
    const accu = this.#declare(expr.accuVar, isAppendedOnly(expr));
    const accuScope = this.#scope;
    const first = this.#declare(expr.iterVar, false);
    const second = expr.iterVar2 === undefined ? undefined : this.#declare(expr.iterVar2, false);
    const condition = this.plan(expr.loopCondition);
    const step = this.#step(expr.loopStep);
    this.#scope = accuScope;
    const result = this.#step(expr.result);
    this.#scope = outer;
    return foldStep({
      range,
      init,
      condition: condition.step,
      endless: condition.constant?.value === true,
      never: condition.constant?.value === false,
      step,
      result,
      slots: { accu, first, second },
      appended: isAppendedOnly(expr),
    });
  }

  #declare(name: string, appended: boolean): number {
    const slot = this.#slots++;
    this.#scope = { name, slot, appended, outer: this.#scope };
    return slot;
  }
}

/** Overloads that look at their argument only where the receiver has no value. */
const fallbacks: ReadonlySet<string> = new Set(['optional_or_optional', 'optional_orValue_value']);

/** `a.or(b)` and `a.orValue(b)` */
function fallbackStep(first: Step, second: Step, keep: boolean): Step {
  return (frame) => {
    const held = first(frame);
    if (!(held instanceof CelOptional)) throw noSuchOverload();
    const result = held.value === undefined ? second(frame) : keep ? held : held.value;
    frame.charge(1);
    return result;
  };
}

function computed(step: Step): Plan {
  return { step, attribute: false };
}

function attribute(step: Step): Plan {
  return { step, attribute: true };
}

function qualifierStep(operand: Plan, read: (frame: Parameters<Step>[0], container: Value) => Value): Step {
  const { step } = operand;
  return (frame) => read(frame, step(frame));
}

function entryValue(value: Value, optional: boolean): Value | undefined {
  if (!optional) return value;
  return value instanceof CelOptional ? value.value : undefined;
}

function localStep(slot: number): Step {
  return (frame) => {
    frame.charge(1);
    const value = frame.locals[slot] ?? null;
    if (value instanceof Failure) throw value.error;
    return value;
  };
}

function variableStep(name: string): Step {
  return (frame) => {
    frame.charge(1);
    const value = frame.activation[name];
    if (value === undefined) throw new CelError(`no such attribute(s): ${name}`);
    return adapt(value);
  };
}

/** `has(operand.field)`: costs nothing beside its operand. */
function presenceStep({ step }: Plan, field: string): Step {
  return (frame) => isPresent(step(frame), field);
}
