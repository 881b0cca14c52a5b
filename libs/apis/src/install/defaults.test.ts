/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-argument -- decoded JSON is looked at by path */
import type { GroupVersionKind } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { pullPolicyFor } from '../core/v1/container-defaults.ts';
import { newApiScheme } from './api-scheme.ts';

const scheme = newApiScheme();
const gvk = (group: string, version: string, kind: string): GroupVersionKind => ({ group, version, kind });
const decode = (kind: GroupVersionKind, spec: unknown): any => scheme.decode({ spec }, kind).object;

describe('defaults (pkg/apis/*/defaults.go)', () => {
  test('a pod of one container', () => {
    const { spec } = decode(gvk('', 'v1', 'Pod'), {
      containers: [{ name: 'c', image: 'nginx' }],
      volumes: [{ name: 'v' }],
    });
    expect(spec).toEqual({
      volumes: [{ name: 'v', emptyDir: {} }],
      containers: [
        {
          name: 'c',
          image: 'nginx',
          resources: {},
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'Always',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
    });
  });

  test('a limit is a request, too', () => {
    const resources = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } };
    const { spec } = decode(gvk('', 'v1', 'Pod'), { containers: [{ name: 'c', image: 'x:1', resources }] });
    expect(spec.containers[0].resources.requests).toEqual({ cpu: '500m', memory: '1Gi' });
  });

  test('a deployment rolls', () => {
    const { spec } = decode(gvk('apps', 'v1', 'Deployment'), { selector: {}, template: {} });
    expect(spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
  });

  test('a service of type LoadBalancer', () => {
    const { spec } = decode(gvk('', 'v1', 'Service'), { type: 'LoadBalancer', ports: [{ port: 80 }] });
    expect(spec).toEqual({
      ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      type: 'LoadBalancer',
      sessionAffinity: 'None',
      externalTrafficPolicy: 'Cluster',
      allocateLoadBalancerNodePorts: true,
      internalTrafficPolicy: 'Cluster',
    });
  });

  test('an autoscaler without metrics looks at the CPU', () => {
    const { spec } = decode(gvk('autoscaling', 'v2', 'HorizontalPodAutoscaler'), { maxReplicas: 3 });
    expect(spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ]);
  });

  test.each([
    { image: 'nginx', want: 'Always' },
    { image: 'nginx:latest', want: 'Always' },
    { image: 'nginx:1.27', want: 'IfNotPresent' },
    { image: 'localhost:5000/nginx', want: 'Always' },
    { image: 'nginx@sha256:0123', want: 'IfNotPresent' },
  ])('image $image is pulled $want', ({ image, want }) => {
    expect(pullPolicyFor(image)).toBe(want);
  });
});

