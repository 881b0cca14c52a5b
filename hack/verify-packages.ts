/**
 * Checks that the packages of staging are packages for others: they build, pack, have right `exports` and types
 * (publint, arethetypeswrong), and work where nothing else is: in an empty project that installs the tarballs, every
 * entry is imported, runnable examples of the READMEs run (```ts run), and so do the examples of envtest.
 * `hack/verify-packages.ts --no-install` stops before the project, `--keep` leaves it there.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { npm, packStaging, type PackedPackage } from './lib/pack.ts';

const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules/.bin/node');
const problems: string[] = [];

/** What is of no use alone, and has no example. */
const partsOfServers = ['staging/apiextensions-apiserver', 'staging/kube-aggregator'];

/** Runs an example with KUBECONFIG, which leads to an API server that knows the resources of sample-controller. */
const exampleRunner = `import { writeFile } from 'node:fs/promises';
import { startEnvironment } from '@kubescript/envtest';
await using environment = await startEnvironment({ crds: ['node_modules/@kubescript/sample-controller/config/crd'] });
await writeFile('kubeconfig', environment.kubeconfig);
process.env.KUBECONFIG = 'kubeconfig';
await import('./' + process.argv[2]);
`;

const directory = await mkdtemp(join(tmpdir(), 'kubescript-packages-'));
try {
  await step('build', build);
  const packages = await step('pack', () => packStaging(root, directory));
  await step('publint and types', () => Promise.all(packages.map(checkTarball)));
  if (!process.argv.includes('--no-install')) {
    const project = join(directory, 'project');
    await step('install', () => install(project, packages));
    await step('import every entry', () => importAll(project, packages));
    await step('examples of READMEs', () => runReadmes(project, packages));
    await step('examples of envtest', () => runEnvtestExamples(project));
  }
} finally {
  if (process.argv.includes('--keep')) console.log(`kept ${directory}`);
  else await rm(directory, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

async function build(): Promise<void> {
  const names = await readdir(join(root, 'staging'));
  const configs = names.map((name) => `staging/${name}/tsconfig.lib.json`);
  run('tsc', node, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-b', ...configs], root);
  const sources = ['--import', 'tsx', '--conditions=@kubescript/source'];
  run('bundle of envtest', node, [...sources, 'hack/build-envtest.ts'], root);
}

/** Runs a program; what fails is a problem. */
function run(name: string, program: string, args: readonly string[], cwd: string): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) problems.push(`${name} failed:\n${stdout}${stderr}`);
  return status === 0;
}

async function checkTarball({ name, folder, tarball }: PackedPackage): Promise<void> {
  const data = await readFile(tarball);
  const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  for (const message of messages) {
    const text = formatMessage(message, pkg, { color: false }) ?? message.code;
    if (message.type === 'suggestion') continue;
    problems.push(`${folder}: publint: ${text}`);
  }
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
  if (!analysis.types) problems.push(`${folder}: ${name} has no types`);
  else
    for (const problem of analysis.problems.filter(concernsEsm))
      problems.push(`${folder}: types: ${describe(problem)}`);
}

/** The packages are ES modules only, as `attw --profile esm-only` has it. */
function concernsEsm(problem: Problem): boolean {
  if (!('resolutionKind' in problem)) return true;
  return problem.resolutionKind === 'node16-esm' || problem.resolutionKind === 'bundler';
}

function describe(problem: Problem): string {
  const { kind, ...details } = problem;
  return `${kind} ${JSON.stringify(details)}`;
}

/** An empty project with all packages, as a user has it. */
async function install(project: string, packages: readonly PackedPackage[]): Promise<void> {
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const others = ['@kubernetes/client-node@2.0.1', 'vitest@4.1.11'];
  const tarballs = packages.map(({ tarball }) => tarball);
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', ...tarballs, ...others], project);
}

async function importAll(project: string, packages: readonly PackedPackage[]): Promise<void> {
  const entries = packages.flatMap(({ name, entries: own }) =>
    own.filter((entry) => !entry.includes('*')).map((entry) => join(name, entry)),
  );
  const text = `const failed = [];
for (const entry of ${JSON.stringify(entries)}) await import(entry).catch((error) => failed.push(entry + ': ' + error.message));
if (failed.length > 0) throw new Error(failed.join('\\n'));
process.exit(0);
`;
  await writeFile(join(project, 'import-all.mjs'), text);
  run('importing every entry', node, ['import-all.mjs'], project);
}

/** Runs the code of README.md that is marked as runnable. */
async function runReadmes(project: string, packages: readonly PackedPackage[]): Promise<void> {
  await writeFile(join(project, 'run-example.mjs'), exampleRunner);
  for (const { folder } of packages) {
    const readme = await readFile(join(root, folder, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts run\n(.*?)^```/gms)];
    if (examples.length === 0 && !partsOfServers.includes(folder)) problems.push(`${folder}/README.md has no example`);
    for (const [index, [, code = '']] of examples.entries()) {
      const file = `${folder.replace('/', '-')}-${String(index)}.ts`;
      await writeFile(join(project, file), code);
      const command = code.includes('process.env') ? ['run-example.mjs', file] : [file];
      run(`${folder}/README.md: example ${String(index + 1)}`, node, command, project);
    }
  }
}

/** The examples for vitest and for @kubernetes/client-node, each in a folder of its own. */
async function runEnvtestExamples(project: string): Promise<void> {
  await cp(join(root, 'staging/envtest/examples'), join(project, 'examples'), { recursive: true });
  run('examples of envtest', node, ['node_modules/vitest/vitest.mjs', 'run', '--root', 'examples'], project);
}
