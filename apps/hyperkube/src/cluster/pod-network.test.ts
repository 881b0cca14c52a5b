import { expect, test } from 'vitest';

import { parseRoutes, pickClusterCidr } from './pod-network.ts';

const header = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';

test('the default route and unrelated networks leave the first candidate free', () => {
  const routes = parseRoutes(
    `${header}\neth0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\neth0\t0002A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n`,
  );
  expect(routes).toEqual([{ address: 0xc0a80200, mask: 0xffffff00 }]);
  expect(pickClusterCidr(routes)).toBe('10.244.0.0/16');
});

test('a bridge of another cluster moves the pod network', () => {
  const routes = parseRoutes(`${header}\nbr0\t0000F40A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n`);
  expect(pickClusterCidr(routes)).toBe('10.243.0.0/16');
});

test('a route over all of 10.0.0.0/8 leaves nothing', () => {
  expect(() => pickClusterCidr([{ address: 0x0a000000, mask: 0xff000000 }])).toThrow(/no free pod network/);
});
