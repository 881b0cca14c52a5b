/** An address family; services and endpoints of each are handled apart. */
export type IpFamily = 'IPv4' | 'IPv6';

/** The family of an address or CIDR. */
export function familyOf(address: string): IpFamily {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}

/** `ip:port`, with brackets where the address has colons. */
export function hostPort(ip: string, port: number): string {
  return familyOf(ip) === 'IPv6' ? `[${ip}]:${String(port)}` : `${ip}:${String(port)}`;
}

/** The addresses or CIDRs of one family. */
export function ofFamily(addresses: readonly string[] | undefined, family: IpFamily): readonly string[] {
  return (addresses ?? []).filter((address) => address !== '' && familyOf(address) === family);
}
