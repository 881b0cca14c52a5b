import type { ApiGroupVersion, InstalledResource } from '@kubescript/apiserver';
import { expect, test } from 'vitest';

import { parseRuntimeConfig, selectGroups } from './resource-config.ts';

function resource(name: string, kind: string, group: string): InstalledResource {
  const names = { resource: name, singular: name, shortNames: [], categories: [] };
  return { ...names, namespaced: false, rest: { kind: { group, version: 'v1', kind } }, subresources: {} };
}

const networking = 'networking.k8s.io';
const stable: readonly ApiGroupVersion[] = [
  { group: '', version: 'v1', resources: [resource('pods', 'Pod', '')] },
  {
    group: networking,
    version: 'v1',
    resources: [resource('ipaddresses', 'IPAddress', networking), resource('ingresses', 'Ingress', networking)],
  },
];
const selected = (...words: string[]): string[] =>
  selectGroups(stable, parseRuntimeConfig(words)).flatMap(({ group, version, resources }) =>
    resources.map((found) => `${group}/${version}/${found.resource}`),
  );
const all = ['/v1/pods', 'networking.k8s.io/v1/ipaddresses', 'networking.k8s.io/v1/ingresses'];
const beta = 'networking.k8s.io/v1beta1/ipaddresses';

test.each([
  { words: [], want: all },
  { words: ['networking.k8s.io/v1beta1'], want: [...all, beta] },
  { words: ['networking.k8s.io/v1beta1=true'], want: [...all, beta] },
  { words: ['api/beta=true'], want: [...all, beta] },
  { words: ['api/all=true'], want: [...all, beta] },
  { words: ['api/all=false', 'v1=true'], want: ['/v1/pods'] },
  { words: ['networking.k8s.io/v1=false'], want: ['/v1/pods'] },
  { words: ['networking.k8s.io/v1/ingresses=false'], want: all.slice(0, 2) },
  { words: ['api/beta=true', 'networking.k8s.io/v1beta1=false'], want: all },
])('$words serves $want', ({ words, want }) => {
  expect(selected(...words)).toEqual(want);
});

test.each([
  { words: ['apps/v7=true'], message: 'unknown API groups in --runtime-config: apps/v7' },
  { words: ['v1=maybe'], message: 'invalid value of --runtime-config v1=maybe: "maybe" is not true or false' },
])('$words is refused', ({ words, message }) => {
  expect(() => selected(...words)).toThrow(message);
});

test('clients of an old version are told what to use', () => {
  const groups = selectGroups(stable, { 'networking.k8s.io/v1beta1': true });
  expect(groups.at(-1)?.resources[0]?.deprecation).toBe(
    'networking.k8s.io/v1beta1 IPAddress is deprecated in v1.34+, unavailable in v1.37+; use networking.k8s.io/v1 IPAddress',
  );
});
