import { formatTime, newConflict, type Clock, type DeepReadonly, type KubeObject } from '@kubescript/apimachinery';
import type { DeleteCall, EncodedObject, ResourceStore, Rest } from '@kubescript/apiserver';
import type { Namespace } from '@kubescript/api/core/v1';

import { getObject } from '../../generic/read.ts';

const namespaces = { group: '', resource: 'namespaces' };

/**
 * Deletion of a namespace: it turns Terminating and stays until the namespace controller has emptied it and removed
 * its finalizers. A collection of namespaces cannot be deleted.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/namespace/storage#REST
 */
export function namespaceRest(store: ResourceStore<Namespace>, clock: Clock): Rest {
  return {
    ...withoutDeleteCollection(store),
    delete: (name, call) => deleteNamespace(store, clock, name, call),
  };
}

function withoutDeleteCollection(store: ResourceStore<Namespace>): Rest {
  return {
    kind: store.kind,
    get: (name, context) => store.get(name, context),
    list: (query, context) => store.list(query, context),
    watch: (query, context) => store.watch(query, context),
    create: (name, object, call) => store.create(name, object, call),
    update: (name, call) => store.update(name, call),
    ...(store.table && { table: store.table }),
  };
}

async function deleteNamespace(
  store: ResourceStore<Namespace>,
  clock: Clock,
  name: string,
  call: DeleteCall,
): Promise<{ readonly item: EncodedObject; readonly deleted: boolean }> {
  const current = await getObject(store, name, call);
  checkPreconditions(current, call);
  const isTerminating = current.metadata.deletionTimestamp !== undefined;
  if (isTerminating && (current.spec.finalizers?.length ?? 0) > 0) {
    return { item: await store.get(name, { ...call, resourceVersion: '' }), deleted: false };
  }
  if (isTerminating) return store.delete(name, call);
  await call.validate(current);
  const item = await store.guaranteedUpdate(name, (namespace) => markTerminating(namespace, clock, call), call);
  const isHeld = (item.object.spec.finalizers?.length ?? 0) > 0 || (item.object.metadata.finalizers?.length ?? 0) > 0;
  return isHeld ? { item, deleted: false } : store.delete(name, call);
}

function markTerminating(namespace: Namespace, clock: Clock, call: DeleteCall): Namespace {
  checkPreconditions(namespace, call);
  const { metadata } = namespace;
  metadata.deletionTimestamp ??= formatTime(clock.now());
  namespace.status.phase = 'Terminating';
  const finalizers = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== 'orphan');
  if (call.propagationPolicy === 'Orphan') finalizers.push('orphan');
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  return namespace;
}

function checkPreconditions({ metadata }: DeepReadonly<KubeObject>, { preconditions }: DeleteCall): void {
  const name = metadata.name ?? '';
  if (preconditions?.uid !== undefined && preconditions.uid !== metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${metadata.uid ?? ''}`;
    throw newConflict(namespaces, name, message);
  }
  const { resourceVersion } = preconditions ?? {};
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const message =
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ` +
      `ResourceVersion in object meta: ${metadata.resourceVersion ?? ''}`;
    throw newConflict(namespaces, name, message);
  }
}
