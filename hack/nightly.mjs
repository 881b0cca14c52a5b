// The long form of what `npm test` runs for a minute: kills and restarts under concurrent clients, whose histories are
// checked; mutated requests and objects; floods. Prints how it goes, and at last what came of it.
//   node hack/nightly.mjs [--rounds 1000] [--requests 1000000] [--flood-seconds 30] [--seed N] [--only fuzz]
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { ensureBuilt, ensureInstalled, pinnedNode, root } from './lib/set-up.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '1000000' },
    'flood-seconds': { type: 'string', default: '30' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const parts = ['fuzz', 'floods', 'linearizability'].filter((part) => (values.only ?? part) === part);
if (parts.length === 0) throw new Error(`--only must be fuzz, floods or linearizability, not ${values.only}`);

const memory = ({ resident, heap }) => `${resident} MB resident, ${heap} MB heap`;
const summaries = {
  fuzz(reports) {
    const windows = reports.filter(({ after }) => after !== undefined);
    const { seconds = 0, sent = 0 } = windows.at(-1) ?? {};
    return [
      `${sent} requests in ${seconds} seconds, ${reports.filter(({ problem }) => problem !== undefined).length} problems`,
      ...reports.filter(({ start }) => start).map(({ start }) => `at the start: ${memory(start)}`),
      ...windows.map(({ sent, after, deleted }) => `after ${sent}, ${deleted} objects deleted: ${memory(after)}`),
      ...reports.filter(({ quiet }) => quiet).map(({ quiet }) => `after a quiet minute: ${memory(quiet)}`),
    ];
  },
  floods: (reports) =>
    reports.map(
      ({ name, answered, slowest, peak, after }) =>
        `${name}: another client was answered ${answered} times, within ${slowest} ms; at most ${peak} MB, then ${memory(after)}`,
    ),
  linearizability(reports) {
    const last = new Map(reports.map((report) => [report.servers, report]));
    return [...last.values()].map(
      ({ servers, rounds, seconds, operations, events, lists, violations }) =>
        `${servers}: ${rounds} rounds in ${seconds} seconds, ${operations} operations, ${events} events, ${lists} lists, ${violations} violations`,
    );
  },
};

ensureInstalled();
ensureBuilt(['apiserver']);

const began = Date.now();
const results = [];
for (const part of parts) results.push(await runPart(part));
process.stdout.write(`\n${results.map(summaryOf).join('\n')}\n`);
process.stdout.write(`${Math.round((Date.now() - began) / 1000)} seconds in all\n`);
process.exit(results.every(({ status }) => status === 0) ? 0 : 1);

/** Runs the tests of a part; each line of JSON that they print is a report. */
async function runPart(part) {
  const env = {
    ...process.env,
    LINEARIZABILITY_ROUNDS: values.rounds,
    FUZZ_REQUESTS: values.requests,
    FLOOD_SECONDS: values['flood-seconds'],
    FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000),
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(pinnedNode, [vitest, 'run', '--no-file-parallelism', `apps/e2e/src/${part}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const reports = [];
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
    if (line.startsWith('{')) reports.push(JSON.parse(line));
  }
  return { part, status: await ended, reports };
}

function summaryOf({ part, status, reports }) {
  const lines = summaries[part](reports).map((line) => `  ${line}`);
  return [`${part}: ${status === 0 ? 'passed' : 'FAILED'}`, ...lines].join('\n');
}
