import { networkInterfaces } from 'node:os';

import type { CompletedOptions } from './options.ts';

/**
 * The address by which nodes and pods reach the server: as stated, else the one it is bound to, else the first of the
 * machine that is not a loopback address.
 */
export function advertiseAddressOf({ cluster, serving }: CompletedOptions): string {
  if (cluster.advertiseAddress !== '') return cluster.advertiseAddress;
  const { bindAddress } = serving;
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::') return bindAddress;
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
