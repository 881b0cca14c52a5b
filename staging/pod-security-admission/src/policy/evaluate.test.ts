import type { PodSpec } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import type { Level, Version } from '../api/levels.ts';
import { evaluatePod, forbiddenDetail } from './evaluate.ts';

interface Case {
  readonly name: string;
  readonly level: Level;
  readonly version?: Version;
  readonly annotations?: Record<string, string>;
  readonly spec: Partial<PodSpec>;
  readonly want: string;
}

const hardened = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

// The messages are those of the reference (admission/podsecurity vectors).
test.each<Case>([
  {
    name: 'privileged allows everything',
    level: 'privileged',
    spec: { hostNetwork: true, containers: [{ name: 'c', securityContext: { privileged: true } }] },
    want: '',
  },
  { name: 'a plain pod is baseline', level: 'baseline', spec: {}, want: '' },
  {
    name: 'privileged containers',
    level: 'baseline',
    spec: { containers: ['a', 'b'].map((name) => ({ name, securityContext: { privileged: true } })) },
    want: 'privileged (containers "a", "b" must not set securityContext.privileged=true)',
  },
  {
    name: 'namespaces of the host',
    level: 'baseline',
    spec: { hostNetwork: true, hostPID: true },
    want: 'host namespaces (hostNetwork=true, hostPID=true)',
  },
  {
    name: 'ports of the host',
    level: 'baseline',
    spec: { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] },
    want: 'hostPort (container "c" uses hostPort 80)',
  },
  {
    name: 'capabilities',
    level: 'baseline',
    spec: {
      containers: [{ name: 'c', securityContext: { capabilities: { add: ['SYS_TIME', 'CHOWN', 'NET_ADMIN'] } } }],
    },
    want: 'non-default capabilities (container "c" must not include "NET_ADMIN", "SYS_TIME" in securityContext.capabilities.add)',
  },
  {
    name: 'several at once, in a fixed order',
    level: 'baseline',
    spec: {
      securityContext: {
        sysctls: [{ name: 'kernel.msgmax', value: '1' }],
        seLinuxOptions: { user: 'x', type: 'bad_t' },
        seccompProfile: { type: 'Unconfined' },
      },
    },
    want:
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "bad_t"; user may not be set), ' +
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined"), ' +
      'forbidden sysctls (kernel.msgmax)',
  },
  {
    name: 'a plain pod is not restricted',
    level: 'restricted',
    spec: {},
    want:
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
      'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
      'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  },
  {
    name: 'a hardened pod is',
    level: 'restricted',
    spec: { containers: [{ name: 'c', securityContext: hardened }], volumes: [{ name: 'v', emptyDir: {} }] },
    want: '',
  },
  {
    name: 'volumes of the host are reported once',
    level: 'restricted',
    spec: {
      containers: [{ name: 'c', securityContext: hardened }],
      volumes: [{ name: 'h', hostPath: { path: '/x' } }],
    },
    want: 'restricted volume types (volume "h" uses restricted volume type "hostPath")',
  },
  {
    name: 'probes of other hosts',
    level: 'baseline',
    spec: { containers: [{ name: 'c', livenessProbe: { httpGet: { host: 'h', port: 80 } } }] },
    want: 'probe or lifecycle host (container "c" uses probe or lifecycle host "h")',
  },
  {
    name: 'probes of other hosts, before that was checked',
    level: 'baseline',
    version: 33,
    spec: { containers: [{ name: 'c', livenessProbe: { httpGet: { host: 'h', port: 80 } } }] },
    want: '',
  },
  {
    name: 'AppArmor by field and annotation',
    level: 'baseline',
    annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' },
    spec: { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
    want:
      'forbidden AppArmor profiles (pod and annotation must not set AppArmor profile type to "Unconfined", ' +
      '"container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
  },
  {
    name: 'seccomp by annotation, in old versions',
    level: 'baseline',
    version: 18,
    annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
    spec: { securityContext: { seccompProfile: { type: 'Unconfined' } } },
    want: 'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
  },
  {
    name: 'restricted as of a version that did not know seccomp fields keeps the check of the baseline',
    level: 'restricted',
    version: 18,
    annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
    spec: { containers: [{ name: 'c', securityContext: hardened }] },
    want: 'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
  },
  {
    name: 'a version that is not there yet is the newest',
    level: 'baseline',
    version: 99,
    spec: { hostIPC: true },
    want: 'host namespaces (hostIPC=true)',
  },
  {
    name: 'sysctls that became safe',
    level: 'baseline',
    version: 26,
    spec: { securityContext: { sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports', value: '1' }] } },
    want: 'forbidden sysctls (net.ipv4.ip_local_reserved_ports)',
  },
  {
    name: 'pods of Windows need no Linux settings',
    level: 'restricted',
    spec: { os: { name: 'windows' }, securityContext: { runAsNonRoot: true } },
    want: '',
  },
  {
    name: 'root in a user namespace is not root, but its /proc is masked',
    level: 'restricted',
    spec: {
      hostUsers: false,
      containers: [
        {
          name: 'c',
          securityContext: { ...hardened, runAsNonRoot: false, runAsUser: 0, procMount: 'Unmasked' },
        },
      ],
    },
    want: 'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
  },
])('$name', ({ level, version = 'latest', annotations = {}, spec, want }) => {
  const violations = evaluatePod({ level, version }, { annotations }, { containers: [{ name: 'c' }], ...spec });
  expect(forbiddenDetail(violations)).toBe(want);
});
