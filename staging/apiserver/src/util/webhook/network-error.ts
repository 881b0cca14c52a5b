import { getServers } from 'node:dns';

interface NetworkError {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly message: string;
  readonly errors?: readonly NetworkError[];
  readonly cert?: { readonly subjectaltname?: string; readonly valid_to?: string; readonly valid_from?: string };
  readonly host?: string;
}

const connectTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
};

const unknownAuthority: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** What went wrong on the network, in the words of Go's net and crypto/tls, which users search for. */
export function networkErrorText(thrown: unknown, now: Date = new Date()): string {
  const given = thrown as NetworkError;
  const error = given.errors?.[0] ?? given;
  const code = error.code ?? '';
  const connectText = connectTexts[code];
  if (connectText !== undefined && error.address !== undefined) {
    return `dial tcp ${hostPort(error.address, error.port ?? 0)}: connect: ${connectText}`;
  }
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${error.hostname ?? ''}${dnsServer()}: no such host`;
  if (code === 'EAI_AGAIN') return `dial tcp: lookup ${error.hostname ?? ''}${dnsServer()}: server misbehaving`;
  if (code === 'ECONNRESET') return /hang up/.test(error.message) ? 'EOF' : 'read: connection reset by peer';
  if (code === 'EPIPE') return 'write: broken pipe';
  return tlsText(error, code, now) ?? error.message;
}

function tlsText(error: NetworkError, code: string, now: Date): string | undefined {
  const certificate = 'tls: failed to verify certificate: x509:';
  if (unknownAuthority.includes(code)) return `${certificate} certificate signed by unknown authority`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
    const side = code === 'CERT_HAS_EXPIRED' ? 'after' : 'before';
    const bound = code === 'CERT_HAS_EXPIRED' ? error.cert?.valid_to : error.cert?.valid_from;
    const limit = bound === undefined ? '' : ` ${new Date(bound).toISOString().replace(/\.\d+Z$/, 'Z')}`;
    return `${certificate} certificate has expired or is not yet valid: current time ${time} is ${side}${limit}`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = (error.cert?.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]*:/, ''));
    return `${certificate} certificate is valid for ${names.join(', ')}, not ${error.host ?? ''}`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return 'http: server gave HTTP response to HTTPS client';
  }
  return undefined;
}

function dnsServer(): string {
  const [server] = getServers();
  return server === undefined ? '' : ` on ${/:\d+$/.test(server) ? server : `${server}:53`}`;
}

/** `10.0.0.1:443`, `[::1]:443` */
export function hostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${String(port)}` : `${host}:${String(port)}`;
}
