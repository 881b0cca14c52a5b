import type { Service, ServiceSpec } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import type { IpFamily } from '../ipallocator/ip-range.ts';
import { initIpFamilyFields } from './ip-families.ts';

const dual = ['IPv4', 'IPv6'] as const;
const addresses = { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilies: ['IPv4', 'IPv6'] };

const service = (spec: Partial<ServiceSpec>): Service => ({
  metadata: { name: 's', namespace: 'ns' },
  spec: { type: 'ClusterIP', ...structuredClone(spec) },
  status: {},
});

interface Outcome {
  readonly problems: readonly string[];
  readonly spec: ServiceSpec;
}

function init(spec: Partial<ServiceSpec>, families: readonly IpFamily[], old?: Partial<ServiceSpec>): Outcome {
  const made = service(spec);
  const problems = initIpFamilyFields(made, old && service(old), families);
  return { problems: problems.map(({ path, detail }) => `${path}: ${detail}`), spec: made.spec };
}

describe('a new Service', () => {
  test.each<{ what: string; spec: Partial<ServiceSpec>; policy: string; families: readonly string[] }>([
    { what: 'says nothing', spec: {}, policy: 'SingleStack', families: ['IPv4'] },
    {
      what: 'wants both, the second first',
      spec: { ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6'] },
      policy: 'PreferDualStack',
      families: ['IPv6', 'IPv4'],
    },
    {
      what: 'has an address',
      spec: { clusterIP: 'fd00::1', clusterIPs: ['fd00::1'] },
      policy: 'SingleStack',
      families: ['IPv6'],
    },
    {
      what: 'is headless',
      spec: { clusterIP: 'None', clusterIPs: ['None'] },
      policy: 'RequireDualStack',
      families: ['IPv4', 'IPv6'],
    },
  ])('that $what', ({ spec, policy, families }) => {
    expect(init(spec, dual)).toMatchObject({ problems: [], spec: { ipFamilyPolicy: policy, ipFamilies: families } });
  });

  test.each<{ what: string; spec: Partial<ServiceSpec>; families?: readonly IpFamily[]; problem: string }>([
    {
      what: 'two families for one stack',
      spec: { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv6', 'IPv4'] },
      problem:
        "spec.ipFamilyPolicy: must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    },
    {
      what: 'two stacks of one',
      spec: { ipFamilyPolicy: 'RequireDualStack' },
      families: ['IPv4'],
      problem: 'spec.ipFamilyPolicy: this cluster is not configured for dual-stack services',
    },
    {
      what: 'an address of a family that the cluster lacks',
      spec: { clusterIP: 'fd00::1', clusterIPs: ['fd00::1'] },
      families: ['IPv4'],
      problem: 'spec.clusterIPs[0]: IPv6 is not configured on this cluster',
    },
    {
      what: 'a family that the cluster lacks',
      spec: { ipFamilies: ['IPv6'] },
      families: ['IPv4'],
      problem: 'spec.ipFamilies[0]: not configured on this cluster',
    },
  ])('cannot have $what', ({ spec, families = dual, problem }) => {
    expect(init(spec, families).problems).toEqual([problem]);
  });
});

describe('an update', () => {
  test('to one stack gives up the second address', () => {
    const old = { ...addresses, ipFamilyPolicy: 'PreferDualStack' };
    const { problems, spec } = init({ ...old, ipFamilyPolicy: 'SingleStack' }, dual, old);
    expect({ problems, ips: spec.clusterIPs, families: spec.ipFamilies }).toEqual({
      problems: [],
      ips: ['10.0.0.1'],
      families: ['IPv4'],
    });
  });

  test('without that policy may not give it up', () => {
    const old = { ...addresses, ipFamilyPolicy: 'RequireDualStack' };
    const { problems } = init({ ...old, clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'] }, dual, old);
    expect(problems).toEqual([
      "spec.ipFamilyPolicy: must be 'SingleStack' to release the secondary cluster IP",
      "spec.ipFamilyPolicy: must be 'SingleStack' to release the secondary IP family",
    ]);
  });

  test('of something else keeps a preference that the cluster cannot fulfil', () => {
    const old = { ...addresses, ipFamilyPolicy: 'PreferDualStack' };
    expect(init(old, ['IPv4'], old)).toMatchObject({ problems: [], spec: old });
  });
});
