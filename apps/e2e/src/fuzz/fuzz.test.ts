import { describe, expect, test } from 'vitest';

import { problemOf } from './check-answer.ts';
import { harmless } from './fuzz-request.ts';
import { runFuzz } from './run-fuzz.ts';

/** The same each time; the nightly run asks for more, from another seed each night or that of a finding. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 77);

const window = Math.min(50_000, requests / 4);
const isLong = process.env['FUZZ_REQUESTS'] !== undefined;

test(`${requests} mutated requests, seed ${seed}`, { timeout: 240_000 + requests * 20 }, async () => {
  const long = isLong ? { report: print, quietMs: 60_000 } : {};
  const { sent, statuses, problems, windows } = await runFuzz({ requests, seed, window, ...long });
  if (isLong) print({ sent, statuses, problems: [...problems] });
  expect([...problems]).toEqual([]);
  expect(sent).toBeGreaterThan(requests * 0.95);
  expect(statuses[200]).toBeGreaterThan(0);
  expectFlat(windows.map(({ after }) => after.heap));
});

/** The first window warms up; what every later one adds would be a leak. */
function expectFlat(megabytes: readonly number[]): void {
  const [, early = 0, ...later] = megabytes;
  expect(later.at(-1)).toBeLessThan(early * 1.1 + 10);
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

describe('an answer', () => {
  const request = { method: 'GET', path: '/api/v1/pods', query: '', headers: {}, body: '' };
  const failure = (code: number, message: string): string =>
    JSON.stringify({ kind: 'Status', status: 'Failure', code, message });

  test.each([
    { name: 'an object', status: 200, body: '{"kind":"PodList"}', want: undefined },
    { name: 'a Status', status: 404, body: failure(404, 'x'), want: undefined },
    { name: 'a deliberate 504', status: 504, body: failure(504, 'Too large resource version: 1'), want: undefined },
    { name: 'a panic', status: 500, body: 'This request caused apiserver to panic.', want: /answered with 500/ },
    { name: 'broken JSON', status: 200, body: '{', want: /no JSON/ },
    { name: 'null', status: 200, body: 'null', want: /no object/ },
    { name: 'a Status of another code', status: 404, body: failure(400, 'x'), want: /without its Status/ },
    { name: 'an error without Status', status: 404, body: '{"kind":"Pod"}', want: /without its Status/ },
  ])('that is $name', ({ status, body, want }) => {
    const problem = problemOf(request, { status, contentType: 'application/json', body });
    if (want === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(want);
  });

  test('that is the fault of a webhook is a problem only while none is being tried', () => {
    const body = failure(500, 'Internal error occurred: failed calling webhook "w": no such host');
    expect(problemOf(request, { status: 500, contentType: 'application/json', body })).toMatch(/answered with 500/);
    expect(problemOf(request, { status: 500, contentType: 'application/json', body }, true)).toBeUndefined();
  });

  test('what would change all answers is only tried', () => {
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    expect(harmless({ ...request, method: 'POST', path }).query).toBe('dryRun=All');
    expect(harmless({ ...request, method: 'POST', path: `/${path}` }).query).toBe('dryRun=All');
    expect(harmless({ ...request, method: 'GET', path }).query).toBe('');
  });
});
