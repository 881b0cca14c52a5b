import type { GroupVersionKind } from './group-version.ts';
import type { FieldSchema, ScalarName, StructSchema, TypeRef, TypeSchemas } from './type-schema.ts';

/**
 * The structs of one package as the generator writes them: one text per struct, which is read when the struct is
 * first asked for, so that loading thousands of fields costs nothing at start.
 *
 * The first line of a text has facts of the struct (`mapType=atomic`), then comes one line per field:
 * `name type flags key=value… | description`. Types are scalar names, `~Name` for a struct of the same package,
 * a full OpenAPI name for another, with `[]` and `{}` in front for lists and maps. Flags are `r`equired,
 * `e`mbedded, `p`ointer, emi`t`ted and `o`mitted where empty, or `-`.
 */
export interface SchemaTable {
  /** `io.k8s.api.core.v1` */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  /** Structs that are kinds of this group and version. */
  readonly kinds: readonly string[];
  /** Structs that are kinds of every group and version (DeleteOptions). */
  readonly commonKinds?: readonly string[];
  readonly structs: Readonly<Record<string, string>>;
}

const SCALARS: ReadonlySet<string> = new Set<ScalarName>([
  'string',
  'boolean',
  'int32',
  'int64',
  'double',
  'bytes',
  'time',
  'microTime',
  'quantity',
  'intOrString',
  'raw',
]);

/** Makes the tables of all packages one set of schemas. Structs are parsed when first used and then kept. */
export function newTypeSchemas(tables: readonly SchemaTable[]): TypeSchemas {
  return new TableSchemas(tables);
}

class TableSchemas implements TypeSchemas {
  readonly #tables: ReadonlyMap<string, SchemaTable>;
  readonly #kinds = new Map<string, string>();
  readonly #commonKinds = new Map<string, string>();
  readonly #structs = new Map<string, StructSchema>();

  constructor(tables: readonly SchemaTable[]) {
    this.#tables = new Map(tables.map((table) => [table.prefix, table]));
    for (const table of tables) {
      for (const kind of table.kinds) {
        this.#kinds.set(`${table.group}/${table.version}/${kind}`, `${table.prefix}.${kind}`);
      }
      for (const kind of table.commonKinds ?? []) this.#commonKinds.set(kind, `${table.prefix}.${kind}`);
    }
  }

  struct(name: string): StructSchema {
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    const dot = name.lastIndexOf('.');
    const table = this.#tables.get(name.slice(0, dot));
    const text = table?.structs[name.slice(dot + 1)];
    if (table === undefined || text === undefined) throw new Error(`there is no schema of ${name}`);
    const schema = parseStruct(table, name.slice(dot + 1), text);
    this.#structs.set(name, schema);
    return schema;
  }

  kind(gvk: GroupVersionKind): StructSchema | undefined {
    const name = this.#kinds.get(`${gvk.group}/${gvk.version}/${gvk.kind}`) ?? this.#commonKinds.get(gvk.kind);
    return name === undefined ? undefined : this.struct(name);
  }

  kinds(): readonly GroupVersionKind[] {
    return [...this.#tables.values()].flatMap(({ group, version, kinds }) =>
      kinds.map((kind) => ({ group, version, kind })),
    );
  }
}

function parseStruct(table: SchemaTable, name: string, text: string): StructSchema {
  const [first = '', ...lines] = text.split('\n');
  const { words, description } = splitLine(first);
  const mapType = words.find((word) => word.startsWith('mapType='))?.slice('mapType='.length);
  return {
    name: `${table.prefix}.${name}`,
    ...(description === '' ? {} : { description }),
    ...(mapType === undefined ? {} : { mapType: mapType === 'atomic' ? 'atomic' : 'granular' }),
    ...(table.kinds.includes(name) ? { gvk: [{ group: table.group, version: table.version, kind: name }] } : {}),
    fields: lines.map((line) => parseField(table, line)),
  };
}

function parseField(table: SchemaTable, line: string): FieldSchema {
  const { words, description } = splitLine(line);
  const [name = '', type = '', flags = '', ...options] = words;
  const field: Record<string, unknown> = { name, type: parseTypeRef(table, type) };
  if (flags.includes('r')) field['required'] = true;
  if (flags.includes('e')) field['embedded'] = true;
  if (flags.includes('p')) field['pointer'] = true;
  if (flags.includes('t')) field['emitted'] = true;
  if (flags.includes('o')) field['omitEmpty'] = true;
  if (description !== '') field['description'] = description;
  for (const option of options) setOption(field, option);
  return field as unknown as FieldSchema;
}

function setOption(field: Record<string, unknown>, option: string): void {
  const equals = option.indexOf('=');
  const key = option.slice(0, equals);
  const value = option.slice(equals + 1);
  switch (key) {
    case 'lt':
      field['listType'] = value;
      return;
    case 'lk':
      field['listMapKeys'] = value.split(',');
      return;
    case 'mt':
      field['mapType'] = value;
      return;
    case 'ps':
      field['patchStrategy'] = value;
      return;
    case 'pk':
      field['patchMergeKey'] = value;
      return;
    case 'pb': {
      const [number = '', type = ''] = value.split(':');
      field['protobuf'] = [Number(number), type];
      return;
    }
    case 'in':
      field['inlinedFrom'] = value.split('.').map(Number);
      return;
    case 'd':
      field['default'] = JSON.parse(value);
      return;
    default:
      throw new Error(`unknown option ${option} in a schema table`);
  }
}

function splitLine(line: string): { readonly words: readonly string[]; readonly description: string } {
  const bar = line.indexOf(' | ');
  const facts = bar === -1 ? line : line.slice(0, bar);
  return { words: facts.split(' ').filter((word) => word !== ''), description: bar === -1 ? '' : line.slice(bar + 3) };
}

function parseTypeRef(table: SchemaTable, text: string): TypeRef {
  if (text.startsWith('[]')) return { kind: 'list', items: parseTypeRef(table, text.slice(2)) };
  if (text.startsWith('{}')) return { kind: 'map', values: parseTypeRef(table, text.slice(2)) };
  if (text.startsWith('~')) return { kind: 'struct', name: `${table.prefix}.${text.slice(1)}` };
  if (SCALARS.has(text)) return { kind: 'scalar', scalar: text as ScalarName };
  return { kind: 'struct', name: text };
}
