import {
  CelError,
  CelObject,
  type CelType,
  type TypeProvider,
  type Value,
  equalValues,
  isList,
  isMap,
  listValues,
  mapGet,
  mapKeys,
  types,
} from '@kubescript/cel';

import { celJson } from './cel-json.ts';

const patchTypeName = 'JSONPatch';
const objectTypeName = 'Object';

/** The type of the literals that an apply configuration is made of. */
export const objectType = types.object(objectTypeName);

/** The type of one operation of a JSON patch. */
export const jsonPatchType = types.object(patchTypeName);

const patchFields: Readonly<Record<string, CelType>> = {
  op: types.string,
  path: types.string,
  from: types.string,
  value: types.dyn,
};

/**
 * Literals of `Object`, of what is in it (`Object.spec.containers`) and of `JSONPatch`.
 *
 * @go k8s.io/apiserver/pkg/cel/mutation#DynamicTypeResolver
 */
export const mutationTypes: TypeProvider = {
  findType: (name) => (isMutationType(name) ? types.object(name) : undefined),
  findField: (typeName, field) => (typeName === patchTypeName ? patchFields[field] : types.dyn),
  newObject: (typeName, fields) => new MutationObject(types.object(typeName), fields),
};

function isMutationType(name: string): boolean {
  return name === patchTypeName || name === objectTypeName || name.startsWith(`${objectTypeName}.`);
}

/** An object that an expression made. */
export class MutationObject extends CelObject {
  readonly type: CelType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: CelType, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = type;
    this.fields = fields;
  }

  override get(field: string): Value | undefined {
    return this.fields.get(field);
  }

  override equals(other: Value, equal: (left: Value, right: Value) => boolean = equalValues): boolean {
    if (!(other instanceof MutationObject) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    return [...this.fields].every(([name, value]) => {
      const theirs = other.fields.get(name);
      return theirs !== undefined && equal(value, theirs);
    });
  }

  override toJson(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.fields].map(([name, value]) => [name, celJson(value)]));
  }
}

/**
 * Throws a CelError if a literal stands in a field of another name than its type says: the types are made up of
 * field names, and nothing else checks them.
 *
 * @go k8s.io/apiserver/pkg/cel/mutation/dynamic#(*ObjectVal).CheckTypeNamesMatchFieldPathNames
 */
export function checkTypeNames(value: MutationObject): void {
  const problems = typeNameProblems(value, [value.type.name]);
  if (problems.length > 0) throw new CelError(`type mismatch: ${problems.join('\n')}`);
}

function typeNameProblems(value: Value, path: readonly string[]): readonly string[] {
  if (value instanceof MutationObject) {
    const [name, expected] = [JSON.stringify(value.type.name), JSON.stringify(path.join('.'))];
    const rule = 'which matches field name path from root Object type';
    const own = name === expected ? [] : [`unexpected type name ${name}, expected ${expected}, ${rule}`];
    return [...own, ...[...value.fields].flatMap(([field, child]) => typeNameProblems(child, [...path, field]))];
  }
  if (isList(value)) return [...listValues(value)].flatMap((element) => typeNameProblems(element, path));
  if (isMap(value)) {
    return [...mapKeys(value)].flatMap((key) => typeNameProblems(mapGet(value, key) ?? null, path));
  }
  return [];
}
