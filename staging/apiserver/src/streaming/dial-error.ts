const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  ECONNRESET: 'read: connection reset by peer',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
  EPIPE: 'write: broken pipe',
};

const unknownAuthority = 'x509: certificate signed by unknown authority';
const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
};

/** What went wrong with a connection to `host:port`, in the words of Go's net and crypto packages. */
export function dialErrorText(error: Error, address: string): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const certificate = certificateReasons[code];
  if (certificate !== undefined) return `tls: failed to verify certificate: ${certificate}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `tls: failed to verify certificate: x509: ${altNameText(error)}`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${address.replace(/:\d+$/, '')}: no such host`;
  return `dial tcp ${address}: ${reasons[code] ?? error.message}`;
}

/** Node says which names the certificate has in `reason`, and which was wanted in `host`. */
function altNameText(error: Error): string {
  const { host = '', cert } = error as { host?: string; cert?: { subjectaltname?: string } };
  const names = (cert?.subjectaltname ?? '').split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''));
  return `certificate is valid for ${names.join(', ')}, not ${host}`;
}
