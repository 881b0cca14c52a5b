/** What sort of type a {@link CelType} is. */
export type CelKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'function'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'typeParam'
  | 'uint';

/**
 * A type of the Common Expression Language: what the checker reasons about, and the value of `type(x)`.
 * Immutable; make one with the constants and functions of {@link types}.
 * @go github.com/google/cel-go/common/types#Type
 */
export class CelType {
  readonly kind: CelKind;
  /** The runtime name, without parameters: `int`, `list`, `google.protobuf.Timestamp`, the name of an object type. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** A primitive that may also be null. */
  readonly nullable: boolean;

  constructor(kind: CelKind, name: string, options: { parameters?: readonly CelType[]; nullable?: boolean } = {}) {
    this.kind = kind;
    this.name = name;
    this.parameters = options.parameters ?? [];
    this.nullable = options.nullable ?? false;
  }

  /** The text of the type in messages of the checker: `list(int)`, `map(string, dyn)`. */
  toString(): string {
    return formatType(this);
  }
}

/** Whether the two types are the same, parameters and names of type parameters included. */
export function isExactType(left: CelType, right: CelType): boolean {
  if (left === right) return true;
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    left.nullable === right.nullable &&
    left.parameters.length === right.parameters.length &&
    left.parameters.every((parameter, index) => isExactType(parameter, right.parameters[index] ?? parameter))
  );
}

const shortNames: Partial<Record<CelKind, string>> = {
  any: 'any',
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
};

/**
 * The text of a type as messages show it.
 * @go github.com/google/cel-go/checker#FormatCELType
 */
export function formatType(type: CelType): string {
  const short = shortNames[type.kind];
  if (short !== undefined) return short;
  if (type.kind === 'function') return formatFunction(type.parameters.slice(1), false, type.parameters[0]);
  if (type.parameters.length > 0) return `${type.name}(${type.parameters.map(formatType).join(', ')})`;
  return type.nullable ? `wrapper(${type.name})` : type.name;
}

/** The text of a call's argument types: `(int, string)`, or `string.(int)` for a method. */
export function formatFunction(args: readonly CelType[], member: boolean, result?: CelType): string {
  const [target, ...rest] = args;
  const prefix = member && target !== undefined ? `${formatType(target)}.` : '';
  const shown = member ? rest : args;
  const suffix = result === undefined ? '' : ` -> ${formatType(result)}`;
  return `${prefix}(${shown.map(formatType).join(', ')})${suffix}`;
}
