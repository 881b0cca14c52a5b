import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { type MetricsFlags, metricsFlags, metricsViewOf } from './metrics.ts';

const directory = mkdtempSync(join(tmpdir(), 'metrics-flags-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const flags = (typed: Partial<MetricsFlags>): MetricsFlags => metricsFlags().complete(typed);
const problemsOf = (typed: Partial<MetricsFlags>): string[] =>
  metricsFlags()
    .validate(flags(typed))
    .map(({ message }) => message);

const manifest = (text: string): string => {
  const path = join(directory, 'labels.yaml');
  writeFileSync(path, text);
  return path;
};

const badPairs =
  '--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`';

test.each<{ readonly typed: Partial<MetricsFlags>; readonly want: readonly string[] }>([
  { typed: {}, want: [] },
  { typed: { showHiddenMetricsForVersion: '1.35' }, want: [] },
  {
    typed: { showHiddenMetricsForVersion: '1.34' },
    want: [
      "--show-hidden-metrics-for-version must be omitted or have the value '1.35'. Only the previous minor version is allowed",
    ],
  },
  {
    typed: { disabledMetrics: ['ok', 'not-ok'] },
    want: [
      '--disabled-metrics must be fully qualified metric names matching "^[a-zA-Z_:][a-zA-Z0-9_:]*$", got "not-ok"',
    ],
  },
  { typed: { allowMetricLabels: ['m,l=a,b'] }, want: [] },
  { typed: { allowMetricLabels: ['m=a'] }, want: [badPairs] },
  { typed: { allowMetricLabels: ['m,l,x=a'] }, want: [badPairs] },
])('$typed', ({ typed, want }) => {
  expect(problemsOf(typed)).toEqual(want);
});

test('a manifest is checked as the flag is', () => {
  expect(problemsOf({ allowMetricLabelsManifest: manifest('m,l: a,b') })).toEqual([]);
  expect(problemsOf({ allowMetricLabelsManifest: manifest('m: a') })).toEqual([
    `invalid allow list mapping in manifest: ${badPairs}`,
  ]);
  expect(problemsOf({ allowMetricLabelsManifest: manifest('{') })[0]).toMatch(/^failed to parse allow list manifest: /);
  expect(problemsOf({ allowMetricLabelsManifest: join(directory, 'none') })[0]).toMatch(
    /^failed to read allow list manifest: /,
  );
});

test('pairs come one by one or several in quotes; the flag takes the place of the manifest', () => {
  const labels = { m: { l: ['a', 'b'], k: ['c'] } };
  const seen = (typed: Partial<MetricsFlags>): unknown =>
    Object.fromEntries(
      [...(metricsViewOf(flags(typed)).allowedLabels ?? [])].map(([metric, byLabel]) => [
        metric,
        Object.fromEntries([...byLabel].map(([label, values]) => [label, [...values]])),
      ]),
    );
  expect(seen({ allowMetricLabels: ['m,l=a,b', 'm,k=c'] })).toEqual(labels);
  expect(seen({ allowMetricLabels: ['"m,l=a,b","m,k=c"'] })).toEqual(labels);
  const path = manifest('m,l: a,b\nm,k: c\n');
  expect(seen({ allowMetricLabelsManifest: path })).toEqual(labels);
  expect(seen({ allowMetricLabelsManifest: path, allowMetricLabels: ['x,y=z'] })).toEqual({ x: { y: ['z'] } });
});
