import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, statusErrors, updateErrors } from '../../testing/validation-table.ts';

const pod = {
  restartPolicy: 'Never',
  dnsPolicy: 'ClusterFirst',
  terminationGracePeriodSeconds: 30,
  containers: [
    {
      name: 'c',
      image: 'i',
      imagePullPolicy: 'Always',
      terminationMessagePath: '/t',
      terminationMessagePolicy: 'File',
    },
  ],
};
const labels = {
  'controller-uid': 'u',
  'job-name': 'j',
  'batch.kubernetes.io/controller-uid': 'u',
  'batch.kubernetes.io/job-name': 'j',
};
const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } };
const job: Sketch = {
  metadata: { name: 'j', namespace: 'n', uid: 'u', resourceVersion: '1' },
  spec: {
    parallelism: 1,
    completions: 1,
    completionMode: 'NonIndexed',
    selector,
    template: { metadata: { labels }, spec: pod },
  },
  status: {},
};
const indexed = merged(job, { spec: { completionMode: 'Indexed', completions: 3 } });
const cronJob: Sketch = {
  metadata: { name: 'c', namespace: 'n', resourceVersion: '1' },
  spec: {
    schedule: '* * * * *',
    concurrencyPolicy: 'Allow',
    jobTemplate: { spec: { completionMode: 'NonIndexed', template: { spec: pod } } },
  },
};

const failure = (rule: Sketch): Sketch => ({ podFailurePolicy: { rules: [rule] } });
const success = (rule: Sketch): Sketch => ({ successPolicy: { rules: [rule] } });
const RULE = 'spec.podFailurePolicy.rules[0]';

describe('new jobs', () => {
  it.each([
    ['plain', {}, []],
    [
      'no limit per index',
      { completionMode: 'Indexed', maxFailedIndexes: 0 },
      ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'],
    ],
    [
      'a manager without domain',
      { managedBy: 'me' },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      'a manager too long',
      { managedBy: `a.io/${'x'.repeat(60)}` },
      ['spec.managedBy: Too long: may not be more than 63 bytes'],
    ],
    [
      'an unknown mode',
      { completionMode: 'X' },
      ['spec.completionMode: Unsupported value: "X": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      'many completions',
      { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001, backoffLimitPerIndex: 1 },
      [
        'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
        'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
      ],
    ],
    ['a name that makes no hostname', { completionMode: 'Indexed', completions: 2 }, []],
    [
      'a rule without action',
      failure({ action: '', onPodConditions: [{ type: 'A', status: 'True' }] }),
      [`${RULE}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`],
    ],
    [
      'an index without limit',
      failure({ action: 'FailIndex', onPodConditions: [{ type: 'A', status: 'True' }] }),
      [`${RULE}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`],
    ],
    [
      'exit codes',
      failure({ action: 'Count', onExitCodes: { operator: 'In', values: [3, 0, 3], containerName: 'x' } }),
      [
        `${RULE}.onExitCodes.containerName: Invalid value: "x": must be one of the container or initContainer names in the pod template`,
        `${RULE}.onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator`,
        `${RULE}.onExitCodes.values[2]: Duplicate value: 3`,
        `${RULE}.onExitCodes.values: Invalid value: [3,0,3]: must be ordered`,
      ],
    ],
    [
      'replacement with a failure policy',
      {
        ...failure({ action: 'Count', onPodConditions: [{ type: 'A', status: 'True' }] }),
        podReplacementPolicy: 'TerminatingOrFailed',
      },
      ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
    ],
    [
      'success without indexes',
      success({ succeededCount: 1 }),
      [
        'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: requires indexed completion mode',
      ],
    ],
    [
      'success counts',
      { completionMode: 'Indexed', completions: 3, ...success({ succeededIndexes: '0-1', succeededCount: 4 }) },
      [
        'spec.successPolicy.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)',
        'spec.successPolicy.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
      ],
    ],
    [
      'no success rules',
      { completionMode: 'Indexed', successPolicy: { rules: [] } },
      [
        'spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified',
      ],
    ],
    [
      'foreign labels',
      { template: { metadata: { labels: { 'controller-uid': 'other' } } } },
      [
        `spec.template.metadata.labels[controller-uid]: Invalid value: ${JSON.stringify({ 'batch.kubernetes.io/controller-uid': 'u', 'batch.kubernetes.io/job-name': 'j', 'controller-uid': 'other', 'job-name': 'j' })}: must be 'u'`,
      ],
    ],
    [
      'a foreign selector',
      { selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'v' } } },
      [
        'spec.selector: Invalid value: {"matchLabels":{"batch.kubernetes.io/controller-uid":"v"}}: `selector` not auto-generated',
        expect.stringContaining('spec.template.metadata.labels: Invalid value'),
      ],
    ],
    [
      'a failure policy of restarting pods',
      {
        ...failure({ action: 'Count', onPodConditions: [{ type: 'A', status: 'True' }] }),
        template: { spec: { restartPolicy: 'OnFailure' } },
      },
      [
        'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified',
      ],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors('batch', 'Job', merged(job, { spec }))).toEqual(expected);
  });

  it('with a name that makes no hostnames', () => {
    const name = 'a.b';
    const template = { metadata: { labels: { 'job-name': name, 'batch.kubernetes.io/job-name': name } } };
    expect(createErrors('batch', 'Job', merged(indexed, { metadata: { name }, spec: { template } }))).toEqual([
      'metadata.name: Invalid value: "a.b": will not able to create pod with invalid DNS label: a.b-2',
    ]);
  });
});

