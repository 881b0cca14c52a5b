import { describe, expect, test } from 'vitest';

import { problemOf } from './check-answer.ts';
import { harmless } from './fuzz-request.ts';
import { runFuzz } from './run-fuzz.ts';

/** The same each time; the nightly run asks for more, from another seed each night or that of a finding. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 77);

test(`${requests} mutated requests, seed ${seed}`, { timeout: 120_000 + requests * 20 }, async () => {
  const { sent, statuses, problems, memory } = await runFuzz(requests, seed);
  if (process.env['FUZZ_REQUESTS'] !== undefined)
    process.stdout.write(`${JSON.stringify({ sent, statuses, memory })}\n`);
  expect([...problems]).toEqual([]);
  expect(sent).toBeGreaterThan(requests * 0.95);
  expect(statuses[200]).toBeGreaterThan(0);
  expect(memory.late).toBeLessThan(memory.early + 400);
});

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

  test('what would change all answers is only tried', () => {
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    expect(harmless({ ...request, method: 'POST', path }).query).toBe('dryRun=All');
    expect(harmless({ ...request, method: 'POST', path: `/${path}` }).query).toBe('dryRun=All');
    expect(harmless({ ...request, method: 'GET', path }).query).toBe('');
  });
});
