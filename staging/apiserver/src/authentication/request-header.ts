import { headerValue, headerValues, unescapeHeaderKey } from '../server/header-values.ts';
import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator } from './authenticator.ts';
import { type ClientCertificateVerifier, subjectOf } from './x509.ts';

/** Which headers of a front proxy tell whom it speaks for (`--requestheader-*`). */
export interface RequestHeaderNames {
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

/** How a front proxy is recognised, and what it may tell. */
export interface RequestHeaderOptions extends RequestHeaderNames {
  /** Common names of the proxies' certificates; empty: any that the authority signed. */
  readonly allowedNames: readonly string[];
}

/** The headers that front proxies use by default; whoever they come from, no backend may see them. */
export const standardRequestHeaders: RequestHeaderNames = {
  usernameHeaders: ['X-Remote-User'],
  uidHeaders: ['X-Remote-Uid'],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};

/**
 * Believes the identity that a front proxy tells in headers, if the proxy shows a certificate of the authority for
 * proxies. From anybody else the headers mean nothing.
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
    // Cheaper than the certificate, and without a name the outcome is the same or a 401 that others may overrule.
    const name = first(request, this.options.usernameHeaders);
    if (name === '' || request.peer.certificates.length === 0) return undefined;
    this.checkProxy(request);
    const uid = first(request, this.options.uidHeaders);
    const groups = this.options.groupHeaders.flatMap((header) =>
      headerValues(request, header.toLowerCase()).filter((group) => group !== ''),
    );
    const user = { name, groups, extra: this.extraOf(request), ...(uid === '' ? {} : { uid }) };
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
    const extra = new Map<string, string[]>();
    for (const prefix of this.options.extraHeaderPrefixes) {
      for (const header of Object.keys(request.headers)) {
        if (!header.startsWith(prefix.toLowerCase())) continue;
        const key = unescapeHeaderKey(header.slice(prefix.length));
        extra.set(key, [...(extra.get(key) ?? []), ...headerValues(request, header)]);
      }
    }
    return Object.fromEntries(extra);
  }
}

/**
 * Tells which headers (in lower case) a front proxy uses: nothing behind authentication may see them.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/headerrequest#ClearAuthenticationHeaders
 */
export function requestHeaderMatcher(...sets: readonly RequestHeaderNames[]): (name: string) => boolean {
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  const exact = new Set(
    sets.flatMap(({ usernameHeaders, uidHeaders, groupHeaders }) =>
      lower([...usernameHeaders, ...uidHeaders, ...groupHeaders]),
    ),
  );
  const prefixes = sets.flatMap(({ extraHeaderPrefixes }) => lower(extraHeaderPrefixes));
  return (name) => exact.has(name) || prefixes.some((prefix) => prefix !== '' && name.startsWith(prefix));
}

function first(request: ServerRequest, headers: readonly string[]): string {
  for (const header of headers) {
    const value = headerValue(request, header.toLowerCase());
    if (value !== '') return value;
  }
  return '';
}
