import type { Authorizer, Rest } from '@kubescript/apiserver';
import type { SelfSubjectAccessReview } from '@kubescript/api/authorization/v1';

import { createOnly } from '../../generic/create-only.ts';
import { questionProblems, reviewAccess, throwIfInvalidReview } from '../util/attributes.ts';

/**
 * SelfSubjectAccessReviews: may I?
 *
 * @go k8s.io/kubernetes/pkg/registry/authorization/selfsubjectaccessreview#REST
 */
export function selfSubjectAccessReviewRest(authorizer: Authorizer): Rest {
  return createOnly<SelfSubjectAccessReview>(
    { group: 'authorization.k8s.io', version: 'v1', kind: 'SelfSubjectAccessReview' },
    async (review, { user }) => {
      throwIfInvalidReview(questionProblems(review.spec));
      return { ...review, status: await reviewAccess(authorizer, user, review.spec) };
    },
  );
}
