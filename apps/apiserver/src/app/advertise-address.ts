import { networkInterfaces } from 'node:os';

import type { CompletedOptions } from './options.ts';

/**
 * The address by which nodes and pods reach the server: as stated, else the one it is bound to, else (bound to all or
 * to a loopback address) the first of the machine that is not a loopback address.
 *
 * @go k8s.io/apimachinery/pkg/util/net#ResolveBindAddress
 */
export function advertiseAddressOf({ cluster, serving }: CompletedOptions): string {
  if (cluster.advertiseAddress !== '') return cluster.advertiseAddress;
  const { bindAddress } = serving;
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::' && !isLoopback(bindAddress)) return bindAddress;
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
