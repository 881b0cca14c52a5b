import type { Namespace } from '@kubescript/api/core/v1';
import type { Stores } from '@kubescript/lib-registry';

import { ensureObject } from './ensure.ts';

/** The label by which selectors find a namespace by its name; decoding gives it to namespaces that clients make. */
const nameLabel = 'kubernetes.io/metadata.name';
const systemNamespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/**
 * Makes the namespaces that every cluster has.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/systemnamespaces#Controller
 */
export async function ensureSystemNamespaces(stores: Stores, signal: AbortSignal): Promise<void> {
  await Promise.all(systemNamespaces.map((name) => ensureObject(stores.namespaces, namespace(name), signal)));
}

function namespace(name: string): Namespace {
  return {
    kind: 'Namespace',
    apiVersion: 'v1',
    metadata: { name, labels: { [nameLabel]: name } },
    spec: {},
    status: {},
  };
}
