import { FieldPath, invalid } from '@kubescript/apimachinery';
import type { Authorizer, Rest, UserInfo } from '@kubescript/apiserver';
import type { SubjectAccessReview, SubjectAccessReviewSpec } from '@kubescript/api/authorization/v1';

import { createOnly } from '../../generic/create-only.ts';
import { questionProblems, reviewAccess, throwIfInvalidReview } from '../util/attributes.ts';

/**
 * SubjectAccessReviews: may they?
 *
 * @go k8s.io/kubernetes/pkg/registry/authorization/subjectaccessreview#REST
 */
export function subjectAccessReviewRest(authorizer: Authorizer): Rest {
  return createOnly<SubjectAccessReview>(
    { group: 'authorization.k8s.io', version: 'v1', kind: 'SubjectAccessReview' },
    async (review) => {
      throwIfInvalidReview([...questionProblems(review.spec), ...subjectProblems(review.spec)]);
      return { ...review, status: await reviewAccess(authorizer, subjectOf(review.spec), review.spec) };
    },
  );
}

/** A review has to name somebody. */
export function subjectProblems({ user, groups }: SubjectAccessReviewSpec): ReturnType<typeof questionProblems> {
  if ((user ?? '') !== '' || (groups?.length ?? 0) > 0) return [];
  return [invalid(new FieldPath('spec').child('user'), user ?? '', 'at least one of user or group must be specified')];
}

/** The subject of a review as authorizers know users. */
export function subjectOf({ user = '', groups = [], uid, extra }: SubjectAccessReviewSpec): UserInfo {
  return { name: user, groups, ...(uid !== undefined && { uid }), ...(extra && { extra }) };
}
