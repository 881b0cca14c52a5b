/**
 * Checks that what Nx takes for dependencies is what the sources import (and what package.json names as an implicit
 * dependency), and that a changed file affects exactly its project and those that depend on it.
 */
import { spawnSync } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { affectedBy, graphDifferences, importedPackages, type ProjectGraph } from './lib/project-graph.ts';

const root = join(import.meta.dirname, '..');

/** What of a package.json matters here. */
interface Manifest {
  readonly name: string;
  readonly nx?: { readonly name?: string; readonly implicitDependencies?: readonly string[] };
}

interface Project {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

const projects = await readProjects();
const wanted = await graphOfSources();
const problems = [
  ...graphDifferences(await graphOfNx(), wanted),
  ...['scheduler', '@kubescript/client'].flatMap(checkAffected),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Nx and the sources disagree. Run: npm install; npx nx sync; npx nx reset');
  process.exitCode = 1;
}

async function readProjects(): Promise<readonly Project[]> {
  const read: Project[] = [];
  for await (const path of glob('{apps,libs,staging}/*/package.json', { cwd: root })) {
    const manifest = JSON.parse(await readFile(join(root, path), 'utf8')) as Manifest;
    read.push({ name: manifest.nx?.name ?? manifest.name, folder: dirname(path), manifest });
  }
  return read;
}

async function graphOfSources(): Promise<ProjectGraph> {
  const names = new Map(projects.map(({ name, manifest }) => [manifest.name, name]));
  const entries = projects.map(async ({ name, folder, manifest }) => {
    const imported = (await importsOf(folder)).map((each) => names.get(each) ?? each);
    const all = new Set([...imported, ...(manifest.nx?.implicitDependencies ?? [])]);
    all.delete(name);
    return [name, all] as const;
  });
  return new Map(await Promise.all(entries));
}

async function importsOf(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const exclude = (name: string): boolean => /(^|\/)(node_modules|dist|out-tsc|bundle|testdata|examples)$/.test(name);
  for await (const path of glob(`${folder}/**/*.ts`, { cwd: root, exclude })) {
    found.push(...importedPackages(await readFile(join(root, path), 'utf8')));
  }
  return found;
}

async function graphOfNx(): Promise<ProjectGraph> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-graph-'));
  try {
    const file = join(folder, 'graph.json');
    nx('graph', `--file=${file}`);
    const { graph } = JSON.parse(await readFile(file, 'utf8')) as {
      graph: { dependencies: Record<string, readonly { readonly target: string }[]> };
    };
    const known = new Set(projects.map(({ name }) => name));
    const targets = (list: readonly { readonly target: string }[]): Set<string> =>
      new Set(list.map(({ target }) => target).filter((name) => known.has(name)));
    return new Map(Object.entries(graph.dependencies).map(([name, list]) => [name, targets(list)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether a changed source of a project affects what depends on it, and nothing else. */
function checkAffected(name: string): readonly string[] {
  const folder = projects.find((project) => project.name === name)?.folder ?? '';
  const printed = nx('show', 'projects', '--affected', `--files=${folder}/src/index.ts`);
  const actual = printed
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
    .join(' ');
  const want = affectedBy(wanted, name).join(' ');
  return actual === want ? [] : [`a change of ${name} affects ${actual} for Nx, but should affect ${want}`];
}

function nx(...args: readonly string[]): string {
  const env = { ...process.env, NX_DAEMON: 'false' };
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/nx'), args, {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(`nx ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
