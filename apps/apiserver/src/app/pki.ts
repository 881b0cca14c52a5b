import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { type KeyPair, isCurrent, issueCertificate, newCertificateAuthority } from '@kubescript/component-base';

import { makeDirectory } from './make-directory.ts';
import type { CompletedOptions } from './options.ts';

/** The certificates and keys of a server. */
export interface ServerPki {
  readonly serving: KeyPair;
  /** PEM of the authorities that client certificates may be signed by; '': of none. */
  readonly clientCa: string;
  /** Shown to kubelets. */
  readonly kubeletClient: KeyPair;
  /** PEM of the authority of kubelets; undefined: it is not checked. */
  readonly kubeletCa?: string;
  /** PEM of the key that signs service account tokens, and of all that verify them. */
  readonly tokenSigningKey: string;
  readonly tokenVerifyKeys: readonly string[];
}

/**
 * Reads the certificates and keys that flags name, and makes the others in `DATA_DIR/pki`, where they are found again
 * at the next start: an authority (`ca.crt`), a serving certificate, one for kubelets, and a signing key (`sa.key`).
 */
export async function openPki(
  options: CompletedOptions,
  advertiseAddress: string,
  serviceIps: readonly string[],
): Promise<ServerPki> {
  const directory = new PkiDirectory(join(options.storage.dataDir, 'pki'));
  const { serving, cluster, authentication, serviceAccount } = options;
  const authority = await directory.keep('ca', () => newCertificateAuthority('kubescript'));
  const hosts = servingHosts(options, advertiseAddress, serviceIps);
  const [servingPair, kubeletClient] = await Promise.all([
    serving.tlsCertFile === ''
      ? keepServingPair(directory, options.tls.certDir, { authority, hosts })
      : readPair('--tls-cert-file', serving.tlsCertFile, '--tls-private-key-file', serving.tlsPrivateKeyFile),
    cluster.kubeletClientCertificate === ''
      ? directory.issue('apiserver-kubelet-client', authority, {
          commonName: 'kube-apiserver-kubelet-client',
          organizations: ['system:masters'],
          usages: ['client'],
        })
      : readPair(
          '--kubelet-client-certificate',
          cluster.kubeletClientCertificate,
          '--kubelet-client-key',
          cluster.kubeletClientKey,
        ),
  ]);
  const signingFile = serviceAccount.serviceAccountSigningKeyFile;
  const tokenSigningKey =
    signingFile === '' ? directory.signingKey() : readFile('--service-account-signing-key-file', signingFile);
  const verifyFiles = serviceAccount.serviceAccountKeyFile.map((file) => readFile('--service-account-key-file', file));
  return {
    serving: servingPair,
    clientCa:
      authentication.clientCaFile === '' ? authority.cert : readFile('--client-ca-file', authentication.clientCaFile),
    kubeletClient,
    ...(cluster.kubeletCertificateAuthority === ''
      ? {}
      : { kubeletCa: readFile('--kubelet-certificate-authority', cluster.kubeletCertificateAuthority) }),
    tokenSigningKey,
    tokenVerifyKeys: verifyFiles.length > 0 ? verifyFiles : [publicKeyOf(tokenSigningKey)],
  };
}

/** The pair in `--cert-dir` is served as it is, whoever signed it; one in the data directory is kept good. */
function keepServingPair(
  directory: PkiDirectory,
  certDir: string,
  { authority, hosts }: { readonly authority: KeyPair; readonly hosts: readonly string[] },
): Promise<KeyPair> {
  const request = { commonName: 'kube-apiserver', hosts, usages: ['server'] as const };
  if (certDir === '') return directory.issue('apiserver', authority, request);
  return new PkiDirectory(certDir, '--cert-dir').keep('apiserver', () => issueCertificate(authority, request));
}

/** Every name by which the server may be reached. */
function servingHosts(options: CompletedOptions, advertiseAddress: string, serviceIps: readonly string[]): string[] {
  const { bindAddress } = options.serving;
  const names = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local'];
  const bound = bindAddress === '0.0.0.0' || bindAddress === '::' ? [] : [bindAddress];
  return [
    ...new Set([...names, 'localhost', hostname(), '127.0.0.1', '::1', advertiseAddress, ...serviceIps, ...bound]),
  ];
}

/** Files that are made when they are missing. */
class PkiDirectory {
  readonly #path: string;

  constructor(path: string, flag = '--data-dir') {
    this.#path = path;
    try {
      makeDirectory(path, 0o700);
    } catch (error) {
      throw new Error(
        `${flag}: cannot use ${path}: ${(error as Error).message}; name a directory that can be written to`,
        { cause: error },
      );
    }
  }

  /** The pair of that name, made by `make` if it is not there. */
  async keep(
    name: string,
    make: () => Promise<KeyPair>,
    isGood: (pair: KeyPair) => boolean = () => true,
  ): Promise<KeyPair> {
    const found = this.#read(name);
    if (found && isGood(found)) return found;
    const made = await make();
    this.#write(`${name}.key`, made.key, 0o600);
    this.#write(`${name}.crt`, made.cert, 0o644);
    return made;
  }

  /** A certificate of the authority, issued again when it is about to expire or lacks a host. */
  issue(name: string, authority: KeyPair, request: Parameters<typeof issueCertificate>[1]): Promise<KeyPair> {
    return this.keep(
      name,
      () => issueCertificate(authority, request),
      (pair) => isCurrent(pair.cert, authority.cert, request.hosts),
    );
  }

  /** The key that signs service account tokens. */
  signingKey(): string {
    const path = join(this.#path, 'sa.key');
    const found = readIfThere(path);
    if (found !== undefined) return found;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    this.#write('sa.key', pem, 0o600);
    this.#write('sa.pub', publicKeyOf(pem), 0o644);
    return pem;
  }

  #read(name: string): KeyPair | undefined {
    const cert = readIfThere(join(this.#path, `${name}.crt`));
    const key = readIfThere(join(this.#path, `${name}.key`));
    return cert === undefined || key === undefined ? undefined : { cert, key };
  }

  #write(name: string, text: string, mode: number): void {
    writeFileSync(join(this.#path, name), text, { mode });
  }
}

function publicKeyOf(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`--data-dir: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function readPair(certFlag: string, certPath: string, keyFlag: string, keyPath: string): KeyPair {
  return { cert: readFile(certFlag, certPath), key: readFile(keyFlag, keyPath) };
}

function readFile(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
