import { newNotFound } from '@kubescript/apimachinery';
import { MetricsRegistry } from '@kubescript/component-base';
import type { Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import type { AdmissionDeps } from '../generic/deps.ts';
import { type TestRequest, testAttributes } from '../testing/attributes.ts';
import { podSecurity } from './admission.ts';
import { newPodSecurityMetrics } from './metrics.ts';

const pod = (spec: Partial<Pod['spec']> = {}): Pod => ({
  metadata: { name: 'x' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  status: {},
});
const deployment = { metadata: { name: 'd' }, spec: { template: { metadata: {}, spec: pod({ hostPID: true }).spec } } };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

const exemptions = { usernames: ['root'], namespaces: ['kube-system'], runtimeClasses: ['vm'] };
const configuration = {
  apiVersion: 'pod-security.admission.config.k8s.io/v1',
  kind: 'PodSecurityConfiguration',
  exemptions,
};

/** What was counted for a request into a namespace with these labels; undefined for none. */
async function counted(labels: Record<string, string> | undefined, request: TestRequest): Promise<string[]> {
  const registry = new MetricsRegistry();
  const get = (): Promise<unknown> =>
    labels
      ? Promise.resolve({ object: { metadata: { name: 'ns', labels } } })
      : Promise.reject(newNotFound({ resource: 'namespaces', group: '' }, 'ns'));
  const deps = {
    stores: { namespaces: { get } },
    configuration: () => configuration,
    podSecurityMetrics: newPodSecurityMetrics(registry),
  } as unknown as AdmissionDeps;
  await podSecurity(deps)
    .validate?.(testAttributes(request))
    .catch(() => undefined);
  const lines = (await registry.expose()).split('\n');
  return lines.filter((line) => line.startsWith('pod_security_') && !line.endsWith(' 0')).map(shortened);
}

const labelOrder = [
  ...['decision', 'policy_level', 'policy_version', 'mode', 'fatal'],
  ...['request_operation', 'resource', 'subresource'],
];

/** The name of the metric and the values of its labels. */
function shortened(line: string): string {
  const name = /^pod_security_(\w+)_total/.exec(line)?.[1] ?? '';
  const labels = new Map([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]));
  return [name, ...labelOrder.flatMap((label) => labels.get(label) ?? [])].join(' ').trim();
}

const level = (mode: string, value: string): Record<string, string> => ({
  [`pod-security.kubernetes.io/${mode}`]: value,
});
const bad = pod({ hostPID: true });

test.each<{ name: string; labels: Record<string, string> | undefined; request: TestRequest; want: string[] }>([
  {
    name: 'a pod that nobody looks at',
    labels: {},
    request: { object: bad },
    want: ['evaluations allow privileged latest enforce create pod'],
  },
  {
    name: 'a pod that is fine',
    labels: { ...level('enforce', 'baseline'), ...level('enforce-version', 'v1.30') },
    request: { object: pod() },
    want: ['evaluations allow baseline v1.30 enforce create pod'],
  },
  {
    name: 'a pod that is refused, of a version to come',
    labels: { ...level('enforce', 'baseline'), ...level('enforce-version', 'v1.99') },
    request: { object: bad },
    want: ['evaluations deny baseline future enforce create pod'],
  },
  {
    name: 'what would be refused',
    labels: { ...level('audit', 'baseline'), ...level('warn', 'restricted') },
    request: { object: bad },
    want: [
      'evaluations allow privileged latest enforce create pod',
      'evaluations deny baseline latest audit create pod',
      'evaluations deny restricted latest warn create pod',
    ],
  },
  {
    name: 'templates, which are never refused',
    labels: { ...level('enforce', 'baseline'), ...level('warn', 'baseline') },
    request: { object: deployment, resource: deployments, operation: 'UPDATE' },
    want: ['evaluations deny baseline latest warn update controller'],
  },
  {
    name: 'an exempt user',
    labels: {},
    request: { object: bad, user: { name: 'root', groups: [] } },
    want: ['exemptions create pod'],
  },
  {
    name: 'an exempt namespace',
    labels: {},
    request: { object: bad, namespace: 'kube-system' },
    want: ['exemptions create pod'],
  },
  {
    name: 'an exempt runtime class',
    labels: level('enforce', 'baseline'),
    request: { object: pod({ hostPID: true, runtimeClassName: 'vm' }) },
    want: ['exemptions create pod'],
  },
  {
    name: 'labels that say nothing of use',
    labels: level('enforce', 'strict'),
    request: { object: pod() },
    want: ['evaluations deny restricted latest enforce create pod', 'errors false create pod'],
  },
  { name: 'no namespace', labels: undefined, request: { object: bad }, want: ['errors true create pod'] },
  { name: 'a subresource of no interest', labels: {}, request: { object: bad, subresource: 'status' }, want: [] },
])('$name: $want', async ({ labels, request, want }) => {
  expect((await counted(labels, request)).sort()).toEqual([...want].sort());
});

test('what is usual is there from the start', async () => {
  const registry = new MetricsRegistry();
  newPodSecurityMetrics(registry);
  const text = await registry.expose();
  expect(text).toContain(
    'pod_security_evaluations_total{decision="allow",mode="enforce",policy_level="privileged",policy_version="latest",request_operation="create",resource="pod",subresource=""} 0',
  );
  expect(text).toContain(
    'pod_security_exemptions_total{request_operation="update",resource="controller",subresource=""} 0',
  );
});
