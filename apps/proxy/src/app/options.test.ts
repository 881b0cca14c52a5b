import { newAppCommand } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import { newKubeProxy } from './index.ts';
import {
  type CompletedProxyOptions,
  addFlags,
  completeOptions,
  parseAddress,
  typedOptions,
  validateOptions,
} from './options.ts';

function complete(...argv: readonly string[]): Promise<CompletedProxyOptions> {
  const cmd = newAppCommand({ ...newKubeProxy(), addFlags }, () => undefined);
  cmd.parse(argv, { from: 'user' });
  return completeOptions(typedOptions(cmd));
}

test('nftables is what is used if nothing is said', async () => {
  expect((await complete()).proxy.proxyMode).toBe('nftables');
});

test.each<[readonly string[], string]>([
  [['--proxy-mode=ipvs'], '--proxy-mode: ipvs is not supported'],
  [['--cluster-cidr=10.0.0.0/33'], '--cluster-cidr: "10.0.0.0/33" is not a CIDR'],
  [['--nodeport-addresses=10.0.0.1'], '--nodeport-addresses: "10.0.0.1" is not a CIDR'],
  [['--iptables-masquerade-bit=32'], '--iptables-masquerade-bit: must be between 0 and 31'],
  [['--healthz-bind-address=somewhere'], '--healthz-bind-address: must be ADDRESS:PORT'],
  [['--detect-local-mode=BridgeInterface'], '--pod-bridge-interface: required'],
  [[], '--kubeconfig: required'],
])('%j is refused', async (argv, message) => {
  const problems = validateOptions(await complete(...argv)).map((problem) => problem.message);
  expect(problems.some((problem) => problem.includes(message))).toBe(true);
});

test('to clean up, no API server is needed', async () => {
  expect(validateOptions(await complete('--cleanup'))).toEqual([]);
});

test.each([
  ['127.0.0.1:80', { address: '127.0.0.1', port: 80 }],
  ['[::1]:80', { address: '::1', port: 80 }],
  [':80', { address: '', port: 80 }],
  ['127.0.0.1', undefined],
  ['127.0.0.1:99999', undefined],
])('address %s', (text, want) => {
  expect(parseAddress(text)).toEqual(want);
});
