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
    ...tokensFile(),
  };
  return { authority, serverFiles };
}

/** The file of tokens that API servers read: the admin, and users without a group by their tokens. */
export function tokensFile(users: Readonly<Record<string, string>> = {}): ContainerFiles {
  const others = Object.entries(users).map(([token, user]) => `${token},${user},${user}\n`);
  return { '/data/tokens.csv': [`${adminToken},admin,admin,"system:masters"\n`, ...others].join('') };
}

/** What a server of tests serves HTTPS with, under its names on the network. */
export async function servingFiles(authority: KeyPair, hosts: readonly string[]): Promise<ContainerFiles> {
  const request = { commonName: hosts[0] ?? '', hosts, usages: ['server'] as const };
  const { cert, key } = await issueCertificate(authority, request);
  return { '/etc/tls/tls.crt': cert, '/etc/tls/tls.key': key };
}

/** A kubeconfig by which a container on the network of the API server reaches it, with a client certificate. */
export async function kubeconfigOf(
  { authority }: ClusterPki,
  user: string,
  groups: readonly string[] = [],
): Promise<string> {
  const request = { commonName: user, organizations: groups, usages: ['client'] as const };
  const { cert, key } = await issueCertificate(authority, request);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const cluster = { server: 'https://apiserver:6443', 'certificate-authority-data': base64(authority.cert) };
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'test' },
    clusters: [{ name: 'test', cluster }],
    users: [{ name: user, user: { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user } }],
  });
}
