import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type KeyPair, issueCertificate } from '@kubescript/component-base';

/** Who a kubeconfig is for. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A cluster as a kubeconfig describes it. */
export interface ClusterEndpoint {
  readonly server: string;
  readonly authority: KeyPair;
}

/** Writes a kubeconfig (mode 0600) with a client certificate of its own for the identity. */
export async function writeKubeconfig(path: string, endpoint: ClusterEndpoint, identity: Identity): Promise<void> {
  const client = await issueCertificate(endpoint.authority, {
    commonName: identity.user,
    organizations: identity.groups,
    usages: ['client'],
  });
  await mkdir(dirname(path), { recursive: true });
  // Renamed into place, so that nobody reads half of it.
  await writeFile(`${path}.new`, kubeconfigText(endpoint, identity.user, client), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The text of a kubeconfig with everything inside; JSON is YAML as well. */
function kubeconfigText(endpoint: ClusterEndpoint, user: string, client: KeyPair): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'kubescript',
        cluster: { server: endpoint.server, 'certificate-authority-data': base64(endpoint.authority.cert) },
      },
    ],
    users: [
      { name: user, user: { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) } },
    ],
    contexts: [{ name: 'kubescript', context: { cluster: 'kubescript', user } }],
    'current-context': 'kubescript',
    preferences: {},
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