describe('conversion', () => {
  const v1 = gvk('autoscaling', 'v1', 'HorizontalPodAutoscaler');
  const v2 = { group: 'autoscaling', version: 'v2' };

  test('autoscaling/v1 keeps what it has no fields for in annotations', () => {
    const spec = {
      scaleTargetRef: { kind: 'Deployment', name: 'd' },
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
        { type: 'Pods', pods: { metric: { name: 'qps' }, target: { type: 'AverageValue', averageValue: '10' } } },
      ],
    };
    const hub = decode(gvk('autoscaling', 'v2', 'HorizontalPodAutoscaler'), spec);
    const old: any = scheme.convert(hub, v1);
    expect(old.spec.targetCPUUtilizationPercentage).toBe(60);
    expect(Object.keys(old.metadata.annotations)).toEqual(['autoscaling.alpha.kubernetes.io/metrics']);
    expect(scheme.convert(old, v2)).toMatchObject({ spec: hub.spec, metadata: {} });
  });

  test('events.k8s.io shows the event of the core group', () => {
    const event = {
      eventTime: '2026-01-02T03:04:05.000001Z',
      reportingController: 'x/y',
      reportingInstance: 'z',
      action: 'A',
      reason: 'R',
      regarding: { kind: 'Pod', name: 'p' },
      note: 'n',
      type: 'Normal',
    };
    const newer = scheme.decode(event, gvk('events.k8s.io', 'v1', 'Event')).object;
    const core: any = scheme.convert(newer, { group: '', version: 'v1' });
    expect(core).toMatchObject({ involvedObject: event.regarding, message: 'n', reportingComponent: 'x/y' });
    expect(scheme.convert(core, { group: 'events.k8s.io', version: 'v1' })).toEqual(newer);
  });

  test.each([
    { given: '0.0001', want: '1m' },
    { given: '100n', want: '1m' },
    { given: '1500u', want: '2m' },
    { given: '1e-6', want: '1e-3' },
    { given: '1.5', want: '1500m' },
    { given: '1Gi', want: '1Gi' },
  ])('resource lists keep $given as $want', ({ given, want }) => {
    const pod = decode(gvk('', 'v1', 'Pod'), {
      containers: [{ name: 'c', image: 'x:1', resources: { limits: { cpu: given } } }],
      overhead: { cpu: given },
    });
    expect(pod.spec.containers[0].resources).toEqual({ limits: { cpu: want }, requests: { cpu: want } });
    expect(pod.spec.overhead).toEqual({ cpu: want });
    const claim = decode(gvk('', 'v1', 'PersistentVolumeClaim'), { resources: { requests: { storage: given } } });
    expect(claim.spec.resources.requests.storage).toBe(want);
    const quota = decode(gvk('', 'v1', 'ResourceQuota'), { hard: { cpu: given } });
    expect(quota.spec.hard.cpu).toBe(want);
    const range = decode(gvk('', 'v1', 'LimitRange'), { limits: [{ type: 'Pod', max: { cpu: given } }] });
    expect(range.spec.limits[0].max.cpu).toBe(want);
  });

  test.each([
    {
      name: 'requests are those of the containers, limited or not',
      given: { limits: { cpu: '2' } },
      requests: { memory: '1Gi' },
      want: { limits: { cpu: '2' }, requests: { cpu: '2', memory: '1Gi' } },
    },
    {
      name: 'nothing is requested where nothing is limited',
      given: { requests: { cpu: '2' } },
      requests: { memory: '1Gi' },
      want: { requests: { cpu: '2' } },
    },
    {
      name: 'resources that no pod has as a whole are left out',
      given: { limits: { cpu: '2' } },
      requests: { 'example.com/gpu': '1' },
      want: { limits: { cpu: '2' }, requests: { cpu: '2' } },
    },
  ])('pod-level resources: $name', ({ given, requests, want }) => {
    const containers = [{ name: 'c', image: 'x:1', resources: { requests } }];
    expect(decode(gvk('', 'v1', 'Pod'), { containers, resources: given }).spec.resources).toEqual(want);
  });

  test('pod-level limits of huge pages are those of the containers', () => {
    const resources = { limits: { 'hugepages-2Mi': '2Mi' } };
    const containers = [
      { name: 'a', image: 'x:1', resources },
      { name: 'b', image: 'x:1', resources },
    ];
    const { spec } = decode(gvk('', 'v1', 'Pod'), { containers, resources: { requests: { cpu: '1' } } });
    expect(spec.resources).toEqual({
      limits: { 'hugepages-2Mi': '4Mi' },
      requests: { cpu: '1', 'hugepages-2Mi': '4Mi' },
    });
  });

  test('a StatefulSet that names its strategy gets no partition', () => {
    const spec = (updateStrategy: unknown): unknown =>
      decode(gvk('apps', 'v1', 'StatefulSet'), { selector: {}, template: {}, updateStrategy }).spec.updateStrategy;
    expect(spec({})).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
    expect(spec({ type: 'RollingUpdate' })).toEqual({ type: 'RollingUpdate' });
    expect(spec({ type: 'RollingUpdate', rollingUpdate: {} })).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { partition: 0 },
    });
  });

  test('the first pod CIDR of a node stands twice', () => {
    expect(decode(gvk('', 'v1', 'Node'), { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] }).spec.podCIDR).toBe('10.0.0.0/24');
    expect(decode(gvk('', 'v1', 'Node'), { podCIDR: '10.0.0.0/24' }).spec.podCIDRs).toEqual(['10.0.0.0/24']);
  });

  test('taints of devices have a time', () => {
    const devices = [{ name: 'd', taints: [{ key: 'a', effect: 'NoSchedule' }] }];
    const { spec } = decode(gvk('resource.k8s.io', 'v1', 'ResourceSlice'), { devices });
    expect(spec.devices[0].taints[0].timeAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
});