describe('updates of jobs', () => {
  const tandem = 'spec.completions: Invalid value: 5: can only be modified in tandem with spec.parallelism';
  const affinity = (kind: string): Sketch => ({ template: { spec: { affinity: { [kind]: {} } } } });

  it.each([
    ['completions', job, { completions: 2 }, ['spec.completions: Invalid value: 2: field is immutable']],
    ['completions of an indexed job', indexed, { completions: 5 }, [tandem]],
    ['completions in tandem', indexed, { completions: 5, parallelism: 5 }, []],
    ['managedBy', job, { managedBy: 'a.io/b' }, ['spec.managedBy: Invalid value: "a.io/b": field is immutable']],
    [
      'a policy',
      indexed,
      success({ succeededCount: 1 }),
      [
        'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: field is immutable',
      ],
    ],
    [
      'the template',
      job,
      { template: { spec: { priorityClassName: 'p' } } },
      [expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/u)],
    ],
    [
      'tolerations of a running job',
      job,
      { template: { spec: { nodeSelector: { a: 'b' } } } },
      [expect.stringMatching(/^spec\.template: /u)],
    ],
    [
      'tolerations of a suspended job',
      merged(job, { spec: { suspend: true } }),
      { template: { spec: { nodeSelector: { a: 'b' } } } },
      [],
    ],
    ['the node affinity of a suspended job', merged(job, { spec: { suspend: true } }), affinity('nodeAffinity'), []],
    [
      'the pod affinity of a suspended job',
      merged(job, { spec: { suspend: true } }),
      affinity('podAffinity'),
      [expect.stringMatching(/^spec\.template: /u)],
    ],
    [
      'a started job',
      merged(job, { spec: { suspend: true }, status: { startTime: 't' } }),
      { template: { spec: { nodeSelector: { a: 'b' } } } },
      [expect.stringMatching(/^spec\.template: /u)],
    ],
    [
      'a job that was stopped',
      merged(job, {
        spec: { suspend: true },
        status: { startTime: 't', conditions: [{ type: 'Suspended', status: 'True' }] },
      }),
      { template: { spec: { nodeSelector: { a: 'b' } } } },
      [],
    ],
  ])('%s', (_name, old, spec, expected) => {
    expect(updateErrors('batch', 'Job', [merged(old, { spec }), old])).toEqual(expected);
  });
});

