import { GENERATED_HEADER } from './header.ts';
import type { ApiPackage, ApiType } from './model.ts';
import { markerOf, markersOf } from './model.ts';
import type { FlatField, TypeFinder } from './schema-fields.ts';
import { flatFields, isUnstructured, typeText } from './schema-fields.ts';

/** Where the generated module finds what it needs. */
export interface SchemaImports {
  /** Module that exports the type SchemaTable. */
  readonly schemaTable: string;
}

/** The module that holds the schemas of all structs of a package, in the form that `newTypeSchemas` reads. */
export function generateSchemaTable(api: ApiPackage, finder: TypeFinder, imports: SchemaImports): string {
  const structs = api.types.filter((type) => !isUnstructured(type));
  return [
    GENERATED_HEADER,
    `import type { SchemaTable } from '${imports.schemaTable}';`,
    '',
    `/** The structs of ${api.openApiPrefix}. */`,
    'export const table: SchemaTable = {',
    `  prefix: '${api.openApiPrefix}',`,
    `  group: '${api.group}',`,
    `  version: '${api.version}',`,
    `  kinds: [${kindsOf(api, structs, false).join(', ')}],`,
    `  commonKinds: [${kindsOf(api, structs, true).join(', ')}],`,
    '  structs: {',
    ...structs.map((type) => `    ${type.name}: \`${escape(structText(api, type, finder))}\`,`),
    '  },',
    '};',
    '',
  ].join('\n');
}

function kindsOf(api: ApiPackage, types: readonly ApiType[], common: boolean): readonly string[] {
  const kinds = types.filter((type) => {
    const gvk = markerOf(type, 'gvk');
    return gvk !== undefined && (gvk === '*') === common;
  });
  for (const type of kinds) if (!common) checkGvk(api, type);
  return kinds.map((type) => `'${type.name}'`);
}

function checkGvk(api: ApiPackage, type: ApiType): void {
  const expected = `${api.group === '' ? 'core' : api.group} ${api.version} ${type.name}`;
  if (markerOf(type, 'gvk') !== expected) throw new Error(`${api.path}: ${type.name}: @gvk should be ${expected}`);
}

function structText(api: ApiPackage, type: ApiType, finder: TypeFinder): string {
  const mapType = markerOf(type, 'mapType');
  const head = (mapType === undefined ? '' : `mapType=${mapType}`) + described(type.description);
  return [head, ...flatFields(api, type, finder).map((flat) => fieldText(api, flat, finder))].join('\n');
}

function fieldText(owner: ApiPackage, flat: FlatField, finder: TypeFinder): string {
  const { field } = flat;
  const words = [field.name, typeText(owner, flat.api, field.type, finder), flagsOf(flat), ...optionsOf(flat)];
  return words.join(' ') + described(field.description);
}

function flagsOf({ field }: FlatField): string {
  const has = (name: string): boolean => markerOf(field, name) !== undefined;
  const flags =
    (field.present && !has('optional') ? 'r' : '') +
    (has('embedded') ? 'e' : '') +
    (has('pointer') ? 'p' : '') +
    (has('emitted') ? 't' : '') +
    (has('omitEmpty') ? 'o' : '');
  return flags === '' ? '-' : flags;
}

function optionsOf({ field, path }: FlatField): readonly string[] {
  const option = (key: string, value: string | undefined): readonly string[] =>
    value === undefined || value === '' ? [] : [`${key}=${value}`];
  const [number, , ...protobufType] = (markerOf(field, 'protobuf') ?? '').split(' ');
  return [
    ...option('lt', markerOf(field, 'listType')),
    ...option('lk', markersOf(field, 'listMapKey').join(',')),
    ...option('mt', markerOf(field, 'mapType')),
    ...option('ps', markerOf(field, 'patchStrategy')),
    ...option('pk', markerOf(field, 'patchMergeKey')),
    ...option('d', markerOf(field, 'default')),
    ...(number === undefined || number === '' ? [] : [`pb=${number}:${protobufType.join('')}`]),
    ...option('in', path.join('.')),
  ];
}

function described(description: string): string {
  return description === '' ? '' : ` | ${description}`;
}

function escape(text: string): string {
  return text.replace(/[`\\]|\$\{/g, (match) => `\\${match}`);
}

/** The module that makes the tables of all packages one set of schemas. */
export function generateSchemaIndex(packages: readonly ApiPackage[]): string {
  const name = (api: ApiPackage): string => api.path.replace('apis/', '').replace('/', '');
  return [
    GENERATED_HEADER,
    ...packages.map((api) => `import { table as ${name(api)} } from './${modulePath(api)}.ts';`),
    '',
    '/** The schema tables of all API groups. */',
    `export const tables = [`,
    ...packages.map((api) => `  ${name(api)},`),
    '];',
    '',
  ].join('\n');
}

/** Path of a generated module below the folder of generated files: `core/v1`, `meta/v1`. */
export function modulePath(api: ApiPackage): string {
  return api.path.split('/').slice(-2).join('/');
}

/** Finds types by name among all packages. */
export function newTypeFinder(packages: readonly ApiPackage[], machinery: readonly ApiPackage[]): TypeFinder {
  const types = new Map([...packages, ...machinery].map((api) => [api, typesByName(api)]));
  const byPath = new Map(packages.map((api) => [api.path, api]));
  const candidates = (api: ApiPackage, from: string | undefined): readonly (ApiPackage | undefined)[] => {
    if (from === undefined) return [api];
    return from.startsWith('.') ? [byPath.get(from.replace(/^(\.\.\/)+/, '').replace('/types.ts', ''))] : machinery;
  };
  return {
    find(api, { name, from }) {
      for (const candidate of candidates(api, from)) {
        const type = candidate === undefined ? undefined : types.get(candidate)?.get(name);
        if (candidate !== undefined && type !== undefined) return { api: candidate, type };
      }
      throw new Error(`${api.path}: ${name} is not declared`);
    },
  };
}

function typesByName(api: ApiPackage): ReadonlyMap<string, ApiType> {
  return new Map(api.types.map((type) => [type.name, type]));
}
