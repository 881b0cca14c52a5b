// What `npm test` runs: all unit, contract, integration and e2e tests that the machine can run, then one line with
// the sum. Arguments are passed on to vitest (`npm test -- staging/client`) and then the e2e tests are left out.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, pinnedNode, root, run } from './lib/set-up.mjs';

const apps = ['apiserver', 'scheduler', 'controller-manager', 'kubelet', 'proxy', 'kubectl', 'hyperkube'];
const filters = process.argv.slice(2);

ensureInstalled();
if (process.getuid?.() === 0) {
  run('bash', [join(root, 'hack/install-node-deps.sh'), '--tests'], 'installing what the tests need');
}
ensureBuilt(apps);

const suites =
  filters.length > 0
    ? [filters]
    : [
        ['--project', '!@kubescript/app-e2e*'],
        ['--project', '@kubescript/app-e2e', '--no-file-parallelism'],
        ['--project', '@kubescript/app-e2e:containers'],
      ];
const sums = suites.map(runSuite);
const total = (key) => sums.reduce((sum, result) => sum + result[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(sums.every(({ ok }) => ok) ? 0 : 1);

/** Runs vitest once over the whole workspace with the given arguments and counts. */
function runSuite(args) {
  const folder = mkdtempSync(join(tmpdir(), 'kubescript-test-'));
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(pinnedNode, [vitest, 'run', ...reporters, ...args], { cwd: root, stdio: 'inherit' });
  const counts = readCounts(report);
  rmSync(folder, { recursive: true });
  return { ...counts, ok: status === 0 };
}

/** Files that failed before any of their tests ran count as one failure each. */
function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const brokenFiles = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
