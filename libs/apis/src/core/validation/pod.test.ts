import { expect, test } from 'vitest';

import { createErrors, merged, type Sketch } from '../../testing/validation-table.ts';

const CONTAINER: Sketch = {
  name: 'c',
  image: 'i',
  imagePullPolicy: 'Always',
  terminationMessagePolicy: 'File',
};

const POD: Sketch = {
  metadata: { name: 'p', namespace: 'n' },
  spec: {
    containers: [CONTAINER],
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    terminationGracePeriodSeconds: 30,
  },
  status: {},
};

const MUST_BE_LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

type Row = readonly [name: string, spec: Sketch, expected: readonly string[]];

function container(patch: Sketch): Sketch {
  return { containers: [merged(CONTAINER, patch)] };
}

function volume(source: Sketch): Sketch {
  return { volumes: [{ name: 'v', ...source }] };
}

const WITH_VOLUME = { volumes: [{ name: 'v', emptyDir: {} }] };

const CONTAINERS: readonly Row[] = [
  ['is fine', {}, []],
  ['none', { containers: [] }, ['spec.containers: Required value']],
  ['name', container({ name: 'C' }), [`spec.containers[0].name: Invalid value: "C": ${MUST_BE_LABEL}`]],
  [
    'padded image',
    container({ image: ' i' }),
    ['spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace'],
  ],
  [
    'two probes in one',
    container({ readinessProbe: { exec: { command: ['x'] }, httpGet: { path: '/', port: 1, scheme: 'HTTP' } } }),
    ['spec.containers[0].readinessProbe.httpGet: Forbidden: may not specify more than 1 handler type'],
  ],
  [
    'readiness with a grace period',
    container({ readinessProbe: { tcpSocket: { port: 1 }, terminationGracePeriodSeconds: 1 } }),
    [
      'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: ' +
        'must not be set for readinessProbes',
    ],
  ],
  [
    'header',
    container({ startupProbe: { successThreshold: 1, httpGet: httpGet('a b') } }),
    [
      'spec.containers[0].startupProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of ' +
        "alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
  ],
  [
    'sleeps too long',
    container({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
    [
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than ' +
        'terminationGracePeriodSeconds (30)',
    ],
  ],
  [
    'stop signal without an operating system',
    container({ lifecycle: { stopSignal: 'SIGTERM' } }),
    ['spec.containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`'],
  ],
  [
    'restart rules',
    container({ restartPolicyRules: [{ action: 'Foo', exitCodes: { operator: 'Is' } }, { action: 'Restart' }] }),
    [
      'spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
      'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Foo": supported values: "Restart", ' +
        '"RestartAllContainers"',
      'spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: "Is": supported values: "In", ' +
        '"NotIn"',
      'spec.containers[0].restartPolicyRules[1].exitCodes: Required value: must be specified',
    ],
  ],
  [
    'resize restarts what never restarts',
    {
      restartPolicy: 'Never',
      ...container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    },
    [
      'spec.containers[0].resizePolicy: Invalid value: "RestartContainer": must be \'NotRequired\' when pod ' +
        "`restartPolicy` is 'Never'",
    ],
  ],
  [
    'init container like another',
    { initContainers: [merged(CONTAINER, { livenessProbe: { successThreshold: 1 } })] },
    [
      'spec.initContainers[0].name: Duplicate value: "c"',
      'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ],
  ],
  [
    'host network without host port',
    { hostNetwork: true, ...container({ ports: [{ containerPort: 80, protocol: 'TCP' }] }) },
    ['spec.containers[0].ports[0].hostPort: Invalid value: 0: must match `containerPort` when `hostNetwork` is true'],
  ],
];

function httpGet(name: string): Sketch {
  return { path: '/', port: 1, scheme: 'HTTP', httpHeaders: [{ name, value: '' }] };
}

const RESOURCES: readonly Row[] = [
  [
    'huge pages alone',
    container({ resources: { limits: { 'hugepages-2Mi': '2Mi' }, requests: { 'hugepages-2Mi': '2Mi' } } }),
    ['spec.containers[0].resources: Forbidden: HugePages require cpu or memory'],
  ],
  [
    'claims',
    {
      resourceClaims: [{ name: 'a', resourceClaimName: 'x' }],
      ...container({ resources: { claims: [{ name: 'b' }] } }),
    },
    ['spec.containers[0].resources.claims[0]: Not found: "b": must be one of the names in pod.spec.resourceClaims: a'],
  ],
  [
    'claim whole and in part',
    {
      resourceClaims: [{ name: 'a', resourceClaimName: 'x' }],
      ...container({ resources: { claims: [{ name: 'a', request: 'r' }, { name: 'a' }] } }),
    },
    ['spec.containers[0].resources.claims[1]: Duplicate value: "a"'],
  ],
  [
    'pod has less than its containers need',
    {
      resources: { requests: { cpu: '1' }, limits: { cpu: '1' } },
      ...container({ resources: { requests: { cpu: '2' }, limits: { cpu: '2' } } }),
    },
    [
      'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container ' +
        'requests of 2',
      'spec.resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
    ],
  ],
  [
    'storage for a pod',
    { resources: { requests: { 'ephemeral-storage': '1' } } },
    [
      'spec.resources.requests[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", ' +
        '"hugepages-", "memory"',
    ],
  ],
];

const VOLUMES: readonly Row[] = [
  [
    'path of a mount',
    { ...WITH_VOLUME, ...container({ volumeMounts: [{ name: 'v', mountPath: '/x', subPath: '../y' }] }) },
    ['spec.containers[0].volumeMounts.subPath: Invalid value: "../y": must not contain \'..\''],
  ],
  [
    'gce disk',
    volume({ gcePersistentDisk: { pdName: '', partition: 256 } }),
    [
      'spec.volumes[0].persistentDisk.pdName: Required value',
      'spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
    ],
  ],
  [
    'second source',
    volume({ emptyDir: {}, downwardAPI: {} }),
    ['spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type'],
  ],
  [
    'fc',
    volume({ fc: { targetWWNs: ['w'] } }),
    ['spec.volumes[0].fc.lun: Required value: lun is required if targetWWNs is specified'],
  ],
  [
    'quobyte',
    volume({ quobyte: { registry: 'a', volume: 'v' } }),
    [
      'spec.volumes[0].quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by ' +
        'commas',
    ],
  ],
  [
    'flex',
    volume({ flexVolume: { driver: 'd', options: { 'x.k8s.io/a': '1' } } }),
    [
      'spec.volumes[0].flexVolume.options[x.k8s.io/a]: Invalid value: "x.k8s.io/a": kubernetes.io and k8s.io ' +
        'namespaces are reserved',
    ],
  ],
  [
    'azure disk',
    volume({ azureDisk: { diskName: 'd', diskURI: 'x', kind: 'Dedicated' } }),
    [
      'spec.volumes[0].azureDisk.diskURI: Unsupported value: "x": supported values: ' +
        '"https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
  ],
  [
    'claim that another volume makes',
    {
      volumes: [
        { name: 'e', ephemeral: { volumeClaimTemplate: { spec: claimSpec() } } },
        { name: 'v', persistentVolumeClaim: { claimName: 'p-e' } },
      ],
    },
    [
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-e": must not reference a PVC that gets ' +
        'created for an ephemeral volume',
    ],
  ],
  [
    'two files in one place',
    volume({
      projected: {
        sources: [
          { secret: { name: 's', items: [{ key: 'k', path: 'a' }] } },
          { downwardAPI: { items: [{ path: 'a', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }] } },
        ],
      },
    }),
    ['spec.volumes[0].projected: Invalid value: "a": conflicting duplicate paths'],
  ],
  [
    'short token',
    volume({ projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 1 } }] } }),
    [
      'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 1: may not specify ' +
        'a duration less than 10 minutes',
    ],
  ],
];

function claimSpec(): Sketch {
  return { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };
}

const REST: readonly Row[] = [
  [
    'seccomp below the root',
    { securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: '/x' } } },
    ['spec.securityContext.seccompProfile.localhostProfile: Invalid value: "/x": must be a relative path'],
  ],
  [
    'sysctl of the host',
    { hostIPC: true, securityContext: { sysctls: [{ name: 'kernel/shm_rmid_forced', value: '1' }] } },
    [
      'spec.securityContext.sysctls[0].name: Invalid value: "kernel/shm_rmid_forced": may not be specified when ' +
        "'hostIPC' is true",
    ],
  ],
  [
    'user namespace and host',
    { hostUsers: false, hostPID: true },
    ['spec.HostPID: Forbidden: when `hostUsers` is false'],
  ],
  [
    'user of Windows',
    { securityContext: { windowsOptions: { runAsUserName: '.\\a:b' } } },
    [
      'spec.securityContext.windowsOptions.runAsUserName: Invalid value: ".\\\\a:b": runAsUserName\'s Domain doesn\'t ' +
        'match the NetBios nor the DNS format',
      'spec.securityContext.windowsOptions.runAsUserName: Invalid value: ".\\\\a:b": runAsUserName\'s User cannot ' +
        'contain the following characters: "/\\:;|=,+*?<>@[]',
    ],
  ],
  [
    'address with zeros',
    { hostAliases: [{ ip: '10.0.0.01', hostnames: [] }] },
    ['spec.hostAliases[0].ip: Invalid value: "10.0.0.01": must not have leading 0s'],
  ],
  [
    'host name',
    { hostnameOverride: 'h', hostNetwork: true },
    ['spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true'],
  ],
  [
    'keys that the selector has',
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'z',
          whenUnsatisfiable: 'DoNotSchedule',
          matchLabelKeys: ['a'],
          labelSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] },
        },
      ],
    },
    ['spec.topologySpreadConstraints[0][0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector'],
  ],
  [
    'file with variables elsewhere',
    {
      volumes: [{ name: 'v', hostPath: { path: '/x' } }],
      ...container({ env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'f', key: 'k' } } }] }),
    },
    [
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Invalid value: "v": referenced volume must be of ' +
        'type emptyDir',
    ],
  ],
];

test.each([...CONTAINERS, ...RESOURCES, ...VOLUMES, ...REST])('a new pod: %s', (_name, spec, expected) => {
  expect(createErrors('', 'Pod', merged(POD, { spec }))).toEqual(expected);
});

test.each<readonly [name: string, annotations: Sketch, expected: readonly string[]]>([
  [
    'mirror without a node',
    { 'kubernetes.io/config.mirror': 'x' },
    [
      'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod ' +
        'annotation is set',
    ],
  ],
  [
    'seccomp',
    { 'seccomp.security.alpha.kubernetes.io/pod': 'x' },
    [
      'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "x": must be a valid seccomp ' +
        'profile',
    ],
  ],
])('annotations of a pod: %s', (_name, annotations, expected) => {
  expect(createErrors('', 'Pod', merged(POD, { metadata: { annotations } }))).toEqual(expected);
});
