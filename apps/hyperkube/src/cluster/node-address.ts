import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Interfaces that lead to containers, not to other machines. */
const virtual = /^(lo|docker|br-|veth|cni|ks|virbr|tun|tap)/;

/** The address under which this machine is reached: the first IPv4 one of a real interface, or else loopback. */
export function nodeAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, infos]) => infos ?? [])
    .filter((info) => info.family === 'IPv4' && !info.internal);
  return addresses[0]?.address ?? '127.0.0.1';
}
