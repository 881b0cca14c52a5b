import { describe, expect, test } from 'vitest';

import { etcdProgram } from '../framework/etcd.ts';
import { runRounds, type RoundsOptions, type RoundsResult } from './rounds.ts';

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
  const began = performance.now();
  const servers = options.serversOnEtcd === undefined ? 'embedded' : `${options.serversOnEtcd} on etcd`;
  const report = (rounds: number, { operations, unknown, events, lists, violations }: RoundsResult): void => {
    const seconds = Math.round((performance.now() - began) / 1000);
    const counts = { servers, rounds, seconds, operations, unknown, events, lists, violations: violations.length };
    process.stdout.write(`${JSON.stringify(counts)}\n`);
  };
  const result = await runRounds(requested > 0 ? { ...options, progress: { every: 50, report } } : options);
  expect(result.violations).toEqual([]);
  expect(result.operations).toBeGreaterThan(20 * options.rounds);
  expect(result.events).toBeGreaterThan(20 * options.rounds);
}

function timeoutOf(rounds: number): number {
  return minute + (requested || rounds) * 20_000;
}
