import { type DeepReadonly, type OwnerReference, jsonEqual, parseGroupVersion } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';

import type { AdmissionDeps } from '../generic/deps.ts';

/**
 * OwnerReferencesPermissionEnforcement: whoever changes the owners of an object may delete the object; whoever lets it
 * keep an owner from being deleted may update the finalizers of that owner.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/gc#(*gcPermissionsEnforcement).Validate
 */
export function ownerReferencesPermissionEnforcement(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      if (isFinalizing(attributes)) return;
      const [next, old] = [ownersOf(attributes.object), ownersOf(attributes.oldObject)];
      if (jsonEqual(next, old)) return;
      await checkDeletion(attributes, deps);
      for (const owner of newlyBlocking(next, old)) await checkBlocking(owner, attributes, deps);
    },
  };
}

type Owners = readonly DeepReadonly<OwnerReference>[];

/** Pods are finalised through their status, and nobody but the kubelet does that. */
function isFinalizing({ resource, subresource }: AdmissionAttributes): boolean {
  return resource.group === '' && resource.resource === 'pods' && subresource !== '' && subresource !== 'status';
}

function ownersOf(object: DeepReadonly<AdmissionAttributes['object']>): Owners {
  return object?.metadata.ownerReferences ?? [];
}

async function checkDeletion(attributes: AdmissionAttributes, { authorizer }: AdmissionDeps): Promise<void> {
  if (attributes.operation === 'CREATE') return;
  const { user, resource, subresource, namespace, name } = attributes;
  const { decision, reason } = await authorizer.authorize({
    user,
    verb: 'delete',
    isResourceRequest: true,
    namespace,
    name,
    apiGroup: resource.group,
    apiVersion: resource.version,
    resource: resource.resource,
    subresource,
    path: '',
  });
  if (decision === 'allow') return;
  throw forbid(
    attributes,
    `cannot set an ownerRef on a resource you can't delete: ${reason}, ${decision === 'deny' ? 'denied' : '<nil>'}`,
  );
}

function newlyBlocking(next: Owners, old: Owners): Owners {
  return next.filter((owner) => {
    if (owner.blockOwnerDeletion !== true) return false;
    const before = old.find(({ uid }) => uid === owner.uid);
    return before?.blockOwnerDeletion !== true;
  });
}

async function checkBlocking(
  owner: DeepReadonly<OwnerReference>,
  attributes: AdmissionAttributes,
  { authorizer, served }: AdmissionDeps,
): Promise<void> {
  const { group, version } = parseGroupVersion(owner.apiVersion);
  const found = served()
    .filter((candidate) => candidate.group === group && candidate.version === version)
    .flatMap(({ resources }) => resources)
    .find(({ rest }) => rest.kind.kind === owner.kind);
  if (!found) {
    const what = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${owner.apiVersion} Kind ${owner.kind}`;
    throw forbid(attributes, what);
  }
  const { decision, reason } = await authorizer.authorize({
    user: attributes.user,
    verb: 'update',
    isResourceRequest: true,
    namespace: found.namespaced ? attributes.namespace : '',
    name: owner.name,
    apiGroup: group,
    apiVersion: version,
    resource: found.resource,
    subresource: 'finalizers',
    path: '',
  });
  if (decision === 'allow') return;
  throw forbid(
    attributes,
    `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, <nil>`,
  );
}
