import { realClock } from '@kubescript/apimachinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { IptablesBackend, cleanupIptables } from '../iptables/iptables-backend.ts';
import { NftBackend, cleanupNft } from '../nftables/nft-backend.ts';
import { NetworkLab } from '../testing/network-lab.ts';
import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker } from '../tracker/service-tracker.ts';
import type { Backend } from './backend.ts';
import type { Exec } from './exec.ts';

const settings = {
  masqueradeAll: false,
  masqueradeBit: 14,
  localTraffic: { mode: 'ClusterCIDR', cidr: '10.77.0.0/16' },
  nodePortAddresses: [],
} as const;
const place = () => ({ name: 'n1', zone: '' });

const backends: readonly [string, (exec: Exec) => Backend, (exec: Exec) => Promise<void>][] = [
  [
    'nftables',
    (exec) => new NftBackend({ family: 'IPv4', settings, place, exec, clock: realClock }),
    (exec) => cleanupNft(exec),
  ],
  [
    'iptables',
    (exec) =>
      new IptablesBackend({
        family: 'IPv4',
        settings: { ...settings, localhostNodePorts: false },
        place,
        exec,
        checkPeriodMs: 30_000,
      }),
    cleanupIptables,
  ],
];

// Real packets through the real kernel.
describe.runIf(NetworkLab.isPossible()).each(backends)('traffic through %s', (_name, newBackend, cleanup) => {
  const { signal } = new AbortController();
  let lab: NetworkLab;
  let backend: Backend;
  const tracker = new ServiceTracker('IPv4', 'n1');
  const sync = (): Promise<void> => backend.sync(tracker.takeChanges(), signal);
  const p1 = { ip: '10.77.0.2' };
  const p2 = { ip: '10.77.0.3' };

  beforeAll(async () => {
    lab = await NetworkLab.create();
    await Promise.all([lab.serve('p1'), lab.serve('p2')]);
    backend = newBackend(lab.exec);
    tracker.setService(makeService('web', '10.96.0.10', { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] }));
    tracker.setSlice(makeSlice('web', [p1]));
    tracker.setService(makeService('none', '10.96.0.11', { ports: [{ port: 80, nodePort: 30081 }] }));
    tracker.setService(
      makeService('sticky', '10.96.0.12', {
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      }),
    );
    tracker.setSlice(makeSlice('sticky', [p1, p2]));
    tracker.setService(
      makeService('local', '10.96.0.13', { externalTrafficPolicy: 'Local', ports: [{ port: 80, nodePort: 30083 }] }),
    );
    tracker.setSlice(makeSlice('local', [p2]));
    await sync();
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
  });

  test('a pod reaches a cluster IP and keeps its address', async () => {
    expect(await lab.connect('p2', '10.96.0.10', 80)).toEqual({ server: 'p1', source: '10.77.0.3' });
  });

  test('a pod reaches itself through its service, by way of the node', async () => {
    expect(await lab.connect('p1', '10.96.0.10', 80)).toEqual({ server: 'p1', source: '10.77.0.1' });
  });

  test('the node and whoever routes to it reach a cluster IP, masqueraded', async () => {
    expect(await lab.connect('node', '10.96.0.10', 80)).toEqual({ server: 'p1', source: '10.77.0.1' });
    expect(await lab.connect('outside', '10.96.0.10', 80)).toEqual({ server: 'p1', source: '10.77.0.1' });
  });

  test('a node port works from outside, from the node and from a pod', async () => {
    for (const from of ['outside', 'node', 'p2'] as const) {
      expect(await lab.connect(from, '192.168.77.1', 30080)).toEqual({ server: 'p1', source: '10.77.0.1' });
    }
  });

  test('external policy Local keeps the source address', async () => {
    expect(await lab.connect('outside', '192.168.77.1', 30083)).toEqual({ server: 'p2', source: '192.168.77.2' });
  });

  test('a service without endpoints refuses, on its cluster IP and on its node port', async () => {
    expect(await lab.connect('p1', '10.96.0.11', 80)).toBe('refused');
    expect(await lab.connect('node', '10.96.0.11', 80)).toBe('refused');
    expect(await lab.connect('outside', '192.168.77.1', 30081)).toBe('refused');
  });

  test('a client stays with its endpoint', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => lab.connect('outside', '10.96.0.12', 80)));
    expect(new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.server))).size).toBe(1);
  });

  test('changes of endpoints and services take effect', async () => {
    tracker.setSlice(makeSlice('web', [p2]));
    tracker.setSlice(makeSlice('none', [p1]));
    tracker.deleteService(makeService('local', ''));
    await sync();
    expect(await lab.connect('outside', '192.168.77.1', 30080)).toMatchObject({ server: 'p2' });
    expect(await lab.connect('p2', '10.96.0.11', 80)).toMatchObject({ server: 'p1' });
    tracker.setSlice(makeSlice('web', []));
    await sync();
    expect(await lab.connect('p1', '10.96.0.10', 80)).toBe('refused');
  });

  test('an internal policy Local without local endpoints drops', async () => {
    tracker.setService(makeService('inner', '10.96.0.14', { internalTrafficPolicy: 'Local' }));
    tracker.setSlice(makeSlice('inner', [{ ...p1, node: 'n2' }]));
    await sync();
    expect(await lab.connect('p2', '10.96.0.14', 80)).toBe('timeout');
  });

  test('a new proxy takes over, and cleanup leaves nothing', async () => {
    backend = newBackend(lab.exec);
    tracker.setSlice(makeSlice('web', [p1]));
    tracker.touchAll();
    await sync();
    expect(await lab.connect('p2', '10.96.0.10', 80)).toMatchObject({ server: 'p1' });
    await cleanup(lab.exec);
    const rules = await lab.exec('nft', ['list', 'ruleset']);
    expect(rules).not.toMatch(/kube/i);
  });
});
