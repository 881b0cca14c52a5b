import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';
import { validateNamespaceFinalizeUpdate } from '@kubescript/lib-apis';

import type { ResourceDefinition, SubresourceStrategy } from '../../generic/resource-definition.ts';
import { keepMember, simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Namespace' };

/** The finalizer that keeps a namespace until its contents are gone. */
export const finalizerKubernetes = 'kubernetes';

const metadataNameLabel = 'kubernetes.io/metadata.name';

/**
 * Namespaces: born Active with the `kubernetes` finalizer, always labelled with their name.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/namespace#Strategy
 */
export const namespaceResource: ResourceDefinition<Namespace> = {
  resource: 'namespaces',
  singular: 'namespace',
  kind,
  shortNames: ['ns'],
  strategy: simpleStrategy<Namespace>({
    kind,
    namespaced: false,
    emptyStatus: () => ({ phase: 'Active' }),
    prepareForCreate: addKubernetesFinalizer,
    prepareForUpdate: keepFinalizers,
    canonicalize: labelWithName,
    selectableFields: { 'status.phase': (namespace) => namespace.status.phase ?? '' },
  }),
  statusStrategy: statusStrategy<Namespace>({ kind }),
  shouldDeleteDuringUpdate: isFinalized,
};

/**
 * Updates of `namespaces/finalize`: only the spec (its finalizers) changes.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/namespace#namespaceFinalizeStrategy
 */
export const namespaceFinalizeStrategy: SubresourceStrategy<Namespace> = {
  prepareForUpdate: (object, old) => {
    keepMember(object, old, 'status');
  },
  validateUpdate: validateNamespaceFinalizeUpdate,
};

/** Whether nothing holds a terminating namespace any more. */
export function isFinalized(namespace: DeepReadonly<Namespace>): boolean {
  return (
    (namespace.spec.finalizers?.length ?? 0) === 0 &&
    (namespace.metadata.finalizers?.length ?? 0) === 0 &&
    namespace.metadata.deletionTimestamp !== undefined
  );
}

function addKubernetesFinalizer(namespace: Namespace): void {
  const finalizers = namespace.spec.finalizers ?? [];
  if (!finalizers.includes(finalizerKubernetes)) namespace.spec.finalizers = [...finalizers, finalizerKubernetes];
}

function keepFinalizers(namespace: Namespace, old: DeepReadonly<Namespace>): void {
  keepMember(namespace, old, 'spec');
}

function labelWithName(namespace: Namespace): void {
  namespace.metadata.labels = { ...namespace.metadata.labels, [metadataNameLabel]: namespace.metadata.name ?? '' };
}
