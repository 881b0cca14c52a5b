import { newBadRequest } from '@kubescript/apimachinery';
import type { Authorizer, NonResourceRule, ResourceRule, Rest } from '@kubescript/apiserver';
import type {
  NonResourceRule as ApiNonResourceRule,
  ResourceRule as ApiResourceRule,
  SelfSubjectRulesReview,
} from '@kubescript/api/authorization/v1';

import { createOnly } from '../../generic/create-only.ts';

/**
 * SelfSubjectRulesReviews: what may I do in a namespace?
 *
 * @go k8s.io/kubernetes/pkg/registry/authorization/selfsubjectrulesreview#REST
 */
export function selfSubjectRulesReviewRest(authorizer: Authorizer): Rest {
  return createOnly<SelfSubjectRulesReview>(
    { group: 'authorization.k8s.io', version: 'v1', kind: 'SelfSubjectRulesReview' },
    async (review, { user }) => {
      const namespace = review.spec.namespace ?? '';
      if (namespace === '') throw newBadRequest('no namespace on request');
      const rules = await authorizer.rulesFor?.(user, namespace);
      return {
        ...review,
        metadata: {},
        spec: {},
        status: {
          resourceRules: (rules?.resourceRules ?? []).map(resourceRule),
          nonResourceRules: (rules?.nonResourceRules ?? []).map(nonResourceRule),
          incomplete: rules?.incomplete ?? true,
          ...(rules?.error !== undefined && rules.error !== '' && { evaluationError: rules.error }),
        },
      };
    },
  );
}

function resourceRule(rule: ResourceRule): ApiResourceRule {
  return {
    verbs: [...rule.verbs],
    apiGroups: [...rule.apiGroups],
    resources: [...rule.resources],
    ...(rule.resourceNames.length > 0 && { resourceNames: [...rule.resourceNames] }),
  };
}

function nonResourceRule(rule: NonResourceRule): ApiNonResourceRule {
  return { verbs: [...rule.verbs], nonResourceURLs: [...rule.nonResourceURLs] };
}
