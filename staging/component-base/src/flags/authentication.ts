import { FlagGroup } from './flag-group.ts';
import { boolFlag, listFlag, stringFlag } from './flag-spec.ts';

/** How a component that is not the API server finds out who calls its endpoints and whether they may. */
export interface AuthenticationOptions {
  readonly authenticationKubeconfig: string;
  readonly authorizationKubeconfig: string;
  readonly authorizationAlwaysAllowPaths: readonly string[];
  readonly authenticationSkipLookup: boolean;
  readonly clientCaFile: string;
}

/** `--authentication-kubeconfig`, `--authorization-always-allow-paths`, `--client-ca-file` … */
export function authenticationFlags(): FlagGroup<AuthenticationOptions> {
  return new FlagGroup('Authentication and authorization', {
    authenticationKubeconfig: stringFlag('', 'kubeconfig for TokenReviews; --kubeconfig if empty'),
    authorizationKubeconfig: stringFlag('', 'kubeconfig for SubjectAccessReviews; --kubeconfig if empty'),
    authorizationAlwaysAllowPaths: listFlag(['/healthz', '/readyz', '/livez'], 'paths that anybody may read'),
    authenticationSkipLookup: boolFlag(false, 'do not look up authentication configuration in the cluster'),
    clientCaFile: stringFlag('', 'file with the CA that signs client certificates'),
  });
}
