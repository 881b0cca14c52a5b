import type { AddressInfo } from 'node:net';

import type { SecureServer } from '@kubescript/apiserver';

/** Where requests come in from outside of the process. */
export type Listener = Pick<SecureServer, 'listen' | 'address' | 'updateTls' | 'stopListening' | 'close'>;

/** What a server says about its port that has none: others cannot reach it. */
const nowhere: AddressInfo = { address: '127.0.0.1', family: 'IPv4', port: 443 };

/** Takes no connections: such a server is reached from within its process only. */
export const noListener: Listener = {
  address: nowhere,
  listen: () => Promise.resolve(nowhere),
  updateTls: () => undefined,
  stopListening: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
