import type { CompletedOptions } from './options.ts';

/** The audiences of this server: as stated, else its issuer. */
export function apiAudiences({ authentication }: CompletedOptions): readonly string[] {
  return authentication.apiAudiences.length > 0 ? authentication.apiAudiences : [authentication.serviceAccountIssuer];
}
