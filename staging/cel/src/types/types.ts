import { CelType } from './cel-type.ts';

function parameterized(kind: 'list' | 'map' | 'opaque', name: string, parameters: readonly CelType[]): CelType {
  return new CelType(kind, name, { parameters });
}

/** The types to declare variables, functions and fields with. */
export const types = {
  any: new CelType('any', 'google.protobuf.Any'),
  bool: new CelType('bool', 'bool'),
  bytes: new CelType('bytes', 'bytes'),
  double: new CelType('double', 'double'),
  duration: new CelType('duration', 'google.protobuf.Duration'),
  dyn: new CelType('dyn', 'dyn'),
  error: new CelType('error', 'error'),
  int: new CelType('int', 'int'),
  null: new CelType('null', 'null_type'),
  string: new CelType('string', 'string'),
  timestamp: new CelType('timestamp', 'google.protobuf.Timestamp'),
  type: new CelType('type', 'type'),
  uint: new CelType('uint', 'uint'),
  /** A list of elements of one type. */
  list: (element: CelType): CelType => parameterized('list', 'list', [element]),
  /** A map from keys (int, uint, string or bool) to values. */
  map: (key: CelType, value: CelType): CelType => parameterized('map', 'map', [key, value]),
  /** An object type with fields; who provides its fields is the environment's type provider. */
  object: (name: string): CelType => new CelType('struct', name),
  /** A type without fields that only functions can look into. */
  opaque: (name: string, ...parameters: readonly CelType[]): CelType => parameterized('opaque', name, parameters),
  /** A value that may be absent. */
  optional: (value: CelType): CelType => parameterized('opaque', 'optional_type', [value]),
  /** The type of a type: what the identifier `int` has. */
  typeOf: (type: CelType): CelType => new CelType('type', 'type', { parameters: [type] }),
  /** A type parameter of a function's overload. */
  param: (name: string): CelType => new CelType('typeParam', name),
  /** The primitive, or null. */
  nullable: (primitive: CelType): CelType => new CelType(primitive.kind, primitive.name, { nullable: true }),
} as const;

/** Whether the type says nothing before run time. */
export function isDyn(type: CelType): boolean {
  return type.kind === 'dyn' || type.kind === 'any';
}

/** Whether the type is an optional one. */
export function isOptionalType(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}

/** The type inside an optional, or the type itself. */
export function unwrapOptional(type: CelType): CelType {
  return isOptionalType(type) ? (type.parameters[0] ?? types.dyn) : type;
}
