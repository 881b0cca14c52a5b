import {
  apiVersionOf,
  type FieldSchema,
  type GroupVersionKind,
  type TypeRef,
  type TypeSchemas,
} from '@kubescript/apimachinery';
import fc from 'fast-check';

/** Depth at which structs and lists stop, because types contain themselves. */
const MAX_DEPTH = 6;

/** Objects of a kind whose members are any mixture of what the schema allows, in canonical form. */
export function arbitraryObject(schemas: TypeSchemas, gvk: GroupVersionKind): fc.Arbitrary<Record<string, unknown>> {
  const struct = schemas.kind(gvk);
  if (struct === undefined) throw new Error(`no schema of ${gvk.kind}`);
  return arbitraryStruct(schemas, struct.name, 0).map((object) => ({
    ...object,
    kind: gvk.kind,
    apiVersion: apiVersionOf(gvk),
  }));
}

function arbitraryStruct(schemas: TypeSchemas, name: string, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const members = schemas
    .struct(name)
    .fields.filter((field) => field.protobuf !== undefined)
    .filter((field) => depth < MAX_DEPTH || field.type.kind === 'scalar')
    .map((field): [string, fc.Arbitrary<unknown>] => [field.name, arbitraryMember(schemas, field, depth)]);
  const present = fc.subarray(members, { maxLength: Math.min(members.length, depth < 3 ? 8 : 4) });
  return present.chain((some) => fc.record(Object.fromEntries(some)));
}

/** Protobuf cannot tell an empty list from none, so lists for which that matters have elements. */
function arbitraryMember(schemas: TypeSchemas, { type, pointer }: FieldSchema, depth: number): fc.Arbitrary<unknown> {
  const value = arbitraryValue(schemas, type, depth);
  return type.kind === 'list' && pointer === true ? value.filter((list) => (list as unknown[]).length > 0) : value;
}

function arbitraryValue(schemas: TypeSchemas, type: TypeRef, depth: number): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'list':
      return fc.array(arbitraryValue(schemas, type.items, depth + 1), { maxLength: 2 });
    case 'map':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), arbitraryValue(schemas, type.values, depth + 1), {
        maxKeys: 2,
        noNullPrototype: true,
      });
    case 'struct':
      return fc.constant(undefined).chain(() => arbitraryStruct(schemas, type.name, depth + 1));
    case 'scalar':
      return scalars[type.scalar];
    case 'deduced':
      return fc.jsonValue();
  }
}

const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((at) => new Date(at * 1000).toISOString().slice(0, 19));

const scalars = {
  string: fc.string({ unit: 'binary', maxLength: 8 }),
  boolean: fc.boolean(),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  bytes: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  time: seconds.map((text) => `${text}Z`),
  microTime: fc
    .tuple(seconds, fc.integer({ min: 0, max: 999_999 }))
    .map(([text, micros]) => `${text}.${String(micros).padStart(6, '0')}Z`),
  quantity: fc.constantFrom('1', '100m', '2Gi', '500M', '1k', '0', '3Ti'),
  intOrString: fc.oneof(fc.integer(), fc.string({ maxLength: 5 })),
  raw: fc.constantFrom<unknown>({ a: 1 }, { b: { c: ['x'] } }),
} as const;
