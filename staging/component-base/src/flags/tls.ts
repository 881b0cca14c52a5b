/** Cipher suites by their IANA name, with OpenSSL's. @go k8s.io/component-base/cli/flag#ciphers */
const cipherSuites: Readonly<Record<string, string>> = {
  TLS_AES_128_GCM_SHA256: 'TLS_AES_128_GCM_SHA256',
  TLS_AES_256_GCM_SHA384: 'TLS_AES_256_GCM_SHA384',
  TLS_CHACHA20_POLY1305_SHA256: 'TLS_CHACHA20_POLY1305_SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: 'ECDHE-ECDSA-AES128-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 'ECDHE-ECDSA-AES256-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: 'ECDHE-RSA-AES256-SHA',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
};

const versions = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
} as const;

/** The names of cipher suites that `--tls-cipher-suites` takes. */
export const knownCipherSuites: readonly string[] = Object.keys(cipherSuites);

/** The suites in OpenSSL's words; undefined for none. Throws an Error that names what is not known. */
export function openSslCiphers(names: readonly string[]): string | undefined {
  const found = names.map((name) => {
    const suite = Object.hasOwn(cipherSuites, name) ? cipherSuites[name] : undefined;
    if (suite === undefined) throw new Error(`Cipher suite ${name} not supported or doesn't exist`);
    return suite;
  });
  return found.length === 0 ? undefined : found.join(':');
}

/** A TLS version as Node names it; undefined for ''. Throws an Error for one that is not known. */
export function tlsVersion(name: string): (typeof versions)[keyof typeof versions] | undefined {
  if (name === '') return undefined;
  if (!Object.hasOwn(versions, name)) throw new Error(`unknown tls version ${JSON.stringify(name)}`);
  return versions[name as keyof typeof versions];
}

/** The files of one `--tls-sni-cert-key`, and the names that it is for. */
export interface NamedCertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly names: readonly string[];
}

/** Reads `cert,key` or `cert,key:name,*.name`. @go k8s.io/component-base/cli/flag#(*NamedCertKey).Set */
export function parseNamedCertificate(text: string): NamedCertificateFiles {
  const [files = '', names = '', ...more] = text.split(':').map((part) => part.trim());
  const [certFile = '', keyFile = '', ...rest] = files.split(',').map((part) => part.trim());
  if (more.length > 0 || certFile === '' || keyFile === '' || rest.length > 0) {
    throw new Error(`expected comma separated certificate and key file paths, got ${JSON.stringify(text)}`);
  }
  return { certFile, keyFile, names: names === '' ? [] : names.split(',').map((name) => name.trim()) };
}
