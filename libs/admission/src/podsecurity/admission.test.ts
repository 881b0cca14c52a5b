import { realClock } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { podSecurityConfiguration } from './configuration.ts';
import { namespaceWarnings } from './namespace-warnings.ts';
import { isSignificantUpdate } from './significant-update.ts';

const pod = (name: string, spec: Partial<Pod['spec']> = {}): Pod => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec },
  status: {},
});

const privileged = { containers: [{ name: 'c', securityContext: { privileged: true } }] };

test('a stricter level tells which pods violate it, by what they do', () => {
  const pods = [pod('c', { hostPID: true }), pod('b', { hostPID: true }), pod('a'), pod('d', privileged)];
  expect(namespaceWarnings('ns', pods, { level: 'baseline', version: 25 }, realClock)).toEqual([
    'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:v1.25"',
    'b (and 1 other pod): host namespaces',
    'd: privileged',
  ]);
});

test('only so many pods are looked at', () => {
  const pods = Array.from({ length: 3001 }, (_, index) => pod(`p${String(index)}`));
  expect(namespaceWarnings('ns', pods, { level: 'baseline', version: 'latest' }, realClock)).toEqual([
    'new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods',
  ]);
});

test.each([
  { name: 'a label', next: { ...pod('p'), metadata: { name: 'p', labels: { a: 'b' } } }, want: false },
  { name: 'an image', next: pod('p', { containers: [{ name: 'c', image: 'i:2' }] }), want: true },
  { name: 'an ephemeral container', next: pod('p', { ephemeralContainers: [{ name: 'e', image: 'x' }] }), want: true },
])('an update of $name is significant: $want', ({ next, want }) => {
  expect(isSignificantUpdate(next, pod('p'))).toBe(want);
});

test('the configuration says what holds by default, and for whom nothing does', () => {
  const configuration = podSecurityConfiguration({
    apiVersion: 'pod-security.admission.config.k8s.io/v1',
    kind: 'PodSecurityConfiguration',
    defaults: { enforce: 'baseline', 'enforce-version': 'v1.30' },
    exemptions: { namespaces: ['kube-system'] },
  });
  expect(configuration.defaults.enforce).toEqual({ level: 'baseline', version: 30 });
  expect(configuration.defaults.warn).toEqual({ level: 'privileged', version: 'latest' });
  expect(configuration.exemptions).toEqual({ namespaces: ['kube-system'], usernames: [], runtimeClasses: [] });
});

test.each([
  { config: { apiVersion: 'v1', kind: 'Pod' }, want: 'expected a PodSecurityConfiguration' },
  {
    config: {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { warn: 'x' },
    },
    want: 'defaults.warn: must be one of privileged, baseline, restricted',
  },
])('a configuration that is none: $want', ({ config, want }) => {
  expect(() => podSecurityConfiguration(config)).toThrow(want);
});
