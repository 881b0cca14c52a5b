import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { generateClientBindings, generateClientIndex } from './client-bindings.ts';
import { type PackageInfo, parsePackage } from './parse.ts';
import { parseResource } from './resource-marker.ts';
import { generateSchemaTable, newTypeFinder } from './schema-tables.ts';

const testdata = join(import.meta.dirname, '../testdata');
const info: PackageInfo = {
  path: 'example/v1',
  group: 'example.com',
  version: 'v1',
  openApiPrefix: 'com.example.v1',
};
const meta = parsePackage(
  { path: 'apis/meta/v1', group: '', version: 'v1', openApiPrefix: 'io.k8s.apimachinery.pkg.apis.meta.v1' },
  'meta.ts',
  'export interface ObjectMeta { name?: string }\nexport interface ListMeta { continue?: string }',
);
const input = readFileSync(join(testdata, 'types.input.ts.txt'), 'utf8');
const api = parsePackage(info, 'types.ts', input);

test('client bindings', async () => {
  await expect(generateClientBindings(api)).toMatchFileSnapshot(join(testdata, 'client.output.ts.txt'));
  expect(generateClientIndex([api])).toContain(`export * as examplev1 from './example/v1.ts';`);
});

test('schema table', async () => {
  const table = generateSchemaTable(api, newTypeFinder([api], [meta]), { schemaTable: '@kubescript/apimachinery' });
  await expect(table).toMatchFileSnapshot(join(testdata, 'schema.output.ts.txt'));
});

test.each([
  {
    source: 'export interface A {\n  /** @colour red */\n  a: string;\n}',
    want: 'types.ts: A.a: unknown marker @colour',
  },
  { source: 'export interface A { a: string | number }', want: 'types.ts: A.a: unsupported type string | number' },
  { source: 'export interface A { a(): void }', want: 'types.ts: A: unsupported member a(): void' },
])('refuses $source', ({ source, want }) => {
  expect(() => parsePackage(info, 'types.ts', source)).toThrow(want);
});

test('a resource marker without a scope is malformed', () => {
  expect(() => parseResource('widgets short=wg')).toThrow('@resource widgets short=wg: no scope');
  expect(parseResource('widgets cluster')).toMatchObject({ resource: 'widgets', namespaced: false, shortNames: [] });
});
