import type { Clock } from '@kubescript/apimachinery';
import type { ApiGroupVersion, TokenAuthenticator } from '@kubescript/apiserver';

import { installVirtual } from '../../generic/install.ts';
import { selfSubjectReviewRest } from '../selfsubjectreview/rest.ts';
import { tokenReviewRest } from '../tokenreview/rest.ts';

/** The resources of authentication.k8s.io/v1. */
export function installAuthentication(options: {
  readonly clock: Clock;
  readonly tokenAuthenticator?: TokenAuthenticator | undefined;
  readonly apiAudiences: readonly string[];
}): ApiGroupVersion {
  return {
    group: 'authentication.k8s.io',
    version: 'v1',
    resources: [
      installVirtual(
        { resource: 'selfsubjectreviews', singular: 'selfsubjectreview' },
        false,
        selfSubjectReviewRest(options.clock),
      ),
      installVirtual(
        { resource: 'tokenreviews', singular: 'tokenreview' },
        false,
        tokenReviewRest(options.tokenAuthenticator, options.apiAudiences),
      ),
    ],
  };
}
