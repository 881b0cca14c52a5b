import {
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type IdentExpr,
  type ListExpr,
  type MapExpr,
  type SelectExpr,
  type StructExpr,
  type StructField,
  toQualifiedName,
} from '../syntax/ast.ts';
import type { Issues } from '../syntax/issues.ts';
import { operators } from '../syntax/operators.ts';
import type { ParsedExpr } from '../syntax/parser.ts';
import { type CelType, formatFunction, formatType } from '../types/cel-type.ts';
import type { FunctionDecl } from '../types/declarations.ts';
import { isDyn, isOptionalType, types, unwrapOptional } from '../types/types.ts';
import { typeOf } from '../values/classify.ts';
import { isDynOrError, mostGeneral, unify } from './assignable.ts';
import type { CheckedExpr, Reference } from './checked.ts';
import { type Mapping, substitute } from './mapping.ts';
import { resolveOverloads } from './overloads.ts';
import { type Declarations, findInScope, type Scope } from './scopes.ts';

/**
 * Finds the types of an expression's parts and what its names refer to; what does not fit goes to `issues`.
 * @go github.com/google/cel-go/checker#Check
 */
export function check(parsed: ParsedExpr, declarations: Declarations, issues: Issues): CheckedExpr {
  const checker = new Checker(parsed, declarations, issues);
  checker.check(parsed.expr);
  return checker.finish();
}

class Checker {
  readonly #parsed: ParsedExpr;
  readonly #declarations: Declarations;
  readonly #issues: Issues;
  readonly #types = new Map<number, CelType>();
  readonly #references = new Map<number, Reference>();
  #mapping: Mapping = new Map();
  #scope: Scope | undefined;
  #variables = 0;

  constructor(parsed: ParsedExpr, declarations: Declarations, issues: Issues) {
    this.#parsed = parsed;
    this.#declarations = declarations;
    this.#issues = issues;
  }

  finish(): CheckedExpr {
    for (const [id, type] of this.#types) this.#types.set(id, substitute(this.#mapping, type, true));
    return {
      expr: this.#parsed.expr,
      source: this.#issues.source,
      positions: this.#parsed.positions,
      types: this.#types,
      references: this.#references,
    };
  }

  check(expr: Expr): CelType {
    const type = this.#typeOf(expr);
    this.#types.set(expr.id, type);
    return type;
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return typeOf(expr.value);
      case 'ident':
        return this.#checkIdent(expr);
      case 'select':
        return this.#checkSelect(expr);
      case 'call':
        return expr.function === operators.optSelect ? this.#checkOptSelect(expr) : this.#checkCall(expr);
      case 'list':
        return this.#checkList(expr);
      case 'map':
        return this.#checkMap(expr);
      case 'struct':
        return this.#checkStruct(expr);
      case 'comprehension':
        return this.#checkComprehension(expr);
    }
  }

  /** The type of a variable or type name, with its reference noted; undefined where nothing has that name. */
  #resolveName(id: number, name: string): CelType | undefined {
    const local = findInScope(this.#scope, name);
    const absolute = name.startsWith('.') ? name.slice(1) : name;
    const variable = local ?? this.#declarations.findVariable(absolute);
    if (variable !== undefined) {
      this.#references.set(id, { kind: 'variable', name: absolute });
      return variable;
    }
    const type = this.#declarations.findType(absolute);
    if (type === undefined) return undefined;
    this.#references.set(id, { kind: 'type', type });
    return types.typeOf(type);
  }

