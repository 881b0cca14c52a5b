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

const created = '1970-01-01T00:00:00Z';
const anAge = new AgeCell(0);

interface Row {
  readonly group: string;
  readonly kind: string;
  readonly object: object;
  readonly want: readonly unknown[];
}

const event = { involvedObject: { kind: 'Pod' }, reason: 'R', type: 'Normal', message: ' m ' };
const csr = { spec: { signerName: 's', username: 'u', expirationSeconds: 3600 } };
const hpa = (spec: object, currentMetrics: object[]): object => ({
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3, minReplicas: 1, metrics: [spec] },
  status: { currentReplicas: 2, currentMetrics },
});

// As upstream's TestPrint… (pkg/printers/internalversion/printers_test.go).
test.each<Row>([
  {
    group: '',
    kind: 'Event',
    object: { ...event, source: { component: 'c' }, reportingInstance: 'i', lastTimestamp: created },
    want: [anAge, 'Normal', 'R', 'pod', '', 'c, i', 'm', '<unknown>', 1, 'n'],
  },
  {
    group: '',
    kind: 'Endpoints',
    object: { subsets: [{ notReadyAddresses: [{ ip: '1.2.3.4' }], ports: [{ port: 1 }] }] },
    want: ['n', '', anAge],
  },
  {
    group: '',
    kind: 'Service',
    object: {
      spec: { type: 'LoadBalancer', clusterIPs: ['10.0.0.1'], externalIPs: ['9.9.9.9'], ports: [{ port: 1 }] },
      status: { loadBalancer: { ingress: [{ hostname: 'b' }, { ip: '1.1.1.1' }, { hostname: 'b' }] } },
    },
    want: ['n', 'LoadBalancer', '10.0.0.1', '1.1.1.1,b,9.9.9.9', '1/TCP', anAge, '<none>'],
  },
  {
    group: '',
    kind: 'PersistentVolumeClaim',
    object: { spec: { volumeName: 'v' }, status: { phase: 'Bound', accessModes: ['ReadWriteMany', 'ReadWriteOnce'] } },
    want: ['n', 'Bound', 'v', '0', 'RWO,RWX', '', '<unset>', anAge, '<unset>'],
  },
  {
    group: 'networking.k8s.io',
    kind: 'Ingress',
    object: {
      metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: { rules: [{ host: 'a' }, { host: 'b' }, { host: 'c' }, {}] },
      status: { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { ip: '1.1.1.1' }] } },
    },
    want: ['n', '<none>', 'a,b,c + 1 more...', '1.1.1.1,2.2.2.2', '80', anAge],
  },
  {
    group: 'discovery.k8s.io',
    kind: 'EndpointSlice',
    object: { addressType: 'IPv4', ports: [{ name: '', protocol: 'TCP' }], endpoints: [] },
    want: ['n', 'IPv4', '<unset>', '<unset>', anAge],
  },
  {
    group: 'apps',
    kind: 'ControllerRevision',
    object: { revision: 3 },
    want: ['n', '<none>', 3, anAge],
  },
  {
    group: 'storage.k8s.io',
    kind: 'StorageClass',
    object: { provisioner: 'p', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
    want: ['n', 'p', 'Delete', 'Immediate', false, anAge],
  },
  {
    group: 'certificates.k8s.io',
    kind: 'CertificateSigningRequest',
    object: { ...csr, status: { conditions: [{ type: 'Failed' }] } },
    want: ['n', anAge, 's', 'u', '60m', 'Pending,Failed'],
  },
  {
    group: 'certificates.k8s.io',
    kind: 'CertificateSigningRequest',
    object: { ...csr, status: { conditions: [{ type: 'Approved' }], certificate: 'eA==' } },
    want: ['n', anAge, 's', 'u', '60m', 'Approved,Issued'],
  },
  {
    group: 'flowcontrol.apiserver.k8s.io',
    kind: 'PriorityLevelConfiguration',
    object: { spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0 } } },
    want: ['n', 'Exempt', '<none>', '<none>', '<none>', '<none>', anAge],
  },
  {
    group: 'resource.k8s.io',
    kind: 'ResourceSlice',
    object: { spec: { driver: 'd', pool: { name: 'p' } } },
    want: ['n', '', 'd', 'p', anAge],
  },
  {
    group: 'admissionregistration.k8s.io',
    kind: 'ValidatingAdmissionPolicyBinding',
    object: { spec: { policyName: 'p', paramRef: { name: 'x' } } },
    want: ['n', 'p', '*/x', anAge],
  },
  {
    group: 'admissionregistration.k8s.io',
    kind: 'MutatingAdmissionPolicyBinding',
    object: {
      spec: {
        policyName: 'p',
        paramRef: {
          selector: {
            matchLabels: { b: '2', a: '1' },
            matchExpressions: [{ key: 'k', operator: 'In', values: ['v', 'w'] }],
          },
        },
      },
    },
    want: [
      'n',
      'p',
      '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[v w],},},}',
      anAge,
    ],
  },
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    object: hpa({ type: 'Object', object: { target: { type: 'AverageValue', averageValue: '5' } } }, []),
    want: ['n', 'Deployment/d', '<unknown>/5 (avg)', '1', 3, 2, anAge],
  },
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    object: hpa({ type: 'Pods', pods: { target: { averageValue: '5' } } }, [{ type: 'Pods', pods: { current: {} } }]),
    want: ['n', 'Deployment/d', '<nil>/5', '1', 3, 2, anAge],
  },
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    object: hpa({ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } }, [
      { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 7 } } },
    ]),
    want: ['n', 'Deployment/d', 'cpu: 7%/80%', '1', 3, 2, anAge],
  },
])('a row of $kind.$group', ({ group, kind, object, want }) => {
  const { metadata = {} } = object as { metadata?: object };
  const whole = { ...object, metadata: { name: 'n', creationTimestamp: created, ...metadata } };
  expect(printerFor({ group, kind })?.cells(whole as never)).toEqual(want);
});

test('flow schemas are shown in the order in which they are asked', () => {
  const schema = (name: string, matchingPrecedence: number): never =>
    ({ metadata: { name }, spec: { matchingPrecedence } }) as never;
  const printer = printerFor({ group: 'flowcontrol.apiserver.k8s.io', kind: 'FlowSchema' });
  const sorted = [schema('a', 9), schema('c', 1), schema('b', 1)].toSorted((a, b) => printer?.order?.(a, b) ?? 0);
  expect(sorted).toEqual([schema('b', 1), schema('c', 1), schema('a', 9)]);
});
