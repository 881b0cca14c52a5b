import { describe, expect, test } from 'vitest';

import { apiService } from '../testing/api-services.ts';
import { ApiServiceIndex } from './api-service-index.ts';
import {
  groupVersionOfName,
  localAvailability,
  serviceOf,
  sortedByGroupAndVersion,
  withAvailability,
} from './api-service.ts';

// Cases of upstream's kube-aggregator/pkg/apis/apiregistration/v1/helper/helpers_test.go.
describe('sortedByGroupAndVersion', () => {
  test('groups by priority, then by name; versions by priority, then as versions go', () => {
    const services = [
      apiService('v1beta1.low', { groupPriorityMinimum: 5 }),
      apiService('v1.low', { groupPriorityMinimum: 5 }),
      apiService('v2.low', { groupPriorityMinimum: 5, versionPriority: 1 }),
      apiService('v1.b', { groupPriorityMinimum: 10 }),
      apiService('v1.a', { groupPriorityMinimum: 10 }),
      apiService('v1.', { groupPriorityMinimum: 18_000 }),
    ];
    const names = sortedByGroupAndVersion(services).map(({ group, services: members }) => [
      group,
      ...members.map(({ spec }) => spec.version),
    ]);
    expect(names).toEqual([
      ['', 'v1'],
      ['a', 'v1'],
      ['b', 'v1'],
      ['low', 'v1', 'v1beta1', 'v2'],
    ]);
  });

  test('a group stands where its highest version does', () => {
    const services = [
      apiService('v1.a', { groupPriorityMinimum: 5 }),
      apiService('v2.a', { groupPriorityMinimum: 50 }),
      apiService('v1.b', { groupPriorityMinimum: 10 }),
    ];
    expect(sortedByGroupAndVersion(services).map(({ group }) => group)).toEqual(['a', 'b']);
  });
});

describe('withAvailability', () => {
  const now = '2026-02-02T00:00:00Z';
  const old = [
    { type: 'Available', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z', reason: 'A', message: 'a' },
  ];

  test('the time moves with the status', () => {
    expect(withAvailability(old, localAvailability, now)).toEqual([
      { type: 'Available', ...localAvailability, lastTransitionTime: now },
    ]);
  });

  test('the time stays where only the reason changes', () => {
    const [condition] = withAvailability(old, { status: 'False', reason: 'B', message: 'b' }, now);
    expect(condition).toMatchObject({ reason: 'B', lastTransitionTime: '2026-01-01T00:00:00Z' });
  });

  test('without a change it is the same list', () => {
    expect(withAvailability(old, { status: 'False', reason: 'A', message: 'a' }, now)).toBe(old);
  });

  test('other conditions stay', () => {
    const other = { type: 'Other', status: 'True' };
    expect(withAvailability([other], localAvailability, now)[0]).toBe(other);
  });
});

test.each([
  ['v1.', { group: '', version: 'v1' }],
  ['v1.apps', { group: 'apps', version: 'v1' }],
  ['v1beta1.a.example.com', { group: 'a.example.com', version: 'v1beta1' }],
])('the name %s stands for %j', (name, groupVersion) => {
  expect(groupVersionOfName(name)).toEqual(groupVersion);
});

test('the port of a Service is 443 unless told', () => {
  const spec = { service: { namespace: 'n', name: 's' } };
  expect(serviceOf(apiService('v1.a', spec))).toEqual({ namespace: 'n', name: 's', port: 443 });
});

describe('the index', () => {
  const remote = apiService('v1.r.io', { service: { namespace: 'n', name: 's', port: 1 } });
  const key = { group: 'r.io', version: 'v1' };

  test('routes to what has a Service, until it is gone or becomes local', () => {
    const index = new ApiServiceIndex();
    index.onAdd(remote);
    index.onAdd(apiService('v1.l.io'));
    expect(index.remote(key)?.service.port).toBe(1);
    expect(index.remote({ group: 'l.io', version: 'v1' })).toBeUndefined();
    const local = apiService('v1.r.io');
    index.onUpdate(remote, local);
    expect(index.remote(key)).toBeUndefined();
    index.onUpdate(local, remote);
    index.onDelete(remote);
    expect(index.remote(key)).toBeUndefined();
    expect(index.names()).toEqual(['v1.l.io']);
  });

  test('its lists are others exactly when something changed', () => {
    const index = new ApiServiceIndex();
    index.onAdd(remote);
    const [groups, remotes] = [index.groups(), index.remotes()];
    expect([index.groups(), index.remotes()]).toEqual([groups, remotes]);
    expect(index.groups()).toBe(groups);
    index.onAdd(apiService('v1.l.io'));
    expect(index.groups()).not.toBe(groups);
    expect(index.remotes()).toBe(remotes);
  });
});
