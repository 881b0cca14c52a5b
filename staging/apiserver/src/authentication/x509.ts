import { createHash, X509Certificate } from 'node:crypto';

import { type Clock, formatTime, realClock } from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator, UserInfo } from './authenticator.ts';
import type { ClientCertificateMetrics } from './metrics.ts';

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_USAGE = '2.5.29.37.0';
/** Names the user's uid in a subject. */
const USER_UID = '1.3.6.1.4.1.57683.2';
const MAX_CHAIN = 8;
const MAX_REMEMBERED = 1000;

/** Certificates of a PEM bundle; throws an Error if there is none. */
export function parseCertificates(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('no certificate found in the PEM data');
  return blocks.map((block) => new X509Certificate(block));
}

/**
 * Checks client certificates against certificate authorities: signatures up to one of them, dates, and that the
 * certificate is meant for clients.
 */
export class ClientCertificateVerifier {
  private readonly authorities: () => readonly X509Certificate[];
  private readonly clock: Clock;
  /** Chains whose signatures are good, by the hash of the leaf: every request of a connection brings the same. */
  private readonly verified = new Map<string, readonly X509Certificate[]>();
  private verifiedBy: readonly X509Certificate[] = [];

  /** `authorities` may be a function, for authorities that change while the server runs: then a new array each time. */
  constructor(authorities: readonly X509Certificate[] | (() => readonly X509Certificate[]), clock: Clock = realClock) {
    this.authorities = typeof authorities === 'function' ? authorities : (): readonly X509Certificate[] => authorities;
    this.clock = clock;
  }

  /** The leaf of a good chain (leaf first, DER); throws an Error that says what is wrong with it. */
  verify(chain: readonly Uint8Array[]): X509Certificate {
    const [leafBytes] = chain;
    if (leafBytes === undefined) throw new Error('no client certificate');
    const authorities = this.authorities();
    if (authorities !== this.verifiedBy) this.verified.clear();
    this.verifiedBy = authorities;
    const hash = createHash('sha256').update(leafBytes).digest('base64');
    let path = this.verified.get(hash);
    if (path === undefined) {
      path = findPath(
        chain.slice(0, MAX_CHAIN).map((der) => new X509Certificate(der)),
        authorities,
      );
      if (this.verified.size >= MAX_REMEMBERED) this.verified.clear();
      this.verified.set(hash, path);
    }
    for (const certificate of path) this.checkDates(certificate);
    return path[0] as X509Certificate;
  }

  private checkDates(certificate: X509Certificate): void {
    const now = this.clock.now();
    if (now < certificate.validFromDate.getTime() || now > certificate.validToDate.getTime()) {
      throw new Error(
        `x509: certificate has expired or is not yet valid: current time ${formatTime(now)} is outside of ${certificate.validFrom} to ${certificate.validTo}`,
      );
    }
  }
}

/** From a leaf over intermediate authorities to a trusted one; throws an Error if there is no such path. */
function findPath(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): readonly X509Certificate[] {
  const [leaf, ...intermediates] = chain as [X509Certificate, ...X509Certificate[]];
  const usages = leaf.keyUsage as readonly string[] | undefined;
  if (usages !== undefined && !usages.includes(CLIENT_AUTH) && !usages.includes(ANY_USAGE)) {
    throw new Error('x509: certificate specifies an incompatible key usage');
  }
  const path = [leaf];
  for (let at = leaf; path.length <= MAX_CHAIN;) {
    const authority = authorities.find((candidate) => candidate.ca && isSignedBy(at, candidate));
    if (authority !== undefined) return [...path, authority];
    if (authorities.some(({ fingerprint256 }) => fingerprint256 === at.fingerprint256)) return path;
    const next = intermediates.find(
      (candidate) => candidate.ca && !path.includes(candidate) && isSignedBy(at, candidate),
    );
    if (next === undefined) break;
    path.push(next);
    at = next;
  }
  throw new Error('x509: certificate signed by unknown authority');
}

function isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

/**
 * Knows users by their client certificates: the common name is the user, the organizations are the groups.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/x509#Authenticator
 */
export class X509Authenticator implements RequestAuthenticator {
  private readonly verifier: ClientCertificateVerifier;
  private readonly onCertificate: ClientCertificateMetrics | undefined;
  private readonly readsUid: boolean;

  /** `readsUid`: subjects may name the uid of the user (AllowParsingUserUIDFromCertAuth). */
  constructor(verifier: ClientCertificateVerifier, onCertificate?: ClientCertificateMetrics, readsUid = true) {
    this.verifier = verifier;
    this.onCertificate = onCertificate;
    this.readsUid = readsUid;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is wrong is a rejection
  async authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    const { certificates } = request.peer;
    if (certificates.length === 0) return undefined;
    const certificate = this.verifier.verify(certificates);
    this.onCertificate?.((certificate.validToDate.getTime() - Date.now()) / 1000);
    const user = userOf(certificate, this.readsUid);
    return user === undefined ? undefined : { user };
  }
}

/**
 * The user of a certificate: the common name, the organizations as groups, and the uid if the subject names one.
 * undefined if there is no common name; throws an Error if there is more than one uid, or an empty one.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/x509#CommonNameUserConversion
 */
export function userOf(certificate: X509Certificate, readsUid = true): UserInfo | undefined {
  const { name, organizations, ...subject } = subjectOf(certificate);
  const uids = readsUid ? subject.uids : [];
  if (name === '') return undefined;
  const [uid] = uids;
  if (uids.length > 1) throw new Error('expected 1 UID, but found multiple');
  if (uid === '') throw new Error('UID cannot be an empty string');
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  return {
    name,
    groups: organizations,
    extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${fingerprint}`] },
    ...(uid === undefined ? {} : { uid }),
  };
}

/** The common name, the organizations and the user ids of a certificate's subject. */
export function subjectOf(certificate: X509Certificate): {
  readonly name: string;
  readonly organizations: readonly string[];
  readonly uids: readonly string[];
} {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const names = [subject['CN'] ?? ''].flat();
  return {
    name: names.at(-1) ?? '',
    organizations: [subject['O'] ?? []].flat(),
    uids: [subject[USER_UID] ?? []].flat(),
  };
}
