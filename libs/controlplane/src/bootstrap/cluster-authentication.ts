import { isDeepStrictEqual } from 'node:util';

import type { ConfigMap } from '@kubescript/api/core/v1';
import type { Stores } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from './ensure.ts';

/** How other API servers recognise the clients of this one. */
export interface ClusterAuthentication {
  /** PEM of the authority that client certificates are signed by. */
  readonly clientCa?: string;
  /** PEM of the authority of the certificate that requests are proxied with. */
  readonly requestHeaderCa?: string;
  readonly requestHeaderAllowedNames?: readonly string[];
}

const name = 'extension-apiserver-authentication';
const namespace = 'kube-system';

/**
 * Publishes how clients are recognised, for extension API servers to do the same.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/clusterauthenticationtrust#Controller
 */
export async function ensureClusterAuthentication(
  stores: Stores,
  authentication: ClusterAuthentication,
  signal: AbortSignal,
): Promise<void> {
  const data = dataOf(authentication);
  const wanted: ConfigMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace }, data };
  const found = await ensureObject(stores.configMaps, wanted, signal);
  if (!found || isDeepStrictEqual({ ...found.data, ...data }, { ...found.data })) return;
  const merge = (current: ConfigMap): ConfigMap => ({ ...current, data: { ...current.data, ...data } });
  await changeObject(stores.configMaps, found, merge, signal);
}

function dataOf({
  clientCa,
  requestHeaderCa,
  requestHeaderAllowedNames = [],
}: ClusterAuthentication): Record<string, string> {
  return {
    ...(clientCa !== undefined && { 'client-ca-file': clientCa }),
    ...(requestHeaderCa !== undefined && {
      'requestheader-allowed-names': JSON.stringify(requestHeaderAllowedNames),
      'requestheader-client-ca-file': requestHeaderCa,
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-username-headers': '["X-Remote-User"]',
    }),
  };
}
