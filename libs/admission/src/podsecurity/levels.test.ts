import type { PodSpec } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { violations, type Level } from './levels.ts';

interface Case {
  readonly name: string;
  readonly level: Level;
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
])('$name', ({ level, spec, want }) => {
  expect(violations(level, {}, { containers: [{ name: 'c' }], ...spec })).toBe(want);
});
