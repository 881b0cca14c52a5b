// Set-up steps that the README's commands share. They run on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node that the lock file pins. */
export const pinnedNode = join(root, 'node_modules/.bin/node');

/** Installs the npm dependencies if node_modules is not what the lock file says. */
export function ensureInstalled() {
  if (needsInstall())
    run('npm', ['ci', '--no-audit', '--no-fund'], 'installing npm dependencies (a few minutes, once)');
}

/** Builds those of the apps whose sources changed since they were built last. */
export function ensureBuilt(apps) {
  const stale = apps.filter(needsBuild);
  if (stale.length === 0) return;
  const nx = join(root, 'node_modules/.bin/nx');
  const projects = `--projects=${stale.join(',')}`;
  run(pinnedNode, [nx, 'run-many', '-t', 'build', projects], `building ${stale.join(', ')}`, { NX_DAEMON: 'false' });
  // A result from the cache keeps its old date, and would look outdated again.
  const now = new Date();
  for (const app of stale) utimesSync(binaryOf(app), now, now);
}

/** Runs a step; its output is shown only if it fails, and then the process ends with 1. */
export function run(program, args, what, env = {}) {
  process.stderr.write(`kubescript: ${what} …\n`);
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status === 0) return;
  const reason = result.error ? `: ${result.error.message}` : '';
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\nkubescript: ${what} failed${reason}\n`);
  process.exit(1);
}

function needsInstall() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(pinnedNode) || !existsSync(installed)) return true;
  if (statSync(lock).mtimeMs <= statSync(installed).mtimeMs) return false;
  const present = readPackages(installed);
  return Object.entries(readPackages(lock)).some(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && present[path]?.version !== version,
  );
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** True if any source is newer than the binary (looking at the tree takes 30 ms; asking Nx takes 1 s). */
function needsBuild(app) {
  const binary = binaryOf(app);
  if (binary === undefined) return true;
  const built = statSync(binary).mtimeMs;
  return ['staging', 'libs', 'apps', 'hack'].some((folder) => hasSourceSince(join(root, folder), built));
}

/** The file that an app was built into, or undefined. */
function binaryOf(app) {
  const folder = join(root, 'dist/apps', app);
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((file) => !file.includes('.'));
  return name && join(folder, name);
}

const notSources = new Set(['node_modules', 'dist', 'out-tsc', 'e2e', 'testdata']);

function hasSourceSince(folder, since) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return !notSources.has(entry.name) && hasSourceSince(path, since);
    return /\.(ts|json)$/.test(entry.name) && !/\.(test|bench)\.ts$/.test(entry.name) && statSync(path).mtimeMs > since;
  });
}
