import { formatTime, type Clock } from '@kubescript/apimachinery';
import type { Rest } from '@kubescript/apiserver';
import type { SelfSubjectReview } from '@kubescript/api/authentication/v1';

import { createOnly } from '../../generic/create-only.ts';
import { apiUserInfo } from '../tokenreview/rest.ts';

/**
 * SelfSubjectReviews: who am I?
 *
 * @go k8s.io/kubernetes/pkg/registry/authentication/selfsubjectreview#REST
 */
export function selfSubjectReviewRest(clock: Clock): Rest {
  return createOnly<SelfSubjectReview>(
    { group: 'authentication.k8s.io', version: 'v1', kind: 'SelfSubjectReview' },
    (review, { user }) =>
      Promise.resolve({
        ...review,
        metadata: { creationTimestamp: formatTime(clock.now()) },
        status: { userInfo: apiUserInfo(user) },
      }),
  );
}
