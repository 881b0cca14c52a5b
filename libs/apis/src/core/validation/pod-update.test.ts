import type { Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { merged, type Sketch, statusErrors, texts, updateErrors } from '../../testing/validation-table.ts';
import { validatePodResize } from './pod-resize.ts';

const POD: Sketch = {
  metadata: { name: 'p', namespace: 'n', resourceVersion: '1' },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'i',
        imagePullPolicy: 'Always',
        terminationMessagePolicy: 'File',
        resources: { requests: { cpu: '1' } },
      },
    ],
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    terminationGracePeriodSeconds: 30,
  },
  status: { qosClass: 'Burstable' },
};

const FROZEN =
  'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,' +
  '`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing ' +
  'tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n';

function withSpec(spec: Sketch): Sketch {
  return merged(POD, { spec });
}

test.each<readonly [name: string, old: Sketch, spec: Sketch, expected: readonly string[]]>([
  ['nothing', {}, {}, []],
  ['a deadline', {}, { activeDeadlineSeconds: 5 }, []],
  ['an empty list for none', {}, { tolerations: [] }, []],
  ['a frozen member', {}, { hostname: 'h' }, [FROZEN]],
  [
    'a later deadline',
    { activeDeadlineSeconds: 5 },
    { activeDeadlineSeconds: 6 },
    ['spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value'],
  ],
  ['more nodes to choose from', {}, { nodeSelector: { a: 'b' } }, [FROZEN]],
  ['fewer nodes for a gated pod', { schedulingGates: [{ name: 'a.b/g' }] }, gated({ a: 'b' }), []],
  [
    'other nodes for a gated pod',
    { schedulingGates: [{ name: 'a.b/g' }], nodeSelector: { a: 'x' } },
    gated({ a: 'b' }),
    [
      'spec.nodeSelector: Invalid value: {"a":"b"}: only additions to spec.nodeSelector are allowed (no mutations or ' +
        'deletions)',
    ],
  ],
  [
    'a gate',
    {},
    { schedulingGates: [{ name: 'a.b/g' }] },
    ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'a.b/g'"],
  ],
])('an update of a pod: %s', (_name, old, spec, expected) => {
  expect(updateErrors('', 'Pod', [merged(withSpec(old), { spec }), withSpec(old)])).toEqual(expected);
});

function gated(nodeSelector: Sketch): Sketch {
  return { schedulingGates: [{ name: 'a.b/g' }], nodeSelector };
}

test('annotations that profiles are taken from stay', () => {
  const key = 'container.apparmor.security.beta.kubernetes.io/c';
  const old = merged(POD, { metadata: { annotations: { [key]: 'unconfined' } } });
  expect(updateErrors('', 'Pod', [POD, old])).toEqual([
    `metadata.annotations[${key}]: Forbidden: may not remove or update AppArmor annotations`,
  ]);
});

const ENDED = { name: 'c', state: { terminated: { exitCode: 1 } } };

test.each<readonly [name: string, spec: Sketch, status: Sketch, expected: readonly string[]]>([
  ['a container runs again', {}, { containerStatuses: [{ name: 'c', state: { running: {} } }] }, []],
  [
    'a container that never restarts runs again',
    { restartPolicy: 'Never' },
    { containerStatuses: [{ name: 'c', state: { running: {} } }] },
    ['status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'],
  ],
  [
    'a condition',
    {},
    { conditions: [{ type: 'Ready', status: 'True', observedGeneration: -1 }] },
    ['status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer'],
  ],
  [
    'addresses of one family',
    {},
    { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] },
    [
      'status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"10.0.0.2"}]: may specify no more than one IP for each ' +
        'IP family',
    ],
  ],
  [
    'a claim that the pod does not have',
    {},
    { resourceClaimStatuses: [{ name: 'x' }] },
    [
      'status.resourceClaimStatuses[0].name: Invalid value: "x": must match the name of an entry in `spec.resourceClaims`',
    ],
  ],
])('a status of a pod: %s', (_name, spec, status, expected) => {
  const old = merged(POD, { spec, status: { containerStatuses: [ENDED] } });
  expect(statusErrors('', 'Pod', [merged(old, { status }), old])).toEqual(expected);
});

test.each<readonly [name: string, resources: Sketch, expected: readonly string[]]>([
  ['more cpu', { requests: { cpu: '2' } }, []],
  [
    'no cpu',
    {},
    ['spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing', noRequests()],
  ],
  ['storage', { requests: { cpu: '1', 'ephemeral-storage': '1' } }, [onlyCpuAndMemory()]],
])('a resize of a pod: %s', (_name, resources, expected) => {
  const [container] = (POD['spec'] as { containers: Sketch[] }).containers;
  const pod = withSpec({ containers: [{ ...container, resources }] });
  expect(texts(validatePodResize(pod as unknown as Pod, POD as unknown as Pod))).toEqual(expected);
});

function noRequests(): string {
  return 'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed';
}

function onlyCpuAndMemory(): string {
  return 'spec: Forbidden: only cpu and memory resources are mutable';
}
