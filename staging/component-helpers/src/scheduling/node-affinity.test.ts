import type { Node, NodeSelectorRequirement, Pod } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import {
  matchesNodeSelectorTerms,
  nodeNamesOf,
  preferredNodeAffinityOf,
  requiredNodeAffinityOf,
} from './node-affinity.ts';

const node: Node = {
  metadata: { name: 'n1', labels: { zone: 'a', cores: '8', ssd: '' } },
  spec: {},
  status: {},
};

const pod = (spec: Partial<Pod['spec']>): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [], ...spec },
  status: {},
});

describe('node selector requirements', () => {
  const cases: [NodeSelectorRequirement, boolean][] = [
    [{ key: 'zone', operator: 'In', values: ['a', 'b'] }, true],
    [{ key: 'zone', operator: 'In', values: ['b'] }, false],
    [{ key: 'zone', operator: 'In', values: [] }, false],
    [{ key: 'missing', operator: 'In', values: ['a'] }, false],
    [{ key: 'zone', operator: 'NotIn', values: ['b'] }, true],
    [{ key: 'zone', operator: 'NotIn', values: ['a'] }, false],
    [{ key: 'missing', operator: 'NotIn', values: ['a'] }, true],
    [{ key: 'ssd', operator: 'Exists' }, true],
    [{ key: 'missing', operator: 'Exists' }, false],
    [{ key: 'ssd', operator: 'Exists', values: ['x'] }, false],
    [{ key: 'missing', operator: 'DoesNotExist' }, true],
    [{ key: 'ssd', operator: 'DoesNotExist' }, false],
    [{ key: 'cores', operator: 'Gt', values: ['7'] }, true],
    [{ key: 'cores', operator: 'Gt', values: ['8'] }, false],
    [{ key: 'cores', operator: 'Lt', values: ['9'] }, true],
    [{ key: 'zone', operator: 'Gt', values: ['1'] }, false],
    [{ key: 'cores', operator: 'Gt', values: ['many'] }, false],
    [{ key: 'zone', operator: 'Like', values: ['a'] }, false],
  ];
  test.each(cases)('%j → %s', (requirement, want) => {
    expect(matchesNodeSelectorTerms(node, [{ matchExpressions: [requirement] }])).toBe(want);
  });

  test('terms are alternatives, requirements within one are not, and an empty term matches nothing', () => {
    const yes = { key: 'zone', operator: 'In', values: ['a'] };
    const no = { key: 'zone', operator: 'In', values: ['b'] };
    expect(matchesNodeSelectorTerms(node, [{ matchExpressions: [no] }, { matchExpressions: [yes] }])).toBe(true);
    expect(matchesNodeSelectorTerms(node, [{ matchExpressions: [yes, no] }])).toBe(false);
    expect(matchesNodeSelectorTerms(node, [{}])).toBe(false);
    expect(matchesNodeSelectorTerms(node, [])).toBe(false);
  });

  test('fields know the name alone', () => {
    const field = (operator: string, ...values: string[]) => [
      { matchFields: [{ key: 'metadata.name', operator, values }] },
    ];
    expect(matchesNodeSelectorTerms(node, field('In', 'n1'))).toBe(true);
    expect(matchesNodeSelectorTerms(node, field('NotIn', 'n1'))).toBe(false);
    expect(matchesNodeSelectorTerms(node, field('In', 'n1', 'n2'))).toBe(false);
    expect(matchesNodeSelectorTerms(node, [{ matchFields: [{ key: 'x', operator: 'In', values: ['n1'] }] }])).toBe(
      false,
    );
  });
});

test('a pod without selector and affinity requires nothing', () => {
  expect(requiredNodeAffinityOf(pod({}))).toBeUndefined();
});

test('nodeSelector and required affinity must both hold', () => {
  const required = (value: string) => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }],
      },
    },
  });
  expect(requiredNodeAffinityOf(pod({ nodeSelector: { zone: 'a' }, affinity: required('a') }))?.(node)).toBe(true);
  expect(requiredNodeAffinityOf(pod({ nodeSelector: { zone: 'b' }, affinity: required('a') }))?.(node)).toBe(false);
  expect(requiredNodeAffinityOf(pod({ nodeSelector: { zone: 'a' }, affinity: required('b') }))?.(node)).toBe(false);
});

test('preferences carry their weights, empty ones are left out', () => {
  const preferred = preferredNodeAffinityOf(
    pod({
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 5, preference: { matchExpressions: [{ key: 'zone', operator: 'Exists' }] } },
            { weight: 7, preference: {} },
          ],
        },
      },
    }),
  );
  expect(preferred.map(({ weight, matches }) => [weight, matches(node)])).toEqual([[5, true]]);
});

test('names that a selector is confined to', () => {
  const byName = (...values: string[]) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values }] });
  expect(nodeNamesOf({ nodeSelectorTerms: [byName('a'), byName('b')] })).toEqual(new Set(['a', 'b']));
  expect(
    nodeNamesOf({ nodeSelectorTerms: [byName('a'), { matchExpressions: [{ key: 'k', operator: 'Exists' }] }] }),
  ).toBeUndefined();
});
