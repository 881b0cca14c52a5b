import { resolve } from 'node:path';

import { Command } from 'commander';

import { closeConnections } from './client.ts';
import { heading, row } from './report.ts';
import { scenarios } from './scenarios.ts';
import { ServerProcess } from './server-process.ts';

/** Measures the built kube-apiserver from outside, every scenario on a fresh server, and prints a table. */
const program = new Command('bench')
  .description('What the work of kube-apiserver costs: CPU time of the server per operation, latency, memory.')
  .option('--binary <file>', 'the server to measure', 'dist/apps/apiserver/kube-apiserver')
  .option('--scale <factor>', 'size of the work; 0.05 is a smoke test', '1')
  .argument('[scenarios...]', `which of ${Object.keys(scenarios).join(', ')}; all by default`)
  .parse();

const { binary, scale } = program.opts<{ binary: string; scale: string }>();
console.log(heading());
for (const name of program.args.length > 0 ? program.args : Object.keys(scenarios)) {
  const scenario = scenarios[name] ?? program.error(`no scenario ${name}: one of ${Object.keys(scenarios).join(', ')}`);
  await using server = await ServerProcess.start(resolve(binary));
  console.log(`${name}: ready after ${server.startMs.toFixed(0)} ms, ${server.residentMegabytes().toFixed(0)} MB`);
  for await (const measured of scenario(server, Number(scale))) console.log(row(measured));
}
closeConnections();
