import {
  type DeepReadonly,
  type KubeObject,
  type Selector,
  findStatusError,
  isNotFound,
  newInternalError,
} from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';

import type { AdmissionAttributes } from '../../../admission.ts';

/** Finds a namespace as it is now; throws NotFound. */
export type NamespaceGetter = (name: string) => Promise<DeepReadonly<Namespace>>;

/** Yes, no, or the error that says why it cannot be told; which counts only if all else matches. */
export type Match = boolean | Error;

/**
 * Whether the namespace of the request has the labels. What belongs to no namespace always matches.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/namespace#(*Matcher).MatchNamespaceSelector
 */
export async function matchNamespaceSelector(
  selector: Selector,
  attributes: AdmissionAttributes,
  getNamespace: NamespaceGetter,
): Promise<Match> {
  if (attributes.namespace === '' && attributes.resource.resource !== 'namespaces') return true;
  if (selector.isEmpty) return true;
  try {
    return selector.matches(await namespaceLabels(attributes, getNamespace));
  } catch (error) {
    return isNotFound(error) ? (findStatusError(error) ?? newInternalError(error)) : newInternalError(error);
  }
}

/** The labels that a namespace will have where the request is about the namespace itself. */
async function namespaceLabels(
  attributes: AdmissionAttributes,
  getNamespace: NamespaceGetter,
): Promise<Readonly<Record<string, string>>> {
  const { resource, subresource, operation, object, namespace } = attributes;
  const writesNamespace = operation === 'CREATE' || operation === 'UPDATE';
  if (resource.resource === 'namespaces' && subresource === '' && writesNamespace) {
    return object?.metadata.labels ?? {};
  }
  return (await getNamespace(namespace)).metadata.labels ?? {};
}

/**
 * Whether the new or the old object has the labels.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/object#(*Matcher).MatchObjectSelector
 */
export function matchObjectSelector(
  selector: Selector,
  { object, oldObject }: Pick<AdmissionAttributes, 'object' | 'oldObject'>,
): boolean {
  return selector.isEmpty || hasLabels(selector, object) || hasLabels(selector, oldObject);
}

function hasLabels(selector: Selector, object: DeepReadonly<Partial<KubeObject>> | undefined): boolean {
  return object?.metadata !== undefined && selector.matches(object.metadata.labels ?? {});
}
