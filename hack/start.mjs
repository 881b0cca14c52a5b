// What `npm start`, `npm stop` and `npm run load` run. It works on whatever Node the machine has: it installs the npm
// dependencies if they are missing or outdated (the pinned Node among them), builds what changed, and then hands over
// to the hyperkube binary.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const componentApps = ['apiserver', 'scheduler', 'controller-manager', 'kubelet', 'proxy'];

const [command = 'start', ...args] = process.argv.slice(2);
const wantsHelp = args.includes('--help') || args.includes('-h');
if (needsInstall()) run('npm', ['ci', '--no-audit', '--no-fund'], 'installing npm dependencies (a few minutes, once)');
const apps = args.includes('--processes') && !wantsHelp ? ['hyperkube', ...componentApps] : ['hyperkube'];
const stale = apps.filter(needsBuild);
if (stale.length > 0) {
  const projects = `--projects=${stale.join(',')}`;
  run(
    pinnedNode(),
    [join(root, 'node_modules/.bin/nx'), 'run-many', '-t', 'build', projects],
    `building ${stale.join(', ')}`,
    { NX_DAEMON: 'false' },
  );
}
handOver(join(root, 'dist/apps/hyperkube/hyperkube'), [command, ...args]);

/** True if node_modules is not what the lock file says. */
function needsInstall() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(pinnedNode()) || !existsSync(installed)) return true;
  if (statSync(lock).mtimeMs <= statSync(installed).mtimeMs) return false;
  const present = readPackages(installed);
  return Object.entries(readPackages(lock)).some(
    ([path, { version, optional, link }]) =>
      path.startsWith('node_modules/') && !optional && !link && present[path]?.version !== version,
  );
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** True if any source file is newer than the binary (a stat of the tree takes 30 ms; asking Nx takes 1 s). */
function needsBuild(app) {
  const [binary] = existsSync(join(root, 'dist/apps', app))
    ? readdirSync(join(root, 'dist/apps', app)).filter((name) => !name.includes('.'))
    : [];
  if (binary === undefined) return true;
  const built = statSync(join(root, 'dist/apps', app, binary)).mtimeMs;
  return ['staging', 'libs', 'apps', 'hack'].some((folder) => hasFileSince(join(root, folder), built));
}

function hasFileSince(folder, since) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name === 'out-tsc' || entry.name === 'e2e')
        continue;
      if (hasFileSince(path, since)) return true;
    } else if (
      /\.(ts|json|mjs)$/.test(entry.name) &&
      !/\.test\.ts$/.test(entry.name) &&
      statSync(path).mtimeMs > since
    ) {
      return true;
    }
  }
  return false;
}

function pinnedNode() {
  return join(root, 'node_modules/.bin/node');
}

/** Runs a step of the set-up; its output is shown only if it fails. */
function run(program, programArgs, what, env = {}) {
  process.stderr.write(`kubescript: ${what} …\n`);
  const result = spawnSync(program, programArgs, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status === 0) return;
  process.stderr.write(
    `${result.stdout ?? ''}${result.stderr ?? ''}\nkubescript: ${what} failed${result.error ? `: ${result.error.message}` : ''}\n`,
  );
  process.exit(1);
}

/** Becomes the binary: same terminal, same signals, same exit code. */
function handOver(binary, binaryArgs) {
  const cwd = process.env.INIT_CWD ?? process.cwd();
  process.chdir(cwd);
  if (process.execve) process.execve(binary, [binary, ...binaryArgs], process.env);
  const child = spawn(binary, binaryArgs, { cwd, stdio: 'inherit' });
  process.on('SIGINT', () => {}); // the terminal sends it to the child as well
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
