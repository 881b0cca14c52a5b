import type { Rest } from '@kubescript/apiserver';

import type { Stores } from './stores.ts';

/**
 * Makes the subresources that talk to kubelets and workloads. They are part of discovery only where there is one.
 */
export interface ConnectFactories {
  /** By name: log, exec, attach, portforward, proxy. */
  podSubresources?(stores: Stores): Readonly<Record<string, Rest>>;
  serviceProxy?(stores: Stores): Rest;
  nodeProxy?(stores: Stores): Rest;
}
