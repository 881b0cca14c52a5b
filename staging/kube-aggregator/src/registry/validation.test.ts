import type { APIServiceSpec } from '@kubescript/api/apiregistration/v1';
import { describe, expect, test } from 'vitest';

import { apiService } from '../testing/api-services.ts';
import { apiServiceStatusStrategy, apiServiceStrategy } from './strategy.ts';
import { apiServiceTable } from './table.ts';
import { validateApiService, validateApiServiceStatusUpdate } from './validation.ts';

const service = { namespace: 'n', name: 's', port: 443 };
const text = (problems: ReturnType<typeof validateApiService>): string[] =>
  problems.map(({ path, detail, type }) => `${path}: ${type}: ${detail}`);

// Cases of upstream's kube-aggregator/pkg/apis/apiregistration/validation.
describe('validateApiService', () => {
  test.each<[string, string, Partial<APIServiceSpec>, string[]]>([
    ['a local one', 'v1.a.io', {}, []],
    ['a remote one', 'v1.a.io', { service, caBundle: 'YQ==' }, []],
    ['the core group', 'v1.', {}, []],
    [
      'the core group in another version',
      'v2.',
      {},
      ['spec.group: FieldValueRequired: only v1 may have an empty group and it better be legacy kube'],
    ],
    [
      'another name',
      'v1.a.io',
      { group: 'b.io' },
      ['metadata.name: FieldValueInvalid: must be `spec.version+"."+spec.group`: "v1.b.io"'],
    ],
    [
      'priorities that are too low',
      'v1.a.io',
      { groupPriorityMinimum: 0, versionPriority: 0 },
      [
        'spec.groupPriorityMinimum: FieldValueInvalid: must be positive and less than 20000',
        'spec.versionPriority: FieldValueInvalid: must be positive and less than 1000',
      ],
    ],
    ['the highest priorities', 'v1.a.io', { groupPriorityMinimum: 20_000, versionPriority: 1000 }, []],
    [
      'a local one with TLS',
      'v1.a.io',
      { caBundle: 'YWI=', insecureSkipTLSVerify: true },
      [
        'spec.caBundle: FieldValueInvalid: local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: FieldValueInvalid: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    [
      'a Service without names and a bad port',
      'v1.a.io',
      { service: { port: 0 } },
      [
        'spec.service.namespace: FieldValueRequired: ',
        'spec.service.name: FieldValueRequired: ',
        'spec.service.port: FieldValueInvalid: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'verification that is both wanted and not',
      'v1.a.io',
      { service, caBundle: 'YQ==', insecureSkipTLSVerify: true },
      ['spec.insecureSkipTLSVerify: FieldValueInvalid: may not be true if caBundle is present'],
    ],
  ])('%s', (_, name, spec, want) => {
    expect(text(validateApiService(apiService(name, spec)))).toEqual(want);
  });

  test('a status of a condition is one of three', () => {
    const old = { ...apiService('v1.a.io'), metadata: { name: 'v1.a.io', resourceVersion: '1' } };
    const changed = { ...old, status: { conditions: [{ type: 'Available', status: 'Maybe' }] } };
    expect(validateApiServiceStatusUpdate(changed, old)).toMatchObject([{ path: 'status.conditions[0].status' }]);
  });
});

describe('strategy', () => {
  const context = {
    namespace: '',
    user: { name: 'u', groups: [] },
    dryRun: false,
    signal: new AbortController().signal,
  };

  test('a local one is available at once, a remote one not', () => {
    const [local, remote] = [apiService('v1.a.io', {}, 'False'), apiService('v1.b.io', { service }, 'True')];
    for (const one of [local, remote]) apiServiceStrategy.prepareForCreate?.(one, context);
    expect(local.status.conditions).toMatchObject([{ status: 'True', reason: 'Local' }]);
    expect(remote.status).toEqual({});
  });

  test('an update keeps the status, an update of the status all else', () => {
    const old = { ...apiService('v1.a.io', {}, 'True'), metadata: { name: 'v1.a.io', labels: { a: '1' } } };
    const changed = apiService('v1.a.io', { versionPriority: 7 }, 'False');
    apiServiceStrategy.prepareForUpdate?.(changed, old, context);
    expect(changed).toMatchObject({ spec: { versionPriority: 7 }, status: { conditions: [{ status: 'True' }] } });
    const status = apiService('v1.a.io', { versionPriority: 7 }, 'False');
    apiServiceStatusStrategy.prepareForUpdate?.(status, old, context);
    expect(status).toMatchObject({
      metadata: { labels: { a: '1' } },
      spec: { versionPriority: 100 },
      status: { conditions: [{ status: 'False' }] },
    });
  });
});

test.each([
  ['a local one', apiService('v1.a.io', {}, 'True'), ['v1.a.io', 'Local', 'True']],
  ['one that nobody has checked yet', apiService('v1.a.io', { service }), ['v1.a.io', 'n/s', 'Unknown']],
  [
    'one that is unavailable',
    {
      ...apiService('v1.a.io', { service }),
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'ServiceNotFound' }] },
    },
    ['v1.a.io', 'n/s', 'False (ServiceNotFound)'],
  ],
])('the table shows %s', (_, object, cells) => {
  expect(apiServiceTable.cells(object).slice(0, 3)).toEqual(cells);
});
