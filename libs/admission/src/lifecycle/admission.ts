import { newForbidden, newNotFound, newStatusError } from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';

import { forbid } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

const immortalNamespaces: readonly string[] = ['default', 'kube-system', 'kube-public'];

/**
 * NamespaceLifecycle: nothing is made in a namespace that does not exist or is being deleted, and the system's own
 * namespaces stay.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle#(*Lifecycle).Admit
 */
export function namespaceLifecycle({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE' || operation === 'DELETE',
    async admit(attributes) {
      const { kind, operation, name, namespace, resource } = attributes;
      const isNamespace = kind.group === '' && kind.kind === 'Namespace';
      if (isNamespace && operation === 'DELETE' && immortalNamespaces.includes(name)) {
        throw newForbidden(resource, name, 'this namespace may not be deleted');
      }
      if (namespace === '' || isNamespace || operation === 'DELETE' || isAccessReview(attributes)) return;
      const found = await lookUp(stores.namespaces, '', namespace);
      if (!found) throw newNotFound({ group: '', resource: 'namespaces' }, namespace);
      if (operation === 'CREATE' && found.status.phase === 'Terminating') throw terminating(attributes);
    },
  };
}

function isAccessReview({ resource }: AdmissionAttributes): boolean {
  return resource.group === 'authorization.k8s.io' && resource.resource === 'localsubjectaccessreviews';
}

function terminating(attributes: AdmissionAttributes): Error {
  const { namespace } = attributes;
  const { status } = forbid(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return newStatusError({ ...status, details: { ...status.details, causes: [cause] } });
}
