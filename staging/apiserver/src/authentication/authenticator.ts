import type { ServerRequest } from '../server/http.ts';

/** Who a request comes from. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A verified identity. */
export interface AuthenticationResult {
  readonly user: UserInfo;
  /** For which of the audiences that were asked for the credentials are good; none: they are not limited. */
  readonly audiences?: readonly string[];
  /** What the client is to be warned of. */
  readonly warnings?: readonly string[];
  /** What the audit log is to say of the credentials. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** Finds out who sent a request. */
export interface RequestAuthenticator {
  /** The identity; undefined if this authenticator has no opinion; throws if the credentials it knows are bad. */
  authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined>;
}

/** Finds out whose a bearer token is. */
export interface TokenAuthenticator {
  /** `audiences`: the token must be for one of these; without them, for the audiences of this server. */
  authenticateToken(token: string, audiences?: readonly string[]): Promise<AuthenticationResult | undefined>;
}
