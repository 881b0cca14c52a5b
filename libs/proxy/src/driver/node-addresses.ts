import { networkInterfaces } from 'node:os';

import { type IpFamily, familyOf } from '../model/addresses.ts';
import { matchesAnyCidr } from '../model/cidr.ts';

/** The node's addresses of a family within the CIDRs, without loopback; none where there are no CIDRs. */
export function nodeAddresses(family: IpFamily, cidrs: readonly string[]): readonly string[] {
  if (cidrs.length === 0) return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, internal }) => !internal && familyOf(address) === family && matchesAnyCidr(address, cidrs))
    .map(({ address }) => address);
}
