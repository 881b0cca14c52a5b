import { realClock } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import type { AdmissionDeps } from './generic/deps.ts';
import { ConfigurationInformers } from './generic/informers.ts';
import { defaultAdmissionPlugins, newAdmissionPlugins } from './plugins.ts';

const deps = { informers: new ConfigurationInformers(realClock), stores: {} } as AdmissionDeps;

test('plugins run in their own order, whatever the order of the flags', () => {
  const names = newAdmissionPlugins(['NodeRestriction'], ['ResourceQuota'], deps).map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(['NamespaceLifecycle', 'LimitRanger', 'ServiceAccount', 'NodeRestriction']);
  expect(names).not.toContain('ResourceQuota');
});

test('NodeRestriction is off by default', () => {
  expect(defaultAdmissionPlugins).not.toContain('NodeRestriction');
});

test('an unknown plugin is refused by name', () => {
  expect(() => newAdmissionPlugins(['Nope'], [], deps)).toThrow('admission plugin "Nope" is unknown');
});
