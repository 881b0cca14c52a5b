import fc from 'fast-check';

/** A schema of an OpenAPI 3 document, as far as it says what values look like. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
}

/** Schemas by their names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** Stands in a tree for a number that JavaScript has not, as `jsonOf` writes it. */
const rawPrefix = '\u0001raw ';
const rawNumbers = [
  ...['1e400', '-1e400', '-0', '0.1e-400', '9223372036854775808', '-9223372036854775809', '18446744073709551616'],
  ...['1.0', '1e3', '123456789012345678901234567890'],
];
const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '$patch',
  '\u0000',
  '\ud800',
  'a.b',
  'a/b~c',
];
const oddTexts = [
  ...['', ' ', '\u0000', '\ud800', '\udc00x', '\u202e', '𝒳', 'null', '..', '%', '$(X)', '(a+)+$', 'a'.repeat(10_000)],
  ...['1Ei', '99999999999999999999m', '1e-999999', '::1', '10.0.0.0/33', '2026-13-45T99:99:99Z', '-1s', 'self == self'],
];

const oddText = fc.constantFrom(...oddTexts);
const oddNumber = fc.constantFrom(...rawNumbers).map((text) => rawPrefix + text);
/** What fits nowhere. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom<unknown>(null, true, [], {}, [null], [[[]]], { '': null }),
  fc.dictionary(fc.constantFrom(...oddNames), fc.constantFrom<unknown>(1, 'x', null, {}, []), { maxKeys: 3 }),
  fc.integer({ min: 10, max: 2000 }).map(nested),
);

function nested(depth: number): unknown {
  let tree: unknown = 1;
  for (let level = 0; level < depth; level++) tree = level % 2 === 0 ? [tree] : { a: tree };
  return tree;
}

/** Objects that follow a schema, but for something in wrong places here and there. */
export function valuesOf(schemas: Schemas, schema: Schema, depth = 6): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fittingValues(schemas, schema, depth) }, { weight: 1, arbitrary: oddValue });
}

function fittingValues(schemas: Schemas, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const target = ref === undefined ? undefined : schemas[ref.slice(ref.lastIndexOf('/') + 1)];
  if (target !== undefined) return fittingValues(schemas, target, depth);
  if (depth <= 0) return oddValue;
  const below = (of: Schema): fc.Arbitrary<unknown> => fc.constant(0).chain(() => valuesOf(schemas, of, depth - 1));
  if (schema.properties !== undefined) return membersOf(schema.properties, below);
  if (schema.additionalProperties !== undefined) {
    const name = fc.oneof(fc.constantFrom('a', 'b.c', 'd'), fc.constantFrom(...oddNames));
    return fc.dictionary(name, below(schema.additionalProperties), { maxKeys: 3 });
  }
  if (schema.type === 'array') return fc.array(below(schema.items ?? {}), { maxLength: 3 });
  return scalarsOf(schema);
}

/** Some of the members of an object, and at times one that it has not. */
function membersOf(
  properties: Readonly<Record<string, Schema>>,
  below: (of: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const names = Object.keys(properties).filter((name) => name !== 'managedFields');
  const unknown = fc.tuple(fc.constantFrom(...oddNames), oddValue);
  return fc
    .tuple(fc.subarray(names, { maxLength: Math.min(6, names.length) }), fc.option(unknown, { freq: 8 }))
    .chain(([chosen, more]) =>
      fc
        .tuple(...chosen.map((name) => below(properties[name] as Schema)))
        .map((values) =>
          Object.fromEntries([...chosen.map((name, i) => [name, values[i]] as const), ...(more ? [more] : [])]),
        ),
    );
}

function scalarsOf({ type, format }: Schema): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.oneof(fc.integer({ min: -1, max: 100 }), oddNumber);
  if (type === 'number') return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), oddNumber);
  if (format === 'date-time') return fc.oneof(fc.constant('2026-01-02T03:04:05Z'), oddText);
  return fc.oneof(fc.constantFrom('a', 'x', 'v1', 'ClusterIP', 'Always', 'http', '10', '1Gi', '10.0.0.1'), oddText);
}

/** The JSON text of a value, with numbers that JavaScript has not. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0001raw ([^"]*)"/g, '$1');
}

/** A few edits of bytes: something cut, overwritten or repeated. */
export function mutatedBytes(bytes: Buffer): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    at: fc.nat(bytes.length),
    cut: fc.nat(8),
    put: fc.uint8Array({ maxLength: 8 }),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce<Buffer>(
        (done, { at, cut, put }) => Buffer.concat([done.subarray(0, at), put, done.subarray(at + cut)]),
        bytes,
      ),
    );
}
