import { type Clock, StatusError } from '@kubescript/apimachinery';

import type { ApiServiceIndex } from '../apis/api-service-index.ts';
import { groupVersionOf } from '../apis/api-service.ts';
import type { ApiServiceProxy } from '../proxy/api-service-proxy.ts';
import { within } from '../within.ts';
import { type DiscoveryProbe, discoveryPath } from './availability.ts';

const timeoutMs = 5000;
/** A member of system:masters, so that the extension server cannot refuse. */
const prober = { name: 'system:kube-aggregator', groups: ['system:masters'] };

/** Asks extension servers through the proxy whether they serve the version that they are registered for. */
export function newDiscoveryProbe(
  index: ApiServiceIndex,
  proxy: ApiServiceProxy,
  { clock, signal: stop }: { readonly clock: Clock; readonly signal: AbortSignal },
): DiscoveryProbe {
  return async function probeDiscovery(apiService) {
    const remote = index.remote(groupVersionOf(apiService));
    if (!remote) return;
    const path = discoveryPath(apiService);
    const { host, port } = await proxy.location(remote.service);
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${String(port)}${path}`;
    const failing = `failing or missing response from ${url}`;
    const status = await within(timeoutMs, { clock, signal: stop }, async (signal) => {
      try {
        return (await proxy.fetch(remote, { path, user: prober, signal, verify: false })).status;
      } catch (error) {
        throw new Error(`${failing}: Get "${url}": ${reasonOf(error, signal)}`, { cause: error });
      }
    });
    if (status < 200 || status >= 300) throw new Error(`${failing}: bad status from ${url}: ${String(status)}`);
  };
}

function reasonOf(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
  if (error instanceof StatusError) return error.message.replace('error trying to reach service: ', '');
  return (error as Error).message;
}
