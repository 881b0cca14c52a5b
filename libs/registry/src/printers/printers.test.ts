import { AgeCell } from '@kubescript/apiserver';
import { expect, test } from 'vitest';

import { descriptions } from './descriptions.ts';
import { printerFor } from './printers.ts';
import { scalePrinter } from './scale-printer.ts';

const groups: Readonly<Record<string, readonly string[]>> = {
  '': ['Pod', 'Service', 'Node', 'Event', 'PersistentVolume', 'PersistentVolumeClaim', 'ConfigMap', 'Secret'],
  apps: ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ControllerRevision'],
  autoscaling: ['HorizontalPodAutoscaler'],
  batch: ['Job', 'CronJob'],
  'certificates.k8s.io': ['CertificateSigningRequest'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'networking.k8s.io': ['Ingress', 'IPAddress', 'ServiceCIDR'],
  'rbac.authorization.k8s.io': ['RoleBinding', 'ClusterRoleBinding'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
};

test.each(Object.entries(groups).flatMap(([group, kinds]) => kinds.map((kind) => ({ group, kind }))))(
  'every column of $kind says what it shows, and nothing is said of other columns',
  (kind) => {
    const columns = printerFor(kind)?.columns ?? [];
    const names = columns.map(({ name }) => name);
    expect(names).not.toEqual([]);
    for (const name of Object.keys(descriptions[kind.kind] ?? {})) expect(names).toContain(name);
    // The handler of a RuntimeClass is the only column that the reference has no text for.
    expect(columns.filter(({ description }) => description === '')).toEqual([]);
  },
);

const pod = (phase: string): object => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {},
  spec: { containers: [] },
  status: { phase },
});

test.each([
  {
    phase: 'Succeeded',
    want: [{ type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' }],
  },
  { phase: 'Failed', want: [{ type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' }] },
  { phase: 'Running', want: undefined },
])('the row of a pod that is $phase tells whether it has ended', ({ phase, want }) => {
  const printer = printerFor({ group: '', kind: 'Pod' });
  expect(printer?.conditions?.(pod(phase) as never)).toEqual(want);
});

test('a Scale is shown with what is wanted and what there is', () => {
  const scale = {
    metadata: { name: 'd', creationTimestamp: '1970-01-01T00:00:00Z' },
    spec: { replicas: 3 },
    status: { replicas: 1 },
  };
  expect(scalePrinter.cells(scale as never)).toEqual(['d', 3, 1, new AgeCell(0)]);
});
