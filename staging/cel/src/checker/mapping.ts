import { CelType } from '../types/cel-type.ts';
import { types } from '../types/types.ts';

/** What type parameters stand for. */
export type Mapping = Map<string, CelType>;

/**
 * Replaces type parameters by what they stand for; those that stand for nothing become dyn if `toDyn` is set.
 * @go github.com/google/cel-go/checker#substitute
 */
export function substitute(mapping: Mapping, type: CelType, toDyn: boolean): CelType {
  if (type.kind === 'typeParam') {
    const bound = mapping.get(type.name);
    if (bound !== undefined) return substitute(mapping, bound, toDyn);
    return toDyn ? types.dyn : type;
  }
  if (type.parameters.length === 0) return type;
  const parameters = type.parameters.map((parameter) => substitute(mapping, parameter, toDyn));
  if (parameters.every((parameter, index) => parameter === type.parameters[index])) return type;
  return new CelType(type.kind, type.name, { parameters, nullable: type.nullable });
}

/** The names of the type parameters in a type. */
export function typeParameters(type: CelType): string[] {
  return type.kind === 'typeParam' ? [type.name] : type.parameters.flatMap(typeParameters);
}
