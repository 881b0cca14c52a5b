// Runs every hack/verify-* script and lists all that failed at the end. `hack/verify-all.mjs links format` runs those two.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled, pinnedNode, root } from './lib/set-up.mjs';

const wanted = process.argv.slice(2);
ensureInstalled();
const failed = scripts().filter(({ name, command }) => !passes(name, command));
for (const { name, command } of failed) console.error(`FAILED verify-${name}: run ${command.join(' ')}`);
console.log(failed.length === 0 ? 'verify-all: everything holds' : `verify-all: ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

function scripts() {
  return readdirSync(join(root, 'hack'))
    .flatMap((file) => {
      const match = /^verify-(.+)\.(sh|mjs|ts)$/.exec(file);
      return match && match[1] !== 'all' ? [{ name: match[1], command: commandOf(`hack/${file}`, match[2]) }] : [];
    })
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

function commandOf(file, extension) {
  if (extension === 'sh') return ['bash', file];
  if (extension === 'mjs') return [pinnedNode, file];
  return [pinnedNode, '--import', 'tsx', '--conditions=@kubescript/source', file];
}

function passes(name, [program, ...args]) {
  console.log(`=== verify-${name}`);
  return (
    spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false' } }).status === 0
  );
}
