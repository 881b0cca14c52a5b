import type { UserInfo } from './authenticator.ts';

/** Who a request without credentials comes from. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Which requests may come without credentials. */
export interface AnonymousAuthConfig {
  readonly enabled: boolean;
  /** Only these paths, exactly; none: all. */
  readonly paths?: readonly string[];
}

/**
 * True if a request for `path` may come without credentials.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/anonymous#Authenticator
 */
export function allowsAnonymous(config: boolean | AnonymousAuthConfig, path: string): boolean {
  if (typeof config === 'boolean') return config;
  const { enabled, paths = [] } = config;
  return enabled && (paths.length === 0 || paths.includes(path));
}
