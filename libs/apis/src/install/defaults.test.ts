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
});
