import { BlockList } from 'node:net';

import { familyOf } from './addresses.ts';

/** Whether an address is in one of the CIDRs; those that are malformed hold nothing. */
export function matchesAnyCidr(address: string, cidrs: readonly string[]): boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    if (isCidr(cidr)) list.addSubnet(network, Number(prefix), nodeFamily(network));
  }
  return list.check(address, nodeFamily(address));
}

/** Whether a text is an address with a prefix length. */
export function isCidr(text: string): boolean {
  const [network = '', prefix = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d+$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(network, Number(prefix), nodeFamily(network));
    return true;
  } catch {
    return false;
  }
}

function nodeFamily(address: string): 'ipv4' | 'ipv6' {
  return familyOf(address) === 'IPv6' ? 'ipv6' : 'ipv4';
}