describe('status of jobs', () => {
  const condition = (...types: string[]): Sketch => ({ conditions: types.map((type) => ({ type, status: 'True' })) });
  const done = { ...condition('SuccessCriteriaMet', 'Complete'), startTime: '1', completionTime: '2' };

  it.each([
    ['done', {}, done, []],
    [
      'done without reason',
      {},
      { ...done, ...condition('Complete') },
      [
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      ],
    ],
    [
      'done and running',
      {},
      { ...done, active: 1 },
      ['status.active: Invalid value: 1: active>0 is invalid for finished job'],
    ],
    [
      'done at no time',
      {},
      { ...done, completionTime: null },
      ['status.completionTime: Required value: completionTime is required for Complete jobs'],
    ],
    [
      'done before it began',
      {},
      { ...done, startTime: '3' },
      ['status.completionTime: Invalid value: "2": completionTime cannot be set before startTime'],
    ],
    [
      'never begun',
      {},
      { ...done, startTime: null },
      ['status.startTime: Required value: startTime is required for finished job'],
    ],
    [
      'failed without reason',
      {},
      { ...condition('Failed'), startTime: '1' },
      ['status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition'],
    ],
    [
      'undone',
      done,
      { conditions: [], completionTime: null },
      [
        'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
        'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
      ],
    ],
    [
      'fewer failures',
      { failed: 2 },
      { failed: 1 },
      ['status.failed: Invalid value: 1: cannot decrease the failed counter'],
    ],
    [
      'another end',
      done,
      { completionTime: '3' },
      ['status.completionTime: Invalid value: "3": completionTime cannot be mutated'],
    ],
    [
      'another start',
      { startTime: '1' },
      { startTime: '2' },
      ['status.startTime: Invalid value: "2": field is immutable for unsuspended job once set'],
    ],
    [
      'more ready than active',
      {},
      { ready: 2, active: 1 },
      ['status.ready: Invalid value: 2: cannot set more ready pods than active'],
    ],
    ['an old fault', { ready: 2, active: 1 }, { failed: 1 }, []],
    [
      'indexes of a plain job',
      {},
      { completedIndexes: '0' },
      [
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
    ],
    [
      'pods twice',
      {},
      { uncountedTerminatedPods: { succeeded: ['a'], failed: ['a', ''] } },
      [
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
        'status.uncountedTerminatedPods.failed[1]: Invalid value: "": must not be empty',
      ],
    ],
  ])('%s', (_name, before, status, expected) => {
    const old = merged(job, { status: before });
    expect(statusErrors('batch', 'Job', [merged(old, { status }), old])).toEqual(expected);
  });

  it.each([
    [
      '0-1',
      '1-2',
      ['status.failedIndexes: Invalid value: "1-2": failedIndexes and completedIndexes overlap at index: 1'],
    ],
    ['0,2', '1', []],
    [
      '2-1',
      '0',
      [
        'status.completedIndexes: Invalid value: "2-1": error parsing completedIndexes: non-increasing order, previous: 2, current: 1',
      ],
    ],
  ])('completed %s, failed %s', (completedIndexes, failedIndexes, expected) => {
    const old = merged(indexed, { spec: { backoffLimitPerIndex: 1 } });
    expect(statusErrors('batch', 'Job', [merged(old, { status: { completedIndexes, failedIndexes } }), old])).toEqual(
      expected,
    );
  });
});

describe('cron jobs', () => {
  it.each([
    ['plain', {}, []],
    ['no schedule', { schedule: '' }, ['spec.schedule: Required value']],
    ['no policy', { concurrencyPolicy: null }, ['spec.concurrencyPolicy: Required value']],
    ['a zone that is none', { timeZone: 'a//b' }, ['spec.timeZone: Invalid value: "a//b": unknown time zone a//b']],
    [
      'the local zone',
      { timeZone: 'Local' },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      'a selector',
      { jobTemplate: { spec: { selector } } },
      [
        `spec.jobTemplate.spec.selector: Invalid value: ${JSON.stringify(selector)}: \`selector\` will be auto-generated`,
      ],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors('batch', 'CronJob', merged(cronJob, { spec }))).toEqual(expected);
  });

  it('may keep a zone in their schedule', () => {
    const old = merged(cronJob, { spec: { schedule: 'TZ=UTC * * * * *' } });
    expect(updateErrors('batch', 'CronJob', [merged(old, { spec: { schedule: 'TZ=UTC 1 * * * *' } }), old])).toEqual(
      [],
    );
    expect(updateErrors('batch', 'CronJob', [merged(old, { spec: { timeZone: 'UTC' } }), old])).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use both timeZone field and TZ or CRON_TZ in schedule',
    ]);
  });
});