  #checkIdent(expr: IdentExpr): CelType {
    return this.#resolveName(expr.id, expr.name) ?? this.#undeclared(expr.id, expr.name);
  }

  #checkSelect(expr: SelectExpr): CelType {
    const name = toQualifiedName(expr);
    const named = name === undefined ? undefined : this.#resolveName(expr.id, name);
    if (named !== undefined) return named;
    const selected = this.#checkField(expr, { operand: expr.operand, field: expr.field, optional: false });
    return expr.testOnly ? types.bool : substitute(this.#mapping, selected, false);
  }

  #checkOptSelect(expr: CallExpr): CelType {
    const [operand, field] = expr.args;
    if (operand === undefined || field?.kind !== 'literal' || typeof field.value !== 'string') return types.error;
    this.#types.set(field.id, types.string);
    const selected = this.#checkField(expr, { operand, field: field.value, optional: true });
    const declaration = { name: operators.optSelect, overloads: [] };
    const overloads = ['select_optional_field'];
    this.#references.set(expr.id, { kind: 'function', declaration, overloads, qualified: false });
    return substitute(this.#mapping, selected, false);
  }

  #checkField(expr: Expr, select: { operand: Expr; field: string; optional: boolean }): CelType {
    const operandType = substitute(this.#mapping, this.check(select.operand), false);
    const field = this.#fieldType(expr, unwrapOptional(operandType), select.field);
    return select.optional || isOptionalType(operandType) ? types.optional(field) : field;
  }

  #fieldType(expr: Expr, target: CelType, field: string): CelType {
    switch (target.kind) {
      case 'map':
        return target.parameters[1] ?? types.dyn;
      case 'struct':
        return this.#structField(expr.id, target.name, field);
      case 'typeParam':
        this.#assign(types.dyn, target);
        return types.dyn;
      default:
        if (isDynOrError(target)) return types.dyn;
        this.#report(expr.id, `type '${formatType(target)}' does not support field selection`);
        return types.dyn;
    }
  }

  #structField(id: number, typeName: string, field: string): CelType {
    if (this.#declarations.findType(typeName) === undefined) {
      return this.#report(id, `unexpected failed resolution of '${typeName}'`);
    }
    return this.#declarations.findField(typeName, field) ?? this.#report(id, `undefined field '${field}'`);
  }

  #checkCall(expr: CallExpr): CelType {
    for (const arg of expr.args) this.check(arg);
    if (expr.target === undefined) return this.#checkFunction(expr);
    const prefix = toQualifiedName(expr.target);
    const qualified = prefix === undefined ? undefined : this.#findFunction(`${prefix}.${expr.function}`);
    if (qualified !== undefined) return this.#resolve(expr, { declaration: qualified, target: undefined });
    this.check(expr.target);
    return this.#checkFunction(expr);
  }

  #checkFunction(expr: CallExpr): CelType {
    const declaration = this.#findFunction(expr.function);
    if (declaration === undefined) return this.#undeclared(expr.id, expr.function);
    return this.#resolve(expr, { declaration, target: expr.target });
  }

  #findFunction(name: string): FunctionDecl | undefined {
    return this.#declarations.findFunction(name.startsWith('.') ? name.slice(1) : name);
  }

  #resolve(expr: CallExpr, call: { declaration: FunctionDecl; target: Expr | undefined }): CelType {
    const { declaration, target } = call;
    const operands = target === undefined ? expr.args : [target, ...expr.args];
    const qualified = target === undefined && expr.target !== undefined;
    if (declaration.name === operators.logicalAnd || declaration.name === operators.logicalOr) {
      return this.#checkLogical(expr, declaration);
    }
    const args = operands.map((operand) => this.#typeIn(operand));
    const resolved = resolveOverloads({
      declaration,
      member: target !== undefined,
      args,
      mapping: this.#mapping,
      newVariable: () => this.#newVariable(),
    });
    if (resolved === undefined) return this.#noOverload(expr, { declaration, args, member: target !== undefined });
    this.#mapping = resolved.mapping;
    this.#references.set(expr.id, { kind: 'function', declaration, overloads: resolved.overloads, qualified });
    return resolved.result;
  }

  #noOverload(expr: Expr, call: { declaration: FunctionDecl; args: readonly CelType[]; member: boolean }): CelType {
    const shown = call.args.map((type) => substitute(this.#mapping, type, true));
    const signature = formatFunction(shown, call.member);
    return this.#report(expr.id, `found no matching overload for '${call.declaration.name}' applied to '${signature}'`);
  }

  /** `&&` and `||` name the operand that is no bool. */
  #checkLogical(expr: CallExpr, declaration: FunctionDecl): CelType {
    let result: CelType = types.bool;
    for (const arg of expr.args) {
      const type = this.#typeIn(arg);
      if (!this.#assign(type, types.bool)) result = this.#mismatch(arg.id, types.bool, type);
    }
    const overloads = declaration.overloads.map((overload) => overload.id);
    if (result === types.bool) {
      this.#references.set(expr.id, { kind: 'function', declaration, overloads, qualified: false });
    }
    return result;
  }

  #checkList(expr: ListExpr): CelType {
    let element: CelType | undefined;
    expr.elements.forEach((item, index) => {
      const type = this.check(item);
      const held = expr.optional.has(index) ? this.#unwrapEntry(item, type) : type;
      element = this.#join(item, element, held);
    });
    return types.list(element ?? this.#newVariable());
  }

  #checkMap(expr: MapExpr): CelType {
    let key: CelType | undefined;
    let value: CelType | undefined;
    for (const entry of expr.entries) {
      key = this.#join(entry.key, key, this.check(entry.key));
      const type = this.check(entry.value);
      value = this.#join(entry.value, value, entry.optional ? this.#unwrapEntry(entry.value, type) : type);
    }
    return types.map(key ?? this.#newVariable(), value ?? this.#newVariable());
  }

  /** The type inside an entry that is marked with `?`, which must be an optional. */
  #unwrapEntry(expr: Expr, type: CelType): CelType {
    if (!isOptionalType(type) && !isDyn(type)) this.#mismatch(expr.id, types.optional(type), type);
    return unwrapOptional(type);
  }

  #checkStruct(expr: StructExpr): CelType {
    const named = this.#resolveName(expr.id, expr.typeName);
    if (named === undefined) return this.#undeclared(expr.id, expr.typeName);
    const result = this.#structType(expr, named);
    for (const field of expr.fields) this.#checkStructField(result, field);
    return result;
  }

  #structType(expr: StructExpr, named: CelType): CelType {
    if (named.kind === 'error') return types.error;
    const type = named.kind === 'type' ? named.parameters[0] : undefined;
    if (type === undefined) return this.#report(expr.id, `'${formatType(named)}' is not a type`);
    if (type.kind === 'struct') return type;
    return this.#report(expr.id, `'${type.name}' is not a message type`);
  }

  #checkStructField(struct: CelType, field: StructField): void {
    const type = this.check(field.value);
    const declared = struct.kind === 'struct' ? this.#structField(field.id, struct.name, field.name) : types.error;
    const held = field.optional ? this.#unwrapEntry(field.value, type) : type;
    if (this.#assign(declared, held)) return;
    const provided = formatType(substitute(this.#mapping, held, false));
    this.#report(
      field.id,
      `expected type of field '${field.name}' is '${formatType(declared)}' but provided type is '${provided}'`,
    );
  }

  #checkComprehension(expr: ComprehensionExpr): CelType {
    const range = substitute(this.#mapping, this.check(expr.iterRange), false);
    const accu = this.check(expr.accuInit);
    const [first, second] = this.#iterationTypes(expr, range);
    const outer = this.#scope;
    const inner: Scope = { name: expr.accuVar, type: accu, outer };
    this.#scope = { name: expr.iterVar, type: expr.iterVar2 === undefined ? first : second.key, outer: inner };
    if (expr.iterVar2 !== undefined) {
      this.#scope = { name: expr.iterVar2, type: second.value, outer: this.#scope };
    }
    this.#expect(expr.loopCondition, types.bool);
    this.#expect(expr.loopStep, accu);
    this.#scope = inner;
    const result = this.check(expr.result);
    this.#scope = outer;
    return substitute(this.#mapping, result, false);
  }

  /** The type of a single variable over a range, and those of the pair of key (or index) and value. */
  #iterationTypes(expr: ComprehensionExpr, range: CelType): [CelType, { key: CelType; value: CelType }] {
    const [first = types.dyn, value = types.dyn] = range.parameters;
    switch (range.kind) {
      case 'list':
        return [first, { key: types.int, value: first }];
      case 'map':
        return [first, { key: first, value }];
      case 'dyn':
      case 'error':
      case 'typeParam':
        this.#assign(types.dyn, range);
        return [types.dyn, { key: types.dyn, value: types.dyn }];
      default:
        this.#report(
          expr.iterRange.id,
          `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [types.error, { key: types.error, value: types.error }];
    }
  }

  #expect(expr: Expr, wanted: CelType): void {
    const type = this.check(expr);
    if (!this.#assign(wanted, type)) this.#mismatch(expr.id, wanted, type);
  }

  /** The common type of elements of one literal, which must agree. */
  #join(expr: Expr, previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current;
    if (this.#assign(previous, current)) return mostGeneral(previous, current);
    return this.#mismatch(expr.id, previous, current);
  }

  #assign(left: CelType, right: CelType): boolean {
    const trial: Mapping = new Map(this.#mapping);
    if (!unify(trial, left, right)) return false;
    this.#mapping = trial;
    return true;
  }

  #typeIn(expr: Expr): CelType {
    return this.#types.get(expr.id) ?? types.error;
  }

  #newVariable(): CelType {
    return types.param(`_var${String(this.#variables++)}`);
  }

  #mismatch(id: number, wanted: CelType, found: CelType): CelType {
    return this.#report(id, `expected type '${formatType(wanted)}' but found '${formatType(found)}'`);
  }

  #undeclared(id: number, name: string): CelType {
    return this.#report(id, `undeclared reference to '${name}' (in container '')`);
  }

  #report(id: number, message: string): CelType {
    this.#issues.report(this.#issues.source.locationOf(this.#parsed.positions.get(id) ?? 0), message);
    return types.error;
  }
}
