import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../../schema/type-schema.ts';
import { goValueText } from '../../json/json-value.ts';
import { PatchError } from '../patch-error.ts';

/** How one member merges, and the schema of what is inside it. */
export interface PatchMeta {
  /** `merge`, `replace` or '' (objects merge, lists are replaced). */
  readonly strategy: string;
  /** The object drops the members that a patch does not retain. */
  readonly retainKeys: boolean;
  readonly mergeKey: string;
  /** Of the member, or of its elements if it is a list. */
  readonly schema: PatchSchema;
}

/**
 * What strategic merge needs to know of a type.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#LookupPatchMeta
 */
export interface PatchSchema {
  readonly name: string;
  /** Throws PatchError if the type has no such member. */
  lookup(key: string): PatchMeta;
}

/** Knows nothing: objects merge, lists are replaced. */
export const untypedPatchSchema: PatchSchema = {
  name: 'object',
  lookup: () => ({ strategy: '', retainKeys: false, mergeKey: '', schema: untypedPatchSchema }),
};

/** Reads patch strategies from the schema of a struct. */
export function patchSchemaOf(struct: StructSchema, schemas: TypeSchemas): PatchSchema {
  return {
    name: struct.name.slice(struct.name.lastIndexOf('.') + 1),
    lookup(key) {
      const field = struct.fields.find((candidate) => candidate.name === key);
      if (field === undefined) {
        throw new PatchError(
          `unable to find api field in struct ${this.name} for the json field ${JSON.stringify(key)}`,
        );
      }
      return metaOf(field, schemas);
    },
  };
}

function metaOf(field: FieldSchema, schemas: TypeSchemas): PatchMeta {
  const strategies = (field.patchStrategy ?? '').split(',').filter((strategy) => strategy !== '');
  const others = strategies.filter((strategy) => strategy !== 'retainKeys');
  if (others.length > 1) throw new PatchError(`unexpected patch strategies: ${goValueText(strategies)}`);
  return {
    strategy: others[0] ?? '',
    retainKeys: others.length < strategies.length,
    mergeKey: field.patchMergeKey ?? '',
    schema: schemaOfType(field.type, schemas),
  };
}

function schemaOfType(type: TypeRef, schemas: TypeSchemas): PatchSchema {
  switch (type.kind) {
    case 'scalar':
    case 'deduced':
      return untypedPatchSchema;
    case 'list':
      return schemaOfType(type.items, schemas);
    case 'struct':
      return patchSchemaOf(schemas.struct(type.name), schemas);
    case 'map': {
      const values = schemaOfType(type.values, schemas);
      return { name: 'map', lookup: () => ({ strategy: '', retainKeys: false, mergeKey: '', schema: values }) };
    }
  }
}
