// What `npm start`, `npm stop` and `npm run load` run: does the set-up that is missing, builds what changed, and then
// becomes the hyperkube binary.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, root } from './lib/set-up.mjs';

const componentApps = ['apiserver', 'scheduler', 'controller-manager', 'kubelet', 'proxy'];

const [command = 'start', ...args] = process.argv.slice(2);
ensureInstalled();
ensureBuilt(args.includes('--processes') ? ['hyperkube', ...componentApps] : ['hyperkube']);
handOver(join(root, 'dist/apps/hyperkube/hyperkube'), [command, ...args]);

/** Same terminal, same signals, same exit code. */
function handOver(binary, binaryArgs) {
  const cwd = process.env.INIT_CWD ?? process.cwd();
  process.chdir(cwd);
  if (process.execve) process.execve(binary, [binary, ...binaryArgs], process.env);
  const child = spawn(binary, binaryArgs, { cwd, stdio: 'inherit' });
  process.on('SIGINT', () => {}); // the terminal sends it to the child as well
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
