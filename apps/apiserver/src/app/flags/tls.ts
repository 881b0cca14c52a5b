import {
  FlagGroup,
  boolFlag,
  intFlag,
  knownCipherSuites,
  listFlag,
  openSslCiphers,
  parseNamedCertificate,
  repeatedFlag,
  stringFlag,
  tlsVersion,
} from '@kubescript/component-base';

/** How connections are secured, beyond the certificate. */
export interface TlsFlags {
  readonly certDir: string;
  readonly http2MaxStreamsPerConnection: number;
  readonly permitPortSharing: boolean;
  readonly tlsCipherSuites: readonly string[];
  readonly tlsMinVersion: string;
  readonly tlsSniCertKey: readonly string[];
}

/** @go k8s.io/apiserver/pkg/server/options#SecureServingOptions */
export function tlsFlags(): FlagGroup<TlsFlags> {
  return new FlagGroup<TlsFlags>(
    'Secure serving',
    {
      certDir: stringFlag('', 'directory of the serving certificate if none is given; by default pki in --data-dir'),
      http2MaxStreamsPerConnection: intFlag(0, 'HTTP/2 requests at once on one connection; 0 is 250'),
      permitPortSharing: boolFlag(false, 'let other processes listen on the same port (SO_REUSEPORT)'),
      tlsCipherSuites: listFlag(
        [],
        `cipher suites, of ${knownCipherSuites.join(', ')}; by default those of the runtime`,
      ),
      tlsMinVersion: stringFlag('', 'oldest TLS version: VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13'),
      tlsSniCertKey: repeatedFlag(
        'certificate and key file for some names (cert,key or cert,key:name,*.name); may be given more than once',
      ),
    },
    ({ tlsCipherSuites, tlsMinVersion, tlsSniCertKey, http2MaxStreamsPerConnection }) => [
      ...problemOf('--tls-cipher-suites', () => openSslCiphers(tlsCipherSuites)),
      ...problemOf('--tls-min-version', () => tlsVersion(tlsMinVersion)),
      ...tlsSniCertKey.flatMap((text) => problemOf('--tls-sni-cert-key', () => parseNamedCertificate(text))),
      ...(http2MaxStreamsPerConnection < 0
        ? [new Error('--http2-max-streams-per-connection can not be negative value')]
        : []),
    ],
  );
}

function problemOf(flag: string, read: () => unknown): Error[] {
  try {
    read();
    return [];
  } catch (error) {
    return [new Error(`${flag}: ${(error as Error).message}`)];
  }
}
