import { expect, test } from 'vitest';

import { type Exec, ExecError } from '../driver/exec.ts';
import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker } from '../tracker/service-tracker.ts';
import { IptablesBackend } from './iptables-backend.ts';

const settings = {
  masqueradeAll: false,
  masqueradeBit: 14,
  localTraffic: { mode: 'ClusterCIDR', cidr: '10.0.0.0/8' },
  nodePortAddresses: [],
  localhostNodePorts: false,
} as const;

test('all chains at first, then those that changed', async () => {
  const tracker = new ServiceTracker('IPv4', 'n1');
  const steps: string[] = [];
  const exec: Exec = (program, _args, { input = '' } = {}) => {
    if (program === 'iptables-restore') steps.push(input);
    return Promise.resolve(program === 'iptables-save' ? ':KUBE-SVC-OLD - [0:0]\n:DOCKER - [0:0]\n' : '');
  };
  const backend = new IptablesBackend({
    family: 'IPv4',
    settings,
    place: () => ({ name: 'n1', zone: '' }),
    exec,
    checkPeriodMs: 30_000,
  });
  const sync = (): Promise<void> => backend.sync(tracker.takeChanges(), new AbortController().signal);
  tracker.setService(makeService('web', '10.96.0.10', { ports: [{ name: 'http', port: 80, nodePort: 30080 }] }));
  tracker.setSlice(makeSlice('web', [{ ip: '10.1.0.1' }, { ip: '10.1.0.2' }], { name: 'http' }));
  tracker.setService(makeService('none', '10.96.0.11'));
  await sync();
  tracker.setSlice(makeSlice('web', [{ ip: '10.1.0.2' }], { name: 'http' }));
  await sync();
  tracker.setService(
    makeService('web', '10.96.0.10', {
      sessionAffinity: 'ClientIP',
      externalTrafficPolicy: 'Local',
      ports: [{ name: 'http', port: 80, nodePort: 30080 }],
    }),
  );
  await sync();
  tracker.deleteService(makeService('web', ''));
  await sync();
  await sync();
  await expect(steps.map((input, i) => `# sync ${String(i + 1)}\n${input}`).join('\n')).toMatchFileSnapshot(
    '../../testdata/iptables.golden.txt',
  );
});

test('rules that somebody else removed are made anew', async () => {
  const restored: string[] = [];
  let isFlushed = false;
  const exec: Exec = (program, args, { input = '' } = {}) => {
    if (program === 'iptables-restore') restored.push(input);
    if (isFlushed && args.includes('-C')) return Promise.reject(new ExecError('no such rule', 1));
    return Promise.resolve('');
  };
  const place = () => ({ name: 'n1', zone: '' });
  const backend = new IptablesBackend({ family: 'IPv4', settings, place, exec, checkPeriodMs: 30_000 });
  const sync = (): Promise<void> => backend.sync(new Map(), new AbortController().signal);
  await sync();
  await sync();
  expect(restored).toHaveLength(1);
  isFlushed = true;
  await expect(sync()).rejects.toThrow('KUBE-PROXY-FIREWALL is gone');
  await sync();
  expect(restored).toHaveLength(2);
});
