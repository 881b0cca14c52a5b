import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator } from './authenticator.ts';
import { type ClientCertificateVerifier, subjectOf } from './x509.ts';

/** Which headers of a front proxy tell whom it speaks for (`--requestheader-*`). */
export interface RequestHeaderOptions {
  /** Common names of the proxies' certificates; empty: any that the authority signed. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

/**
 * Believes the identity that a front proxy tells in headers, if the proxy shows a certificate of the authority for
 * proxies.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/headerrequest#NewDynamicVerifyOptionsSecure
 */
export class RequestHeaderAuthenticator implements RequestAuthenticator {
  private readonly verifier: ClientCertificateVerifier;
  private readonly options: RequestHeaderOptions;

  constructor(verifier: ClientCertificateVerifier, options: RequestHeaderOptions) {
    this.verifier = verifier;
    this.options = options;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is wrong is a rejection
  async authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    const name = first(request, this.options.usernameHeaders);
    if (name === undefined || request.peer.certificates.length === 0) return undefined;
    this.checkProxy(request);
    const uid = first(request, this.options.uidHeaders);
    const groups = this.options.groupHeaders.flatMap((header) => values(request, header));
    const user = { name, groups, extra: this.extraOf(request), ...(uid === undefined ? {} : { uid }) };
    return { user };
  }

  private checkProxy(request: ServerRequest): void {
    const { name } = subjectOf(this.verifier.verify(request.peer.certificates));
    const { allowedNames } = this.options;
    if (allowedNames.length > 0 && !allowedNames.includes(name)) {
      throw new Error(`x509: subject with cn=${name} is not in the allowed list`);
    }
  }

  private extraOf(request: ServerRequest): Readonly<Record<string, readonly string[]>> {
    const extra: Record<string, readonly string[]> = {};
    for (const header of Object.keys(request.headers)) {
      const prefix = this.options.extraHeaderPrefixes.find((candidate) => header.startsWith(candidate.toLowerCase()));
      if (prefix !== undefined) extra[decodeKey(header.slice(prefix.length))] = values(request, header);
    }
    return extra;
  }
}

function first(request: ServerRequest, headers: readonly string[]): string | undefined {
  return headers.flatMap((header) => values(request, header)).find((value) => value !== '');
}

function values(request: ServerRequest, header: string): readonly string[] {
  return request.headers[header.toLowerCase()]?.split(', ') ?? [];
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
