// The long form of what `npm test` runs for a minute: kills and restarts under concurrent clients, whose histories are
// checked, and mutated requests.
//   node hack/nightly.mjs [--rounds 1000] [--requests 1000000] [--seed N]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureBuilt, ensureInstalled, pinnedNode, root } from './lib/set-up.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
  },
});

ensureInstalled();
ensureBuilt(['apiserver']);

const env = {
  ...process.env,
  LINEARIZABILITY_ROUNDS: values.rounds,
  FUZZ_REQUESTS: values.requests,
  FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000),
};
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const files = ['apps/e2e/src/linearizability', 'apps/e2e/src/fuzz'];
const { status } = spawnSync(pinnedNode, [vitest, 'run', '--no-file-parallelism', ...files], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
