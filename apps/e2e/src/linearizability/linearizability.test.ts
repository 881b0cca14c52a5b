import { describe, expect, test } from 'vitest';

import { etcdProgram } from '../framework/etcd.ts';
import { runRounds, type RoundsOptions } from './rounds.ts';

/** The nightly run asks for more. */
const requested = Number(process.env['LINEARIZABILITY_ROUNDS'] ?? 0);
const minute = 60_000;

describe('clients of an API server that is killed and restarted see one history', () => {
  test('embedded store', { timeout: timeoutOf(10) }, () => expectNoViolation({ rounds: requested || 10 }));

  test.skipIf(etcdProgram === undefined)('a real etcd', { timeout: timeoutOf(3) }, () =>
    expectNoViolation({ rounds: requested || 3, serversOnEtcd: 1 }),
  );

  test.skipIf(etcdProgram === undefined)('two API servers on one etcd', { timeout: timeoutOf(3) }, () =>
    expectNoViolation({ rounds: requested || 3, serversOnEtcd: 2 }),
  );
});

async function expectNoViolation(options: RoundsOptions): Promise<void> {
  const result = await runRounds(options);
  if (requested > 0) process.stdout.write(`${JSON.stringify({ ...options, ...result })}\n`);
  expect(result.violations).toEqual([]);
  expect(result.operations).toBeGreaterThan(20 * options.rounds);
  expect(result.events).toBeGreaterThan(20 * options.rounds);
}

function timeoutOf(rounds: number): number {
  return minute + (requested || rounds) * 20_000;
}
