import type { ApiGroupVersion, Authorizer } from '@kubescript/apiserver';

import { installVirtual } from '../../generic/install.ts';
import { localSubjectAccessReviewRest } from '../localsubjectaccessreview/rest.ts';
import { selfSubjectAccessReviewRest } from '../selfsubjectaccessreview/rest.ts';
import { selfSubjectRulesReviewRest } from '../selfsubjectrulesreview/rest.ts';
import { subjectAccessReviewRest } from '../subjectaccessreview/rest.ts';

/** The resources of authorization.k8s.io/v1. */
export function installAuthorization(authorizer: Authorizer): ApiGroupVersion {
  return {
    group: 'authorization.k8s.io',
    version: 'v1',
    resources: [
      installVirtual(
        { resource: 'localsubjectaccessreviews', singular: 'localsubjectaccessreview' },
        true,
        localSubjectAccessReviewRest(authorizer),
      ),
      installVirtual(
        { resource: 'selfsubjectaccessreviews', singular: 'selfsubjectaccessreview' },
        false,
        selfSubjectAccessReviewRest(authorizer),
      ),
      installVirtual(
        { resource: 'selfsubjectrulesreviews', singular: 'selfsubjectrulesreview' },
        false,
        selfSubjectRulesReviewRest(authorizer),
      ),
      installVirtual(
        { resource: 'subjectaccessreviews', singular: 'subjectaccessreview' },
        false,
        subjectAccessReviewRest(authorizer),
      ),
    ],
  };
}
