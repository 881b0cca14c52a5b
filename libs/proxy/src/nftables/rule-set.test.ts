import { expect, test } from 'vitest';

import { FakeClock } from '@kubescript/apimachinery/testing';

import type { Exec } from '../driver/exec.ts';
import type { RuleSettings } from '../model/local-traffic.ts';
import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker } from '../tracker/service-tracker.ts';
import { serviceChains } from './names.ts';
import { NftBackend } from './nft-backend.ts';

const settings: RuleSettings = {
  masqueradeAll: false,
  masqueradeBit: 14,
  localTraffic: { mode: 'ClusterCIDR', cidr: '10.0.0.0/8' },
  nodePortAddresses: [],
};

/** A backend whose transactions are collected. */
function setUp(): {
  readonly tracker: ServiceTracker;
  readonly clock: FakeClock;
  readonly backend: NftBackend;
  /** Syncs and returns the transaction. */
  readonly sync: () => Promise<string>;
} {
  const clock = new FakeClock();
  const tracker = new ServiceTracker('IPv4', 'n1');
  const transactions: string[] = [];
  const exec: Exec = (_program, _args, { input = '' } = {}) => {
    transactions.push(input);
    return Promise.resolve('');
  };
  const backend = new NftBackend({ family: 'IPv4', settings, place: () => ({ name: 'n1', zone: 'a' }), exec, clock });
  return {
    tracker,
    clock,
    backend,
    sync: async () => {
      if (backend.needsAll) tracker.touchAll();
      await backend.sync(tracker.takeChanges(), new AbortController().signal);
      return transactions.splice(0).join('----\n');
    },
  };
}

test('chains have the names that upstream gives them', () => {
  const port = { ...makePort(), namespace: 'ns1', name: 'svc1', portName: 'p80' };
  expect(serviceChains(port).cluster).toBe('service-ULMVA6XW-ns1/svc1/tcp/p80');
});

test('the whole table at first, then the difference', async () => {
  const { tracker, clock, sync } = setUp();
  const steps: string[] = [];
  const step = async (title: string): Promise<void> => {
    steps.push(`# ${title}\n${await sync()}`);
  };
  tracker.setService(makeService('web', '10.96.0.10', { ports: [{ name: 'http', port: 80, nodePort: 30080 }] }));
  tracker.setSlice(makeSlice('web', [{ ip: '10.1.0.1' }], { name: 'http' }));
  tracker.setService(makeService('none', '10.96.0.11'));
  tracker.setService(makeService('headless', 'None'));
  await step('everything');
  tracker.setSlice(makeSlice('web', [{ ip: '10.1.0.1' }, { ip: '10.2.0.1', node: 'n2' }], { name: 'http' }));
  await step('one endpoint more');
  tracker.setSlice(makeSlice('none', [{ ip: '10.1.0.2' }]));
  await step('the first endpoint of a service');
  tracker.setService(
    makeService('web', '10.96.0.10', {
      externalTrafficPolicy: 'Local',
      sessionAffinity: 'ClientIP',
      ports: [{ name: 'http', port: 80, nodePort: 30080 }],
    }),
  );
  await step('external policy Local, and clients that stay');
  tracker.deleteService(makeService('web', ''));
  await step('a service goes: its chains are emptied');
  await step('nothing to do yet');
  await clock.advance(1100);
  await step('a second later the chains are deleted');
  await expect(steps.join('\n')).toMatchFileSnapshot('../../testdata/nftables.golden.txt');
});

test('a load balancer with source ranges', async () => {
  const { tracker, sync } = setUp();
  await sync();
  tracker.setService({
    ...makeService('lb', '10.96.0.12', {
      type: 'LoadBalancer',
      externalIPs: ['1.2.3.4'],
      loadBalancerSourceRanges: ['9.0.0.0/8'],
      internalTrafficPolicy: 'Local',
      externalTrafficPolicy: 'Local',
    }),
    status: { loadBalancer: { ingress: [{ ip: '5.6.7.8' }, { ip: '5.6.7.9', ipMode: 'Proxy' }] } },
  });
  tracker.setSlice(makeSlice('lb', [{ ip: '10.2.0.1', node: 'n2' }]));
  await expect(await sync()).toMatchFileSnapshot('../../testdata/nftables-load-balancer.golden.txt');
});

test('after a failure everything is made anew', async () => {
  const { tracker, sync, backend } = setUp();
  tracker.setService(makeService('web', '10.96.0.10'));
  await sync();
  expect(backend.needsAll).toBe(false);
  const failing = new NftBackend({
    family: 'IPv4',
    settings,
    place: () => ({ name: 'n1', zone: '' }),
    exec: () => Promise.reject(new Error('no')),
    clock: new FakeClock(),
  });
  await expect(failing.sync(new Map(), new AbortController().signal)).rejects.toThrow('no');
  expect(failing.needsAll).toBe(true);
});

test('one address that two services claim stays until both let go', async () => {
  const { tracker, sync } = setUp();
  const claiming = (name: string, ip: string) => makeService(name, ip, { externalIPs: ['1.2.3.4'] });
  tracker.setService(claiming('a', '10.96.0.1'));
  tracker.setService(claiming('b', '10.96.0.2'));
  await sync();
  tracker.deleteService(claiming('a', ''));
  expect(await sync()).not.toContain('1.2.3.4');
  tracker.deleteService(claiming('b', ''));
  const last = await sync();
  expect(last).toContain('delete element ip kube-proxy no-endpoint-services { 1.2.3.4 . tcp . 80 }');
  expect(last).not.toContain('add element');
});

function makePort() {
  return {
    protocol: 'tcp',
    clusterIp: '',
    port: 80,
    nodePort: 0,
    externalIps: [],
    loadBalancerIps: [],
    loadBalancerSourceRanges: [],
    stickySeconds: 0,
    externalPolicyLocal: false,
    internalPolicyLocal: false,
    healthCheckNodePort: 0,
  } as const;
}
