import type { CompletedOptions } from './options.ts';

/** The audiences of this server: as stated, else the issuer of its tokens. */
export function apiAudiences({ authentication, serviceAccount }: CompletedOptions): readonly string[] {
  return authentication.apiAudiences.length > 0
    ? authentication.apiAudiences
    : serviceAccount.serviceAccountIssuer.slice(0, 1);
}
