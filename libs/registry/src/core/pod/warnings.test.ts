import type { PodSpec } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { podTemplateWarnings, podWarnings } from './warnings.ts';

const pod = (spec: object): PodSpec => ({ containers: [{ name: 'c', image: 'i' }], ...spec });
const container = (members: object): PodSpec => pod({ containers: [{ name: 'c', image: 'i', ...members }] });
const nodeTerm = { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'Exists' }] };

test.each([
  { spec: pod({}), want: [] },
  {
    spec: pod({ nodeSelector: { 'beta.kubernetes.io/arch': 'x' } }),
    want: ['spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead'],
  },
  {
    spec: pod({
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [nodeTerm] } },
        podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: {} }] },
      },
    }),
    want: [
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod',
    ],
  },
  {
    spec: pod({ volumes: [{ name: 'v', glusterfs: {} }] }),
    want: ['spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+'],
  },
  {
    spec: pod({
      volumes: [
        {
          name: 'v',
          projected: {
            sources: [{ serviceAccountToken: { path: 't' } }, { secret: { items: [{ key: 'k', path: 't' }] } }],
          },
        },
      ],
    }),
    want: ['volume "v" (Projected Secret ""): overlapping paths: "t" with "t"'],
  },
  {
    spec: pod({
      volumes: [
        { name: 'a', configMap: { name: 'm', items: [{ path: 'p' }, { path: 'p/q' }, { path: 'pq' }] } },
        { name: 'b', secret: { secretName: 's', items: [{ path: 'x/' }, { path: 'x' }] } },
        { name: 'c', downwardAPI: { items: [{ path: 'l/m' }, { path: 'l' }] } },
        {
          name: 'd',
          projected: { sources: [{}, { serviceAccountToken: { path: 't' } }, { configMap: { name: 'm' } }] },
        },
        {
          name: 'e',
          projected: {
            sources: [{ serviceAccountToken: { path: 't' } }, { clusterTrustBundle: { signerName: 's', path: 't/u' } }],
          },
        },
      ],
    }),
    want: [
      'volume "a" (ConfigMap "m"): overlapping paths: "p/q" with "p"',
      'volume "b" (Secret "s"): overlapping paths: "x" with "x"',
      'volume "c" (DownwardAPI): overlapping paths: "l" with "l/m"',
      'volume "d" (Projected) has no sources provided',
      'volume "e" (Projected ClusterTrustBundle "s"): overlapping paths: "t/u" with "t"',
    ],
  },
  {
    spec: pod({
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] } },
          ],
        },
      },
    }),
    want: [
      expect.stringMatching(
        /^spec\.affinity\.nodeAffinity\.preferredDuringSchedulingIgnoredDuringExecution\[0\]\.preference\.matchExpressions\[0\]\.values\[0\]: - is invalid, a valid label must be/u,
      ),
    ],
  },
  {
    spec: pod({ hostAliases: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }, { ip: 'fd00:0::1' }] }),
    want: [
      'spec.hostAliases[1].ip: duplicate ip "1.2.3.4"',
      'spec.hostAliases[2].ip: IPv6 address "fd00:0::1" should be in RFC 5952 canonical format ("fd00::1")',
    ],
  },
  {
    spec: pod({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}] }),
    want: ['spec.imagePullSecrets[1].name: duplicate name "a"', 'spec.imagePullSecrets[2].name: invalid empty name ""'],
  },
  {
    spec: pod({ terminationGracePeriodSeconds: -1 }),
    want: ['spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1'],
  },
  {
    spec: container({ resources: { limits: { memory: '1500m', cpu: '1500m' } } }),
    want: ['spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer'],
  },
  {
    spec: container({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '$(A)2' },
        { name: 'A', value: '$(A)' },
        { name: 'A', valueFrom: {} },
      ],
    }),
    want: [
      'spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
      'spec.containers[0].env[3]: hides previous definition of "A", which may be dropped when using apply',
    ],
  },
  {
    spec: container({
      ports: [
        { containerPort: 80, protocol: 'TCP' },
        { containerPort: 80, protocol: 'TCP' },
        { containerPort: 80, protocol: 'TCP', hostPort: 8080 },
        { containerPort: 80, protocol: 'UDP' },
        { containerPort: 81, protocol: 'TCP', hostIP: '1.2.3.4' },
      ],
    }),
    want: [
      'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
      'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]',
      'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]',
      'spec.containers[0].ports[4]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:81 Protocol:TCP HostIP:1.2.3.4}',
    ],
  },
])('$want', ({ spec, want }) => {
  expect(podWarnings({}, spec, '')).toEqual(want);
});

test('annotations that fields have taken over from', () => {
  const annotations = {
    'scheduler.alpha.kubernetes.io/critical-pod': '',
    'seccomp.security.alpha.kubernetes.io/pod': 'x',
    'container.seccomp.security.alpha.kubernetes.io/c': 'x',
    'container.apparmor.security.beta.kubernetes.io/c': 'x',
  };
  const path = 'spec.template.metadata.annotations';
  expect(podTemplateWarnings({ metadata: { annotations }, spec: pod({}) }, 'spec.template')).toEqual([
    `${path}[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead`,
    `${path}[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead`,
    `${path}[container.seccomp.security.alpha.kubernetes.io/c]: non-functional in v1.27+; use the "seccompProfile" field instead`,
    `${path}[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ]);
});
