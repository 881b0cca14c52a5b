import type { DeepReadonly, GroupVersionKind, GroupVersionResource } from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';
import { parseTimestamp } from '@kubescript/cel';

import type { AdmissionAttributes } from '../../admission.ts';

/**
 * The value of `request`: what the client asked for, and as what the policy is shown it. What is empty is left out.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#CreateAdmissionRequest
 */
export function admissionRequestValue(
  { kind, resource, subresource, name, namespace, operation, user, dryRun, options }: AdmissionAttributes,
  matched: { readonly kind: GroupVersionKind; readonly resource: GroupVersionResource },
): Readonly<Record<string, unknown>> {
  const { name: username, uid = '', groups, extra = {} } = user;
  return {
    kind: matched.kind,
    resource: matched.resource,
    ...(subresource === '' ? {} : { subResource: subresource, requestSubResource: subresource }),
    requestKind: kind,
    requestResource: resource,
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation,
    userInfo: {
      ...(username === '' ? {} : { username }),
      ...(uid === '' ? {} : { uid }),
      ...(groups.length === 0 ? {} : { groups }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    },
    dryRun,
    options: options ?? null,
  };
}

/**
 * The value of `namespaceObject`: only what does not tell who manages the namespace.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/cel#CreateNamespaceObject
 */
export function namespaceValue(
  namespace: DeepReadonly<Namespace> | undefined,
): Readonly<Record<string, unknown>> | null {
  if (!namespace) return null;
  const { managedFields: _managed, ownerReferences: _owners, selfLink: _link, ...metadata } = namespace.metadata;
  const { creationTimestamp, deletionTimestamp } = metadata;
  return {
    metadata: {
      ...metadata,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp: timestamp(creationTimestamp) }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp: timestamp(deletionTimestamp) }),
    },
    spec: namespace.spec,
    status: namespace.status,
  };
}

function timestamp(text: string): unknown {
  return parseTimestamp(text);
}
