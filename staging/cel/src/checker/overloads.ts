import { type CelType, isExactType } from '../types/cel-type.ts';
import type { FunctionDecl, OverloadDecl } from '../types/declarations.ts';
import { isDyn, types } from '../types/types.ts';
import { unifyAll } from './assignable.ts';
import { type Mapping, substitute, typeParameters } from './mapping.ts';

/** A call to resolve. */
export interface OverloadCall {
  readonly declaration: FunctionDecl;
  readonly member: boolean;
  /** The types of receiver and arguments. */
  readonly args: readonly CelType[];
  readonly mapping: Mapping;
  readonly newVariable: () => CelType;
}

/** The overloads that may apply, and what the call then results in. */
export interface Resolution {
  readonly overloads: readonly string[];
  readonly result: CelType;
  readonly mapping: Mapping;
}

/**
 * Finds the overloads whose parameters the arguments fit; undefined when there is none. Where several fit (because
 * arguments are dyn) and their results differ, the result is dyn.
 * @go github.com/google/cel-go/checker#(*checker).resolveOverload
 */
export function resolveOverloads(call: OverloadCall): Resolution | undefined {
  const overloads: string[] = [];
  let result: CelType | undefined;
  let { mapping } = call;
  for (const overload of call.declaration.overloads) {
    if ((overload.member ?? false) !== call.member) continue;
    const { args, result: declared } = instantiate(overload, call.newVariable);
    const trial: Mapping = new Map(mapping);
    if (!unifyAll(trial, call.args, args)) continue;
    mapping = trial;
    overloads.push(overload.id);
    result = joinResults(result, substitute(mapping, declared, false));
  }
  return result === undefined ? undefined : { overloads, result, mapping };
}

function joinResults(result: CelType | undefined, next: CelType): CelType {
  if (result === undefined) return next;
  return isDyn(result) || isExactType(result, next) ? result : types.dyn;
}

/** The overload's types with fresh variables for its type parameters. */
function instantiate(
  overload: OverloadDecl,
  newVariable: () => CelType,
): { args: readonly CelType[]; result: CelType } {
  const names = new Set([...overload.args, overload.result].flatMap(typeParameters));
  if (names.size === 0) return overload;
  const fresh: Mapping = new Map();
  for (const name of names) fresh.set(name, newVariable());
  return {
    args: overload.args.map((type) => substitute(fresh, type, false)),
    result: substitute(fresh, overload.result, false),
  };
}
