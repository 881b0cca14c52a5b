import type { ScalarName, StructSchema, TypeRef, TypeSchemas } from '../../schema/type-schema.ts';

/**
 * Why a document of JSON values is no object of a type, in the words of the reference's converter, which strategic
 * merge patches go through in place of the JSON decoder; undefined if it finds nothing wrong.
 *
 * @go k8s.io/apimachinery/pkg/runtime#(*unstructuredConverter).FromUnstructured
 */
export function unstructuredProblem(value: unknown, struct: StructSchema, schemas: TypeSchemas): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (goKindOf(value) !== 'map') return `cannot restore struct from: ${goKindOf(value)}`;
  const members = value as Readonly<Record<string, unknown>>;
  for (const { name, type } of struct.fields) {
    const problem = problemOf(members[name], type, schemas);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(value: unknown, type: TypeRef, schemas: TypeSchemas): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (type.kind) {
    case 'deduced':
      return undefined;
    case 'scalar':
      return scalarProblem(value, type.scalar);
    case 'struct':
      return unstructuredProblem(value, schemas.struct(type.name), schemas);
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${goKindOf(value)}`;
      return firstProblem(value, type.items, schemas);
    case 'map':
      if (goKindOf(value) !== 'map') return `cannot restore map from ${goKindOf(value)}`;
      return firstProblem(Object.values(value), type.values, schemas);
  }
}

function firstProblem(values: readonly unknown[], type: TypeRef, schemas: TypeSchemas): string | undefined {
  for (const value of values) {
    const problem = problemOf(value, type, schemas);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The kinds that scalars have in Go; others convert themselves from JSON. */
const goKinds: Partial<Record<ScalarName, string>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
};

function scalarProblem(value: unknown, scalar: ScalarName): string | undefined {
  const wanted = goKinds[scalar];
  const found = goKindOf(value);
  if (wanted === undefined || found === wanted) return undefined;
  const isNumber = found === 'int64' || found === 'float64';
  if (wanted !== 'string' && wanted !== 'bool' && isNumber) {
    return wanted === 'float64' || found === 'int64' ? undefined : `cannot convert ${found} to ${wanted}`;
  }
  // Go would convert a number to a string, but as a character.
  return wanted === 'string' && found === 'int64' ? `cannot convert int64 to string` : `unrecognized type: ${wanted}`;
}

/** The kind that a JSON value has in Go. */
function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    default:
      return 'map';
  }
}
