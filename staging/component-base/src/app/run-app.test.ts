import { expect, test } from 'vitest';

import { FlagGroup } from '../flags/flag-group.ts';
import { boolFlag, durationFlag, intFlag, listFlag, mapFlag } from '../flags/flag-spec.ts';
import type { App } from './app.ts';
import { runApp } from './run-app.ts';

interface Flags {
  readonly workers: number;
  readonly leaderElect: boolean;
  readonly period: number;
  readonly names: readonly string[];
  readonly gates: Readonly<Record<string, string>>;
}

const group = new FlagGroup<Flags>(
  'Test',
  {
    workers: intFlag(3, 'how many', 'w'),
    leaderElect: boolFlag(true, 'elect'),
    period: durationFlag(60_000, 'how long'),
    names: listFlag([], 'names'),
    gates: mapFlag({}, 'gates'),
  },
  (values) => (values.workers > 0 ? [] : [new Error('--workers must be positive'), new Error('another problem')]),
);

function testApp(seen: unknown[], run: () => Promise<void> = () => Promise.resolve()) {
  return {
    name: 'kube-test',
    addFlags: (cmd) => {
      group.addFlags(cmd);
    },
    options: (cmd) => group.typed(cmd),
    complete: (typed) => {
      seen.push(typed);
      return Promise.resolve(group.complete({ workers: 7 }, typed));
    },
    validate: (values) => group.validate(values),
    config: (values) =>
      Promise.resolve({
        values,
        [Symbol.asyncDispose]: async () => {
          seen.push('disposed');
        },
      }),
    run: (config) => {
      seen.push(config.values);
      return run();
    },
  } satisfies App<Partial<Flags>, Flags, { values: Flags } & AsyncDisposable>;
}

async function start(argv: string[], run?: () => Promise<void>, signal = new AbortController().signal) {
  const seen: unknown[] = [];
  const errors: string[] = [];
  const code = await runApp(testApp(seen, run), argv, signal, (message) => errors.push(message));
  return { code, seen, errors: errors.join('\n') };
}

test('typed flags win over the layers below them, and Config is disposed', async () => {
  const { code, seen } = await start([
    '--period=1m30s',
    '-w=4',
    '--leader-elect=false',
    '--names',
    'a,b',
    '--names=c',
    '--gates=X=true,Y=false',
  ]);
  expect(code).toBe(0);
  const typed = {
    period: 90_000,
    workers: 4,
    leaderElect: false,
    names: ['a', 'b', 'c'],
    gates: { X: 'true', Y: 'false' },
  };
  expect(seen).toEqual([typed, typed, 'disposed']);
});

test('a default does not hide the config file', async () => {
  const { seen } = await start([]);
  expect(seen[0]).toEqual({});
  expect(seen[1]).toMatchObject({ workers: 7, leaderElect: true, period: 60_000 });
});

test.each([
  { name: 'unknown flag', argv: ['--foo'], want: "unknown option '--foo'\nSee 'kube-test --help' for usage." },
  { name: 'a boolean takes no next argument', argv: ['--leader-elect', 'x'], want: 'too many arguments' },
  { name: 'not a number', argv: ['--workers=x'], want: 'must be a whole number' },
  { name: 'all problems at once', argv: ['--workers=0'], want: '  --workers must be positive\n  another problem' },
])('$name exits with 1', async ({ argv, want }) => {
  const { code, errors } = await start(argv);
  expect(code).toBe(1);
  expect(errors).toContain(want);
});

test('a stop is not a failure, losing the lease is', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  expect((await start([], () => Promise.reject(controller.signal.reason as Error), controller.signal)).code).toBe(0);
  const lost = await start([], () => Promise.reject(new Error('lease lost')), controller.signal);
  expect(lost).toMatchObject({ code: 1, errors: 'kube-test: lease lost' });
});
