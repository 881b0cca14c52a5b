import { FieldPath, invalid, newBadRequest, type FieldError } from '@kubescript/apimachinery';
import type { Authorizer, Rest } from '@kubescript/apiserver';
import type { LocalSubjectAccessReview } from '@kubescript/api/authorization/v1';

import { createOnly } from '../../generic/create-only.ts';
import { subjectOf, subjectProblems } from '../subjectaccessreview/rest.ts';
import { questionProblems, reviewAccess, throwIfInvalidReview } from '../util/attributes.ts';

/**
 * LocalSubjectAccessReviews: may they, in this namespace?
 *
 * @go k8s.io/kubernetes/pkg/registry/authorization/localsubjectaccessreview#REST
 */
export function localSubjectAccessReviewRest(authorizer: Authorizer): Rest {
  return createOnly<LocalSubjectAccessReview>(
    { group: 'authorization.k8s.io', version: 'v1', kind: 'LocalSubjectAccessReview' },
    async (review, { namespace }) => {
      throwIfInvalidReview([...localProblems(review, namespace)]);
      if (namespace === '') throw newBadRequest('namespace is required on this type');
      return { ...review, status: await reviewAccess(authorizer, subjectOf(review.spec), review.spec) };
    },
  );
}

function localProblems({ spec }: LocalSubjectAccessReview, namespace: string): FieldError[] {
  const path = new FieldPath('spec');
  if (spec.nonResourceAttributes) {
    const shown = { Path: spec.nonResourceAttributes.path ?? '', Verb: spec.nonResourceAttributes.verb ?? '' };
    return [invalid(path.child('nonResourceAttributes'), shown, 'disallowed on this kind of request')];
  }
  const problems = [...questionProblems(spec), ...subjectProblems(spec)];
  const asked = spec.resourceAttributes?.namespace ?? '';
  if (spec.resourceAttributes && asked !== namespace) {
    const where = path.child('resourceAttributes').child('namespace');
    problems.push(invalid(where, asked, 'must match metadata.namespace'));
  }
  return problems;
}
