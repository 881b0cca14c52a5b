import { generateKeyPairSync } from 'node:crypto';

import { issueCertificate, type KeyPair, newCertificateAuthority } from '@kubescript/component-base';

import type { ContainerFiles } from './container.ts';

/** The token of a member of system:masters. */
export const adminToken = 'container-tests-admin';

/** The certificates and keys that the servers of one cluster share. */
export interface ClusterPki {
  readonly authority: KeyPair;
  /** What each API server is given, so that certificates and tokens of one hold for all. */
  readonly serverFiles: ContainerFiles;
}

/** Makes the authority of a cluster and what its API servers share. */
export async function newClusterPki(): Promise<ClusterPki> {
  const authority = await newCertificateAuthority('kubescript');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serverFiles = {
    '/data/pki/ca.crt': authority.cert,
    '/data/pki/ca.key': authority.key,
    '/data/pki/sa.key': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    '/data/tokens.csv': `${adminToken},admin,admin,"system:masters"\n`,
  };
  return { authority, serverFiles };
}

/** What a server of tests serves HTTPS with, under its name on the network. */
export async function servingFiles(authority: KeyPair, host: string): Promise<ContainerFiles> {
  const { cert, key } = await issueCertificate(authority, { commonName: host, hosts: [host], usages: ['server'] });
  return { '/etc/tls/tls.crt': cert, '/etc/tls/tls.key': key };
}
