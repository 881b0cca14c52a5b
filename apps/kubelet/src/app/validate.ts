import { isIP } from 'node:net';

import { isDns1123Subdomain, parseQuantity } from '@kubescript/apimachinery';
import { validateRuntimeEndpoint } from '@kubescript/lib-kubelet';

import type { KubeletFlags } from './options.ts';
import { parseTaint } from './taints.ts';

/** What is wrong with the kubelet's flags, each problem naming its flag. */
export function validateKubelet(flags: KubeletFlags, nodeName: string): Error[] {
  const problems: string[] = [];
  const check = (flag: string, ok: boolean, what: string): void => {
    if (!ok) problems.push(`--${flag}: ${what}`);
  };
  const isPercent = (value: number): boolean => value >= 0 && value <= 100;
  const [name] = isDns1123Subdomain(nodeName);
  check('hostname-override', name === undefined, `"${nodeName}": ${name ?? ''}`);
  const endpoint = validateRuntimeEndpoint(flags.containerRuntimeEndpoint);
  check('container-runtime-endpoint', endpoint === '', endpoint);
  check('port', flags.port >= 0 && flags.port <= 65535, `${String(flags.port)} is not between 0 and 65535`);
  check('address', isIP(flags.address) > 0, `"${flags.address}" is not an IP address`);
  for (const ip of splitList(flags.nodeIp)) check('node-ip', isIP(ip) > 0, `"${ip}" is not an IP address`);
  for (const ip of flags.clusterDns) check('cluster-dns', isIP(ip) > 0, `"${ip}" is not an IP address`);
  for (const taint of flags.registerWithTaints) {
    check('register-with-taints', parseTaint(taint) !== undefined, `"${taint}" is not of the form key=value:effect`);
  }
  check('max-pods', flags.maxPods >= 0, 'must not be negative');
  check('container-log-max-files', flags.containerLogMaxFiles >= 2, 'must be at least 2');
  check(
    'container-log-max-size',
    isQuantity(flags.containerLogMaxSize),
    `"${flags.containerLogMaxSize}" is not a size`,
  );
  check('image-gc-high-threshold', isPercent(flags.imageGcHighThreshold), 'must be between 0 and 100');
  check('image-gc-low-threshold', isPercent(flags.imageGcLowThreshold), 'must be between 0 and 100');
  check(
    'image-gc-low-threshold',
    flags.imageGcLowThreshold < flags.imageGcHighThreshold,
    'must be less than --image-gc-high-threshold',
  );
  check(
    'tls-cert-file',
    (flags.tlsCertFile === '') === (flags.tlsPrivateKeyFile === ''),
    'must be given together with --tls-private-key-file',
  );
  return problems.map((problem) => new Error(problem));
}

/** The items of a text with commas between them. */
export function splitList(text: string): string[] {
  return text.split(',').filter((item) => item !== '');
}

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text);
    return true;
  } catch {
    return false;
  }
}
