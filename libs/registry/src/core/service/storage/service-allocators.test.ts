import type { Service, ServiceSpec } from '@kubescript/api/core/v1';
import { statusOf } from '@kubescript/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';

import { ServiceAllocators } from './service-allocators.ts';

const stored = { dryRun: false };
let allocators: ServiceAllocators;

beforeEach(() => {
  allocators = new ServiceAllocators({
    clusterIpRanges: ['10.96.0.0/28'],
    nodePortRange: { first: 30000, last: 30003 },
  });
});

function service(spec: Partial<ServiceSpec>): Service {
  return {
    metadata: { name: 's', namespace: 'ns' },
    spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }], ...spec },
    status: {},
  };
}

function create(spec: Partial<ServiceSpec>): Service {
  const made = service(spec);
  allocators.beginCreate(made, stored)(true);
  return made;
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (err) {
    return statusOf(err).message ?? '';
  }
  return '';
}

describe('cluster IPs', () => {
  test('a Service gets one of the range, in both fields', () => {
    const { spec } = create({});
    expect(spec.clusterIP).toMatch(/^10\.96\.0\.([1-9]|1[0-4])$/);
    expect(spec.clusterIPs).toEqual([spec.clusterIP]);
    expect(spec.ipFamilies).toEqual(['IPv4']);
    expect(spec.ipFamilyPolicy).toBe('SingleStack');
  });

  test('every address is given once, then the range is full', () => {
    const ips = Array.from({ length: 14 }, () => create({}).spec.clusterIP);
    expect(new Set(ips).size).toBe(14);
    expect(refusal(() => create({}))).toContain('range is full');
  });

  test('a headless Service has none', () => {
    const { spec } = create({ clusterIP: 'None', selector: { a: 'b' } });
    expect(spec.clusterIPs).toEqual(['None']);
    expect(allocators.ips[0]?.usedCount).toBe(0);
  });

  test('a chosen address that is taken is refused, and free again after a deletion', () => {
    const first = create({ clusterIP: '10.96.0.5' });
    expect(refusal(() => create({ clusterIP: '10.96.0.5' }))).toContain(
      'failed to allocate IP 10.96.0.5: provided IP is already allocated',
    );
    allocators.afterDelete(first);
    expect(create({ clusterIP: '10.96.0.5' }).spec.clusterIPs).toEqual(['10.96.0.5']);
  });

  test.each([
    { name: 'a failed create', dryRun: false, succeeded: false },
    { name: 'a dry run', dryRun: true, succeeded: true },
  ])('$name gives everything back', ({ dryRun, succeeded }) => {
    allocators.beginCreate(service({ type: 'NodePort', clusterIP: '10.96.0.5' }), { dryRun })(succeeded);
    expect(allocators.ips[0]?.usedCount).toBe(0);
    expect(allocators.ports.usedPorts).toEqual([]);
  });
});

describe('updates', () => {
  test('a PUT without allocated values keeps them', () => {
    const old = create({ type: 'NodePort' });
    const next = service({ type: 'NodePort' });
    allocators.beginUpdate(next, old, stored)(true);
    expect(next.spec.clusterIPs).toEqual(old.spec.clusterIPs);
    expect(next.spec.ports).toEqual(old.spec.ports);
    expect(allocators.ports.usedPorts).toHaveLength(1);
  });

  test('what the new state no longer has is released, but only once it is stored', () => {
    const old = create({ type: 'NodePort' });
    const next = service({ type: 'ExternalName' });
    const finish = allocators.beginUpdate(next, old, stored);
    expect(allocators.ips[0]?.usedCount).toBe(1);
    finish(true);
    expect(allocators.ips[0]?.usedCount).toBe(0);
    expect(allocators.ports.usedPorts).toEqual([]);
  });
});

describe('node ports', () => {
  test('ports of two protocols share a number', () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'TCP' },
      { name: 'b', port: 53, protocol: 'UDP' },
    ];
    const { spec } = create({ type: 'NodePort', ports });
    expect(spec.ports?.[0]?.nodePort).toBe(spec.ports?.[1]?.nodePort);
  });

  test('one outside the range is refused', () => {
    const act = (): Service => create({ type: 'NodePort', ports: [{ port: 80, nodePort: 20000 }] });
    expect(refusal(act)).toContain('The range of valid ports is 30000-30003');
    expect(allocators.ips[0]?.usedCount).toBe(0);
  });
});

test('leaks are released when found twice', () => {
  create({ clusterIP: '10.96.0.5' });
  const suspects = allocators.releaseLeaks([], new Set());
  expect([...suspects]).toEqual(['10.96.0.5']);
  expect(allocators.ips[0]?.has('10.96.0.5')).toBe(true);
  allocators.releaseLeaks([], suspects);
  expect(allocators.ips[0]?.has('10.96.0.5')).toBe(false);
});
