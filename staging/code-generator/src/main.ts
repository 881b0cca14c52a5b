#!/usr/bin/env node
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { generateClientBindings } from './client-bindings.ts';
import { crdYaml } from './crd/crd-yaml.ts';
import { generateCrds } from './crd/generate-crds.ts';
import { parseCrdPackage } from './parse.ts';

const usage = `kubescript-generate --group GROUP --types VERSION=FILE... [--crds FILE] [--client FILE]

  --group    API group of the types
  --types    a file of annotated types, as VERSION=FILE; one per version
  --crds     YAML file to write CustomResourceDefinitions to
  --client   TypeScript file to write the resource bindings of the last version to`;

async function generate(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { group: text, types: { ...text, multiple: true }, crds: text, client: text } as const;
  const { group, types = [], crds, client } = parseArgs({ args: [...args], options }).values;
  if (group === undefined || types.length === 0) throw new Error(usage);
  const packages = await Promise.all(
    types.map(async (version) => {
      const [name = '', file = ''] = version.split('=');
      const info = { path: `${group}/${name}`, group, version: name, openApiPrefix: `${group}.${name}` };
      return parseCrdPackage(info, file, await readFile(file, 'utf8'));
    }),
  );
  if (crds !== undefined) await write(crds, crdYaml(generateCrds(packages)));
  const last = packages.at(-1);
  if (client === undefined || last === undefined) return;
  const file = types.at(-1)?.split('=')[1] ?? '';
  const imports = { types: modulePathTo(file, client), resource: '@kubescript/client' };
  const bindings = generateClientBindings(last, imports);
  if (bindings !== undefined) await write(client, bindings);
}

/** How one file names another in an import. */
function modulePathTo(file: string, from: string): string {
  const path = relative(dirname(from), file);
  return path.startsWith('.') ? path : `./${path}`;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

try {
  await generate(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
