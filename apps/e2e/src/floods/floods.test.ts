import { afterAll, beforeAll, expect, test } from 'vitest';

import { ApiServerProcess } from '../framework/api-server.ts';
import * as connectionFloods from './connection-floods.ts';
import * as http2Floods from './http2-floods.ts';
import * as requestFloods from './request-floods.ts';
import { runFlood } from './run-flood.ts';

/** The nightly run floods for longer. */
const seconds = Number(process.env['FLOOD_SECONDS'] ?? 1);
const floods = [connectionFloods, http2Floods, requestFloods].flatMap((module) => Object.values(module));

/** How long another client may have to wait, on a machine that is busy besides. */
const patience = 10_000;
/** What a flood may add to the memory of the server while it lasts, and what may be left of it, in MB. */
const maxPeak = 1000;
const maxLeft = 40;

let server: ApiServerProcess;
let heapBefore: number;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  // The first requests load what is not loaded at start.
  for (const flood of floods) await runFlood(server, flood, 100);
  ({ heap: heapBefore } = (await runFlood(server, { name: 'none', run: () => Promise.resolve() }, 100)).after);
}, 120_000);

afterAll(() => server[Symbol.asyncDispose]());

test.each(floods.map((flood) => [flood.name, flood] as const))(
  'flooded with %s, a server answers others and keeps its memory',
  { timeout: 60_000 + seconds * 2000 },
  async (name, flood) => {
    const result = await runFlood(server, flood, seconds * 1000);
    if (process.env['FLOOD_SECONDS'] !== undefined) process.stdout.write(`${JSON.stringify({ name, ...result })}\n`);
    expect(result.answered).toBeGreaterThan(0);
    expect(result.slowest).toBeLessThan(patience);
    expect(result.peak).toBeLessThan(maxPeak);
    expect(result.after.heap).toBeLessThan(heapBefore + maxLeft);
  },
);
