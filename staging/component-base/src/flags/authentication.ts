import { FlagGroup } from './flag-group.ts';
import { listFlag } from './flag-spec.ts';

/** Who may read the endpoints of a component that is not the API server. */
export interface AuthenticationOptions {
  readonly authorizationAlwaysAllowPaths: readonly string[];
}

/**
 * `--authorization-always-allow-paths`. For every other path the API server is asked, with the component's own
 * credentials (`delegatedAuthorizer`).
 */
export function authenticationFlags(): FlagGroup<AuthenticationOptions> {
  return new FlagGroup('Authentication and authorization', {
    authorizationAlwaysAllowPaths: listFlag(['/healthz', '/readyz', '/livez'], 'paths that anybody may read'),
  });
}
