import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl, Implementation, OverloadDecl } from '../types/declarations.ts';

/** An overload that is called as a function. */
export function overload(
  id: string,
  args: readonly CelType[],
  result: CelType,
  implementation?: Implementation,
): OverloadDecl {
  return { id, args, result, ...(implementation === undefined ? {} : { implementation }) };
}

/** An overload that is called as a method of its first argument. */
export function member(
  id: string,
  args: readonly CelType[],
  result: CelType,
  implementation?: Implementation,
): OverloadDecl {
  return { ...overload(id, args, result, implementation), member: true };
}

/** A function whose overloads each have their implementation. */
export function define(name: string, ...overloads: readonly OverloadDecl[]): FunctionDecl {
  return { name, overloads };
}

/** A function with one implementation for all overloads. */
export function defineShared(
  name: string,
  implementation: Implementation,
  overloads: readonly OverloadDecl[],
): FunctionDecl {
  return { name, overloads, implementation };
}

/** Adds overloads to functions of the same name, and new functions. */
export function mergeFunctions(
  base: ReadonlyMap<string, FunctionDecl>,
  added: readonly FunctionDecl[],
): Map<string, FunctionDecl> {
  const merged = new Map(base);
  for (const declaration of added) {
    const present = merged.get(declaration.name);
    merged.set(declaration.name, present === undefined ? declaration : mergeOverloads(present, declaration));
  }
  return merged;
}

/** Overloads of the same id are replaced. */
function mergeOverloads(present: FunctionDecl, added: FunctionDecl): FunctionDecl {
  const ids = new Set(added.overloads.map((each) => each.id));
  const kept = present.overloads.filter((each) => !ids.has(each.id));
  return { ...present, ...added, overloads: [...kept, ...added.overloads] };
}
