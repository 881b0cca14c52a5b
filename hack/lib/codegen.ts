import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ApiPackage,
  apiPackageInfo,
  crdYaml,
  generateClientBindings,
  generateClientIndex,
  generateCrds,
  generateSchemaIndex,
  generateSchemaTable,
  MACHINERY_PACKAGES,
  modulePath,
  newTypeFinder,
  parseCrdPackage,
  parsePackage,
  type PackageInfo,
} from '@kubescript/code-generator';

/** Every generated file by its path below the repository's root. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** The folders that hold nothing but generated files. */
export const GENERATED_FOLDERS: readonly string[] = [
  'staging/api/src/zz_generated',
  'staging/apimachinery/src/zz_generated',
  'staging/client/src/zz_generated',
  'staging/sample-controller/config/crd',
  'staging/sample-controller/src/apis/samplecontroller/v1alpha1/zz_generated',
];

/** Generates everything from the `types.ts` files below `root`; writes nothing. */
export async function generateAll(root: string): Promise<GeneratedFiles> {
  const packages = await readApiPackages(root);
  const machinery = await readMachineryPackages(root);
  return new Map([
    ...clientBindings(packages),
    ...schemaTables(packages, machinery),
    ...(await sampleController(root)),
  ]);
}

/** What sample-controller has of its types: the definition, and the binding for clients. */
async function sampleController(root: string): Promise<GeneratedFiles> {
  const folder = 'staging/sample-controller/src/apis/samplecontroller/v1alpha1';
  const fileName = join(root, folder, 'types.ts');
  const info = { path: 'samplecontroller/v1alpha1', group: 'samplecontroller.k8s.io', version: 'v1alpha1' };
  const source = await readFile(fileName, 'utf8');
  const api = parseCrdPackage({ ...info, openApiPrefix: 'io.k8s.samplecontroller.v1alpha1' }, fileName, source);
  const bindings = generateClientBindings(api, { types: '../types.ts', resource: '@kubescript/client' });
  return new Map([
    ['staging/sample-controller/config/crd/foos.yaml', crdYaml(generateCrds([api]))],
    [`${folder}/zz_generated/foos.ts`, bindings ?? ''],
  ]);
}

function clientBindings(packages: readonly ApiPackage[]): GeneratedFiles {
  const files = new Map<string, string>();
  for (const api of packages) {
    const bindings = generateClientBindings(api);
    if (bindings !== undefined) files.set(`staging/client/src/zz_generated/${api.path}.ts`, bindings);
  }
  files.set('staging/client/src/zz_generated/index.ts', generateClientIndex(packages));
  return files;
}

function schemaTables(packages: readonly ApiPackage[], machinery: readonly ApiPackage[]): GeneratedFiles {
  const finder = newTypeFinder(packages, machinery);
  const files = new Map<string, string>();
  for (const [folder, members, schemaTable] of [
    ['staging/api/src/zz_generated', packages, '@kubescript/apimachinery'],
    ['staging/apimachinery/src/zz_generated', machinery, '#schema-table'],
  ] as const) {
    for (const api of members) {
      const path = modulePath(api);
      const module = schemaTable.startsWith('#') ? relativeSchemaTable(path) : schemaTable;
      files.set(`${folder}/${path}.ts`, generateSchemaTable(api, finder, { schemaTable: module }));
    }
    files.set(`${folder}/index.ts`, generateSchemaIndex(members));
  }
  return files;
}

function relativeSchemaTable(path: string): string {
  return `${'../'.repeat(path.split('/').length)}schema/schema-table.ts`;
}

/** The packages of staging/api, sorted by path. */
async function readApiPackages(root: string): Promise<readonly ApiPackage[]> {
  const source = join(root, 'staging/api/src');
  const entries = await readdir(source, { recursive: true });
  const paths = entries
    .filter((entry) => /^\w+\/v\w+\/types\.ts$/.test(entry))
    .map((entry) => entry.replace('/types.ts', ''));
  return Promise.all(paths.toSorted().map((path) => readPackage(source, apiPackageInfo(path))));
}

/** The packages of staging/apimachinery. */
async function readMachineryPackages(root: string): Promise<readonly ApiPackage[]> {
  return Promise.all(MACHINERY_PACKAGES.map((info) => readPackage(join(root, 'staging/apimachinery/src'), info)));
}

async function readPackage(folder: string, info: PackageInfo): Promise<ApiPackage> {
  const fileName = join(folder, info.path, 'types.ts');
  return parsePackage(info, fileName, await readFile(fileName, 'utf8'));
}
