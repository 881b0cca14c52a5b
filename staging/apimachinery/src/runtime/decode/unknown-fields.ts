import type { TypeRef, TypeSchemas } from '../../schema/type-schema.ts';

/**
 * The members of a JSON value that its schema does not have, in the order of the document and in the reference's
 * words: `unknown field "spec.containers[0].imag"`.
 */
export function unknownFields(value: unknown, struct: string, schemas: TypeSchemas): readonly string[] {
  const problems: string[] = [];
  walk(value, { kind: 'struct', name: struct }, '', { schemas, problems });
  return problems;
}

interface Walk {
  readonly schemas: TypeSchemas;
  readonly problems: string[];
}

function walk(value: unknown, type: TypeRef, path: string, state: Walk): void {
  if (typeof value !== 'object' || value === null) return;
  switch (type.kind) {
    case 'scalar':
    case 'deduced':
      return;
    case 'list':
      if (!Array.isArray(value)) return;
      value.forEach((item, index) => {
        walk(item, type.items, `${path}[${index}]`, state);
      });
      return;
    case 'map':
      for (const [key, item] of Object.entries(value)) walk(item, type.values, join(path, key), state);
      return;
    case 'struct':
      walkStruct(value, type.name, path, state);
  }
}

function walkStruct(value: object, name: string, path: string, state: Walk): void {
  const fields = state.schemas.struct(name).fields;
  for (const [key, item] of Object.entries(value)) {
    const field = fields.find((candidate) => candidate.name === key);
    if (field === undefined) state.problems.push(`unknown field "${join(path, key)}"`);
    else walk(item, field.type, join(path, key), state);
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
