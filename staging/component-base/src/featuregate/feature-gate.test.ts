import { expect, test } from 'vitest';

import { MetricsRegistry } from '../metrics/registry.ts';
import { FeatureGate } from './feature-gate.ts';
import { knownFeatures } from './known-features.ts';

const steerable = new Set(['APIResponseCompression', 'WatchList']);

test.each([
  { stated: {}, want: [] },
  { stated: { WatchList: 'false' }, want: [] },
  { stated: { WatchList: 'true', HPAScaleToZero: 'false' }, want: [] },
  { stated: { Nonsense: 'true' }, want: ['unrecognized feature gate: Nonsense'] },
  {
    stated: { WatchList: 'maybe' },
    want: ['invalid value of WatchList=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  },
  {
    stated: { NodeSwap: 'false' },
    want: ['cannot set feature gate NodeSwap to false, feature is locked to true'],
  },
  {
    stated: { HPAScaleToZero: 'true' },
    want: [
      'cannot set feature gate HPAScaleToZero to true: this component has the feature only as it is by default (false)',
    ],
  },
  { stated: { AllAlpha: 'false' }, want: [] },
])('$stated', ({ stated, want }) => {
  expect(FeatureGate.parse(stated as unknown as Record<string, string>, steerable).problems).toEqual(want);
});

test('a feature is as it was set, else as it is by default', () => {
  const { gate } = FeatureGate.parse({ WatchList: 'false' }, steerable);
  expect(gate.enabled('WatchList')).toBe(false);
  expect(gate.enabled('APIResponseCompression')).toBe(true);
  expect(() => gate.enabled('Nonsense')).toThrow('feature "Nonsense" is not registered');
});

test('a group sets the features of its stage that were not set themselves', () => {
  const known = new Map([
    ['A', { stage: 'ALPHA', enabled: false, isLocked: false }],
    ['B', { stage: 'ALPHA', enabled: false, isLocked: false }],
    ['C', { stage: 'BETA', enabled: true, isLocked: false }],
  ] as const);
  const { gate, problems } = FeatureGate.parse({ AllAlpha: 'true', B: 'false' }, new Set(['A', 'B']), known);
  expect(problems).toEqual([]);
  expect(['A', 'B', 'C'].map((name) => gate.enabled(name))).toEqual([true, false, true]);
  expect(FeatureGate.parse({ AllAlpha: 'true' }, new Set(), known).problems).toHaveLength(2);
});

test('no feature is listed twice, and all are shown', async () => {
  expect(knownFeatures.size).toBeGreaterThan(190);
  const registry = new MetricsRegistry();
  FeatureGate.parse({}, steerable).gate.addMetrics(registry);
  const text = await registry.expose();
  expect(text).toContain('kubernetes_feature_enabled{name="WatchList",stage="BETA"} 1\n');
  expect(text).toContain('kubernetes_feature_enabled{name="AllAlpha",stage="ALPHA"} 0\n');
  expect(text.match(/^kubernetes_feature_enabled\{/gm)).toHaveLength(knownFeatures.size + 2);
});
