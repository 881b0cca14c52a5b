import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, updateErrors } from '../../testing/validation-table.ts';

const hpa: Sketch = {
  metadata: { name: 'x', namespace: 'n', resourceVersion: '1' },
  spec: { minReplicas: 1, maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
};
const target = { type: 'Utilization', averageUtilization: 50 };
const metric = (item: Sketch): Sketch => ({ metrics: [item] });
const M = 'spec.metrics[0]';
const TYPES = 'supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';
const POPULATE = 'must populate the given metric source only';

describe('HorizontalPodAutoscaler', () => {
  it.each([
    [{}, []],
    [
      { minReplicas: 0 },
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [{ minReplicas: 3 }, ['spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`']],
    [
      { scaleTargetRef: { kind: '', name: '' } },
      ['spec.scaleTargetRef.kind: Required value', 'spec.scaleTargetRef.name: Required value'],
    ],
    [metric({ type: 'X' }), [`${M}.type: Unsupported value: "X": ${TYPES}`]],
    [metric({ type: 'Pods' }), [`${M}.pods: Required value: must populate information for the given metric source`]],
    [metric({ type: 'Resource', resource: { name: 'cpu', target } }), []],
    [
      metric({ type: 'Resource', resource: { name: '', target: { type: 'Value', value: '0' } } }),
      [
        `${M}.resource.name: Required value: must specify a resource name`,
        `${M}.resource.target.value: Invalid value: "0": must be positive`,
        `${M}.resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization`,
      ],
    ],
    [
      metric({ type: 'Resource', resource: { name: 'cpu', target }, pods: {} }),
      [`${M}.pods.metric.name: Required value: must specify a metric name`, `${M}.pods: Forbidden: ${POPULATE}`],
    ],
    [
      metric({ type: 'ContainerResource', containerResource: { name: 'cpu', container: '', target } }),
      [`${M}.containerResource.container: Required value: must specify a container`],
    ],
    [
      { behavior: { scaleUp: { stabilizationWindowSeconds: 3601, policies: [] } } },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
      ],
    ],
    [
      { behavior: { scaleDown: { policies: [{ type: 'X', value: 0, periodSeconds: 1801 }] } } },
      [
        'spec.behavior.scaleDown.policies[0].type: Unsupported value: "X": supported values: "Percent", "Pods"',
        'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
      ],
    ],
  ])('%j', (spec, expected) => {
    const pods = (spec as { metrics?: { pods?: object }[] }).metrics?.[0]?.pods;
    const filled =
      pods === undefined
        ? spec
        : metric({
            ...(spec as { metrics: Sketch[] }).metrics[0],
            pods: { metric: { name: '' }, target: { type: 'AverageValue', averageValue: '1' } },
          });
    expect(createErrors('autoscaling', 'HorizontalPodAutoscaler', merged(hpa, { spec: filled }))).toEqual(expected);
  });

  it('may go on scaling to zero', () => {
    const old = merged(hpa, {
      spec: {
        minReplicas: 0,
        ...metric({ type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } }),
      },
    });
    expect(updateErrors('autoscaling', 'HorizontalPodAutoscaler', [old, old])).toEqual([]);
  });
});
