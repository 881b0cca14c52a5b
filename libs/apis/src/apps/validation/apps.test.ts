import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, statusErrors, updateErrors } from '../../testing/validation-table.ts';

const pod = {
  restartPolicy: 'Always',
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
const metadata = { name: 'x', namespace: 'n', resourceVersion: '1', uid: 'u' };
const selector = { matchLabels: { app: 'a' } };
const template = { metadata: { labels: { app: 'a' } }, spec: pod };

const deployment: Sketch = {
  metadata,
  spec: {
    replicas: 1,
    selector,
    template,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
  },
  status: {},
};
const replicaSet: Sketch = { metadata, spec: { replicas: 1, selector, template }, status: { replicas: 1 } };
const daemonSet: Sketch = {
  metadata,
  spec: {
    selector,
    template,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  },
  status: {},
};
const statefulSet: Sketch = {
  metadata,
  spec: {
    replicas: 1,
    selector,
    template,
    serviceName: 'svc',
    podManagementPolicy: 'OrderedReady',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  },
  status: { replicas: 0 },
};
const BASES = {
  Deployment: deployment,
  ReplicaSet: replicaSet,
  DaemonSet: daemonSet,
  StatefulSet: statefulSet,
} as const;

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const mounting = {
  ...template,
  spec: { ...pod, containers: [{ ...pod.containers[0], volumeMounts: [{ name: 'data', mountPath: '/d' }] }] },
};
const mismatch =
  'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`';

describe('new workloads', () => {
  it.each(Object.entries(BASES))('%s', (kind, base) => {
    expect(createErrors('apps', kind, base)).toEqual([]);
  });

  it.each([
    ['Deployment', { selector: null }, ['spec.selector: Required value', mismatch]],
    ['DaemonSet', { selector: null }, [mismatch]],
    [
      'Deployment',
      { selector: { matchLabels: null } },
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'StatefulSet',
      { selector: { matchLabels: null } },
      ['spec.selector: Invalid value: {}: empty selector is invalid for statefulset'],
    ],
    ['ReplicaSet', { selector: { matchLabels: { app: 'b' } } }, [mismatch]],
    [
      'Deployment',
      { strategy: { type: 'Recreate' } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      'Deployment',
      { strategy: { type: 'X' } },
      [
        'spec.strategy: Unsupported value: {"Type":"X","RollingUpdate":{"MaxUnavailable":"25%","MaxSurge":"25%"}}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'DaemonSet',
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      ['spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [
      'DaemonSet',
      { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      'StatefulSet',
      { podManagementPolicy: 'X' },
      ["spec.podManagementPolicy: Invalid value: \"X\": must be 'OrderedReady' or 'Parallel'"],
    ],
    [
      'StatefulSet',
      { updateStrategy: { type: 'OnDelete' } },
      [
        'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":0,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
      ],
    ],
    ['StatefulSet', { serviceName: 'a.b' }, ['spec.serviceName: Invalid value: "a.b": must not contain dots']],
    [
      'StatefulSet',
      { template: mounting },
      ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"'],
    ],
    ['StatefulSet', { template: mounting, volumeClaimTemplates: [claim] }, []],
    [
      'StatefulSet',
      { volumeClaimTemplates: [{ ...claim, spec: { ...claim.spec, accessModes: [] } }] },
      ['spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required'],
    ],
  ])('%s %j', (kind, spec, expected) => {
    expect(createErrors('apps', kind, merged(BASES[kind as keyof typeof BASES], { spec }))).toEqual(expected);
  });

  it('names no StatefulSet by a subdomain', () => {
    expect(createErrors('apps', 'StatefulSet', merged(statefulSet, { metadata: { name: 'a.b' } }))).toHaveLength(1);
  });
});

describe('updates of workloads', () => {
  it.each(['Deployment', 'ReplicaSet', 'DaemonSet'] as const)('%s keeps its selector', (kind) => {
    const spec = { selector: { matchLabels: { app: 'b' } }, template: { metadata: { labels: { app: 'b' } } } };
    expect(updateErrors('apps', kind, [merged(BASES[kind], { spec }), BASES[kind]])).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
    ]);
  });

  it.each([
    [
      'serviceName',
      { serviceName: 'other' },
      [expect.stringContaining('spec: Forbidden: updates to statefulset spec')],
    ],
    ['replicas', { replicas: 3, revisionHistoryLimit: 2 }, []],
    [
      'a broken template',
      { template: { spec: { containers: [] } } },
      ['spec.template.spec.containers: Required value'],
    ],
  ])('a StatefulSet: %s', (_name, spec, expected) => {
    expect(updateErrors('apps', 'StatefulSet', [merged(statefulSet, { spec }), statefulSet])).toEqual(expected);
  });

  it('what was wrong with a StatefulSet may stay', () => {
    const old = merged(statefulSet, { spec: { serviceName: 'a.b', template: { spec: { containers: [] } } } });
    expect(updateErrors('apps', 'StatefulSet', [merged(old, { spec: { replicas: 2 } }), old])).toEqual([]);
  });
});

describe('status of workloads', () => {
  it.each([
    [
      'Deployment',
      { replicas: 1, readyReplicas: 2 },
      ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      'Deployment',
      { terminatingReplicas: -1 },
      ['status.terminatingReplicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'ReplicaSet',
      { terminatingReplicas: -1 },
      ['status.terminatingReplicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['DaemonSet', { numberReady: -1 }, ['status.numberReady: Invalid value: -1: must be greater than or equal to 0']],
    [
      'StatefulSet',
      { availableReplicas: 1 },
      [
        'status.availableReplicas: Invalid value: 1: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 1: cannot be greater than status.readyReplicas',
      ],
    ],
  ] as const)('%s %j', (kind, status, expected) => {
    expect(statusErrors('apps', kind, [merged(BASES[kind], { status }), BASES[kind]])).toEqual(expected);
  });

  it.each(['Deployment', 'DaemonSet', 'StatefulSet'] as const)('%s counts collisions upwards', (kind) => {
    const old = merged(BASES[kind], { status: { collisionCount: 2 } });
    expect(statusErrors('apps', kind, [merged(old, { status: { collisionCount: null } }), old])).toEqual([
      'status.collisionCount: Invalid value: 0: cannot be decremented',
    ]);
  });
});
