import { type DeepReadonly, newBadRequest } from '@kubescript/apimachinery';
import type { Node } from '@kubescript/api/core/v1';

import type { BackendTarget, BackendTls } from './backend-connection.ts';

/** How to reach kubelets. */
export interface KubeletClientOptions {
  readonly tls: BackendTls;
  /** Kinds of node addresses, best first. */
  readonly preferredAddressTypes: readonly string[];
}

/** Addresses that work without name resolution come first. */
export const defaultAddressTypes = ['InternalIP', 'ExternalIP', 'Hostname', 'InternalDNS', 'ExternalDNS'] as const;
const defaultKubeletPort = 10_250;

/**
 * Where a node's kubelet serves.
 *
 * @go k8s.io/kubernetes/pkg/kubelet/client#(*NodeConnectionInfoGetter).GetConnectionInfo
 */
export function kubeletTarget(
  node: DeepReadonly<Node>,
  path: string,
  { preferredAddressTypes }: KubeletClientOptions,
): BackendTarget {
  const addresses = node.status.addresses ?? [];
  const address = preferredAddressTypes
    .map((type) => addresses.find((candidate) => candidate.type === type)?.address)
    .find((found) => found !== undefined && found !== '');
  const name = node.metadata.name ?? '';
  if (address === undefined)
    throw newBadRequest(`no preferred addresses found; known addresses of node "${name}": none`);
  const reported = node.status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  return { scheme: 'https', host: address, port: reported > 0 ? reported : defaultKubeletPort, path };
}
