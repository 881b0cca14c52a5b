import { parseFieldSelector, parseLabelSelector } from '@kubescript/apimachinery';
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  ResourceAttributes,
  SubjectAccessReviewSpec,
} from '@kubescript/api/authorization/v1';

import type { AuthorizerAttributes } from '../authorizer.ts';

/**
 * What is asked about a request, as a SubjectAccessReview puts it.
 *
 * @go k8s.io/apiserver/plugin/pkg/authorizer/webhook#(*WebhookAuthorizer).Authorize
 */
export function accessReviewSpec(attributes: AuthorizerAttributes): SubjectAccessReviewSpec {
  const { name, uid = '', groups, extra = {} } = attributes.user;
  const extras = Object.entries(extra).map(([key, values]) => [key, [...values]] as [string, string[]]);
  return {
    ...(attributes.isResourceRequest
      ? { resourceAttributes: resourceAttributesOf(attributes) }
      : { nonResourceAttributes: present({ path: attributes.path, verb: attributes.verb }) }),
    ...(name !== '' && { user: name }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras) }),
    ...(uid !== '' && { uid }),
  };
}

function resourceAttributesOf(attributes: AuthorizerAttributes): ResourceAttributes {
  const { namespace, verb, apiGroup, apiVersion, resource, subresource, name } = attributes;
  const fieldSelector = fieldSelectorOf(attributes.fieldSelector);
  const labelSelector = labelSelectorOf(attributes.labelSelector);
  return {
    ...present({ namespace, verb, group: apiGroup, version: apiVersion, resource, subresource, name }),
    ...(fieldSelector && { fieldSelector }),
    ...(labelSelector && { labelSelector }),
  };
}

/** Members without a value are left out. */
function present<T extends Readonly<Record<string, string>>>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '')) as Partial<T>;
}

function fieldSelectorOf(text = ''): FieldSelectorAttributes | undefined {
  if (text === '') return undefined;
  try {
    const requirements = parseFieldSelector(text).requirements.map(({ field, operator, value }) => ({
      key: field,
      operator: operator === '!=' ? ('NotIn' as const) : ('In' as const),
      values: [value],
    }));
    return requirements.length === 0 ? undefined : { requirements };
  } catch {
    // Not understood, so that nothing can be allowed because of it.
    return undefined;
  }
}

function labelSelectorOf(text = ''): LabelSelectorAttributes | undefined {
  if (text === '') return undefined;
  try {
    const requirements = parseLabelSelector(text).requirements.flatMap(({ key, operator, values }) => {
      const shown = operators[operator];
      if (shown === undefined) return [];
      const list = [...values].sort();
      return [{ key, operator: shown, ...(list.length > 0 && { values: list }) }];
    });
    return requirements.length === 0 ? undefined : { requirements };
  } catch {
    return undefined;
  }
}

const operators: Readonly<Record<string, 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | undefined>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};
