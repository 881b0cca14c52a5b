import {
  CelError,
  CelObject,
  type CelType,
  isMap,
  type TypeProvider,
  toJson,
  types,
  type Value,
} from '@kubescript/cel';

/** The type of a JSON patch's operations. */
export const jsonPatchType = types.object('JSONPatch');

/** The root type of what an apply configuration results in. */
export const objectType = types.object('Object');

const patchFields: Readonly<Record<string, CelType>> = {
  op: types.string,
  path: types.string,
  from: types.string,
  value: types.dyn,
};

/** A value made by a literal such as `Object.spec{replicas: 3}` or `JSONPatch{op: 'remove', path: '/a'}`. */
export class LiteralObject extends CelObject {
  override readonly type: CelType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: CelType, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = type;
    this.fields = fields;
  }

  override get(field: string): Value | undefined {
    return this.fields.get(field);
  }

  override equals(other: Value, equal: (left: Value, right: Value) => boolean): boolean {
    if (!(other instanceof LiteralObject) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    return [...this.fields].every(([name, value]) => {
      const found = other.fields.get(name);
      return found !== undefined && equal(value, found);
    });
  }

  override toJson(): unknown {
    return Object.fromEntries([...this.fields].map(([name, value]) => [name, toJson(value)]));
  }
}

/**
 * Checks that each object in an `Object{}` has the type of the place where it stands. Throws a `CelError`.
 * @go k8s.io/apiserver/pkg/cel/mutation/dynamic#(*ObjectVal).CheckTypeNamesMatchFieldPathNames
 */
export function checkObjectTypeNames(value: Value, path = 'Object'): void {
  if (value instanceof LiteralObject) {
    if (value.type.name !== path) {
      throw new CelError(
        `unexpected type name ${JSON.stringify(value.type.name)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
      );
    }
    for (const [field, inner] of value.fields) checkObjectTypeNames(inner, `${path}.${field}`);
  } else if (Array.isArray(value)) {
    for (const element of value as readonly Value[]) checkObjectTypeNames(element, path);
  } else if (isMap(value)) {
    for (const inner of Object.values(value) as Value[]) checkObjectTypeNames(inner, path);
  }
}

/**
 * The types with which mutations are written: `JSONPatch`, `Object` and whatever is below `Object` by its path.
 * @go k8s.io/apiserver/pkg/cel/mutation#DynamicTypeResolver
 */
export const mutationTypes: TypeProvider = {
  findType(name) {
    if (name === jsonPatchType.name) return jsonPatchType;
    if (name === objectType.name) return objectType;
    return name.startsWith('Object.') ? types.object(name) : undefined;
  },
  findField(typeName, field) {
    return typeName === jsonPatchType.name ? patchFields[field] : types.dyn;
  },
  newObject(typeName, fields) {
    return new LiteralObject(types.object(typeName), fields);
  },
};
