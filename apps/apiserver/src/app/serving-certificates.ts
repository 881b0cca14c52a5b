import { type Clock, TaskGroup } from '@kubescript/apimachinery';
import { FollowedFile, type NamedCertificate, type TlsMaterial } from '@kubescript/apiserver';
import { type Logger, openSslCiphers, parseNamedCertificate, tlsVersion } from '@kubescript/component-base';

import type { Listener } from './listener.ts';
import type { CompletedOptions } from './options.ts';
import type { ServerPki } from './pki.ts';

interface FollowedPair {
  readonly certificate: FollowedFile;
  readonly key: FollowedFile;
}

/**
 * What connections are secured with: the serving certificate, those for names of their own, cipher suites and versions.
 * Files that flags name may change while the server runs.
 *
 * @go k8s.io/apiserver/pkg/server/dynamiccertificates#DynamicServingCertificateController
 */
export class ServingCertificates {
  readonly #pki: ServerPki;
  readonly #settings: Pick<TlsMaterial, 'ciphers' | 'minVersion'>;
  readonly #serving: FollowedPair | undefined;
  readonly #named: readonly (FollowedPair & { readonly names: readonly string[] })[];

  /** Reads the files; throws an Error that names the flag of one that cannot be read. */
  constructor({ serving, tls }: CompletedOptions, pki: ServerPki) {
    this.#pki = pki;
    const ciphers = openSslCiphers(tls.tlsCipherSuites);
    const minVersion = tlsVersion(tls.tlsMinVersion);
    this.#settings = {
      ...(ciphers === undefined ? {} : { ciphers }),
      ...(minVersion === undefined ? {} : { minVersion }),
    };
    const { tlsCertFile, tlsPrivateKeyFile } = serving;
    if (tlsCertFile !== '') this.#serving = pairOf('--tls-cert-file', tlsCertFile, tlsPrivateKeyFile);
    this.#named = tls.tlsSniCertKey.map(parseNamedCertificate).map(({ certFile, keyFile, names }) => ({
      ...pairOf('--tls-sni-cert-key', certFile, keyFile),
      names,
    }));
  }

  /** As the files are now. */
  get material(): TlsMaterial {
    const { cert, key } = this.#pki.serving;
    const serving = this.#serving;
    return {
      certificate: serving?.certificate.content ?? cert,
      key: serving?.key.content ?? key,
      named: this.#named.map(({ certificate, key: namedKey, names }): NamedCertificate => ({
        certificate: certificate.content,
        key: namedKey.content,
        names,
      })),
      ...this.#settings,
    };
  }

  /** Hands changes of the files to the listener until the signal. A pair of which only one half changed yet is waited for. */
  async run(
    listener: Listener,
    { logger, clock, signal }: { readonly logger: Logger; readonly clock: Clock; readonly signal: AbortSignal },
  ): Promise<void> {
    const tasks = new TaskGroup(signal);
    const pairs = [...(this.#serving ? [this.#serving] : []), ...this.#named];
    for (const file of pairs.flatMap(({ certificate, key }) => [certificate, key])) {
      const onChange = (): void => {
        listener.updateTls(this.material);
        logger.info('Reloaded a serving certificate', { path: file.path });
      };
      const onError = (error: unknown): void => {
        logger.warn('Cannot use a changed serving certificate; the former one still holds', { path: file.path, error });
      };
      tasks.spawn('serving-certificate', (taskSignal) => file.follow(onChange, onError, { clock, signal: taskSignal }));
    }
    await tasks.wait();
  }
}

function pairOf(flag: string, certFile: string, keyFile: string): FollowedPair {
  const open = (path: string): FollowedFile => {
    try {
      return new FollowedFile(path);
    } catch (error) {
      throw new Error(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
    }
  };
  return { certificate: open(certFile), key: open(keyFile) };
}
