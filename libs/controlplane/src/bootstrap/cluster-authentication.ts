import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { ConfigMap } from '@kubescript/api/core/v1';
import type { Clock } from '@kubescript/apimachinery';
import type { Stores } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from './ensure.ts';

/** How other API servers recognise the clients of this one. */
export interface ClusterAuthentication {
  /** PEM of the authorities that client certificates are signed by. */
  readonly clientCa?: string;
  /** The front proxy, if there is one. */
  readonly requestHeader?: RequestHeaderInfo;
}

/** How the front proxy is known, and where it says for whom it asks. */
export interface RequestHeaderInfo {
  /** PEM of the authorities of the certificates that requests are proxied with. */
  readonly ca: string;
  /** Common names of those certificates; empty allows all. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

const name = 'extension-apiserver-authentication';
const namespace = 'kube-system';
const recheckMs = 60_000;

/**
 * Publishes how clients are recognised, for extension API servers to do the same. What another API server of the cluster
 * published stays beside it.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/clusterauthenticationtrust#Controller
 */
export async function ensureClusterAuthentication(
  stores: Stores,
  authentication: ClusterAuthentication,
  signal: AbortSignal,
): Promise<void> {
  const now = Date.now();
  const data = combine({}, authentication, now);
  const wanted: ConfigMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace }, data };
  const found = await ensureObject(stores.configMaps, wanted, signal);
  if (!found || isDeepStrictEqual(combine(found.data ?? {}, authentication, now), { ...found.data })) return;
  const merge = (current: ConfigMap): ConfigMap => ({
    ...current,
    data: combine(current.data ?? {}, authentication, now),
  });
  await changeObject(stores.configMaps, found, merge, signal);
}

/** Keeps what is published as `authentication` has it, which may change. Runs until the signal. */
export async function runClusterAuthentication(
  stores: Stores,
  authentication: () => ClusterAuthentication,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(recheckMs, signal);
      await ensureClusterAuthentication(stores, authentication(), signal);
    } catch {
      // Tried again with the next round.
    }
  }
}

type Data = Readonly<Record<string, string>>;

/** @go k8s.io/kubernetes/pkg/controlplane/controller/clusterauthenticationtrust#combinedClusterAuthenticationInfo */
function combine(existing: Data, { clientCa, requestHeader }: ClusterAuthentication, now: number): Data {
  const lists: Readonly<Record<string, readonly string[]>> = requestHeader
    ? {
        'requestheader-allowed-names': requestHeader.allowedNames,
        'requestheader-extra-headers-prefix': requestHeader.extraHeaderPrefixes,
        'requestheader-group-headers': requestHeader.groupHeaders,
        'requestheader-uid-headers': requestHeader.uidHeaders,
        'requestheader-username-headers': requestHeader.usernameHeaders,
      }
    : {};
  const bundles: Readonly<Record<string, string | undefined>> = {
    'client-ca-file': clientCa,
    'requestheader-client-ca-file': requestHeader?.ca,
  };
  const data: Record<string, string> = { ...existing };
  for (const [key, bundle] of Object.entries(bundles)) {
    if (bundle !== undefined) data[key] = combineBundles(existing[key] ?? '', bundle, now);
  }
  for (const [key, list] of Object.entries(lists)) {
    data[key] = JSON.stringify([...new Set([...parseList(existing[key]), ...list])]);
  }
  return data;
}

function parseList(text: string | undefined): readonly string[] {
  try {
    const value = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Every certificate of both once, in their order; of those found there, only what has not expired. */
function combineBundles(existing: string, own: string, now: number): string {
  const kept = blocksOf(existing).filter((block) => !isExpired(block, now));
  const added = blocksOf(own);
  if (added.length === 0) return own;
  return [...new Set([...kept, ...added])].map((block) => `${block}\n`).join('');
}

function blocksOf(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
}

function isExpired(block: string, now: number): boolean {
  try {
    return new X509Certificate(block).validToDate.getTime() < now;
  } catch {
    return true;
  }
}
