import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import type { CompletedOptions, ServerPki } from '@kubescript/app-apiserver/app';
import { issueCertificate, type KeyPair, newCertificateAuthority } from '@kubescript/component-base';

const none: KeyPair = { cert: '', key: '' };

/** The authority of this process and its certificate, made when the first port is opened. Its key stays in memory. */
let serving: Promise<{ readonly authority: KeyPair; readonly pair: KeyPair }> | undefined;

/**
 * Certificates and keys of an environment: service account tokens are signed by a key of its own, certificates are those
 * of the process, and there are none without a port.
 */
export async function openPki(listens: boolean, options: CompletedOptions): Promise<ServerPki> {
  const { tokenSigningKey, publicKey } = newSigningKey();
  const keys = { tokenSigningKey, tokenVerifyKeys: [publicKey], kubeletClient: none };
  if (!listens) return { serving: none, clientCa: '', ...keys };
  serving ??= newServingCertificate(options.serving.bindAddress);
  const { authority, pair } = await serving;
  return { serving: pair, clientCa: authority.cert, ...keys };
}

async function newServingCertificate(host: string): Promise<{ readonly authority: KeyPair; readonly pair: KeyPair }> {
  const authority = await newCertificateAuthority('envtest');
  const hosts = ['localhost', '127.0.0.1', '::1', host, 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
  const request = { commonName: 'kube-apiserver', hosts: [...new Set(hosts)], usages: ['server'] as const };
  return { authority, pair: await issueCertificate(authority, request) };
}

function newSigningKey(): { readonly tokenSigningKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    tokenSigningKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}
