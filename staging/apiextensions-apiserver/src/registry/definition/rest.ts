import {
  type Clock,
  type GroupVersionKind,
  type Scheme,
  formatTime,
  isNotFound,
  newConflict,
} from '@kubescript/apimachinery';
import type {
  ApiGroupVersion,
  DeleteCall,
  EncodedObject,
  ListQuery,
  ListResult,
  NewStore,
  ResourceStore,
  Rest,
} from '@kubescript/apiserver';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { cleanupFinalizer, setCondition } from '../../apis/helpers.ts';
import { definitionStatusStrategy, newDefinitionStrategy } from './strategy.ts';

const kind: GroupVersionKind = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
const resource = { group: kind.group, resource: 'customresourcedefinitions' };

/** Where CustomResourceDefinitions are kept. */
export type DefinitionStore = ResourceStore<CustomResourceDefinition>;

/** Opens the store of CustomResourceDefinitions. */
export function openDefinitionStore(newStore: NewStore, scheme: Scheme): DefinitionStore {
  return newStore<CustomResourceDefinition>({ resource, kind, strategy: newDefinitionStrategy(scheme.schemas) });
}

/** The group apiextensions.k8s.io over its store. */
export function installDefinitions(store: DefinitionStore, clock: Clock): ApiGroupVersion {
  return {
    group: kind.group,
    version: kind.version,
    resources: [
      {
        resource: resource.resource,
        singular: 'customresourcedefinition',
        namespaced: false,
        shortNames: ['crd', 'crds'],
        categories: ['api-extensions'],
        rest: newDefinitionRest(store, clock),
        subresources: { status: store.withUpdateStrategy(definitionStatusStrategy) },
      },
    ],
  };
}

/**
 * The store, but a definition is only marked for deletion, until its objects are gone.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition#REST
 */
function newDefinitionRest(store: DefinitionStore, clock: Clock): Rest {
  const remove = (name: string, call: DeleteCall): ReturnType<DefinitionStore['delete']> =>
    markForDeletion(store, name, call, clock);
  return {
    kind,
    get: (name, context) => store.get(name, context),
    list: (query, context) => store.list(query, context),
    watch: (query, context) => store.watch(query, context),
    create: (name, object, call) => store.create(name, object, call),
    update: (name, call) => store.update(name, call),
    delete: remove,
    async deleteCollection(query: ListQuery, call: DeleteCall): Promise<ListResult> {
      const list = await store.list(query, call);
      const gone: EncodedObject[] = [];
      for (const item of list.items) {
        try {
          await remove(item.object.metadata.name ?? '', call);
          gone.push(item);
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }
      return { items: gone, resourceVersion: list.resourceVersion };
    },
  };
}

/** @go k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition#(*REST).Delete */
async function markForDeletion(
  store: DefinitionStore,
  name: string,
  call: DeleteCall,
  clock: Clock,
): ReturnType<DefinitionStore['delete']> {
  const { object } = await store.get(name, { ...call, resourceVersion: '' });
  if (object.metadata.deletionTimestamp !== undefined) return store.delete(name, call);
  const item = await store.guaranteedUpdate(
    name,
    async function markTerminating(current) {
      checkPreconditions(current, call);
      await call.validate(current);
      const now = formatTime(clock.now());
      current.metadata.deletionTimestamp ??= now;
      const finalizers = current.metadata.finalizers ?? [];
      if (!finalizers.includes(cleanupFinalizer)) current.metadata.finalizers = [...finalizers, cleanupFinalizer];
      setCondition(current, pendingDeletion, now);
      return current;
    },
    call,
  );
  return { item, deleted: false };
}

const pendingDeletion = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
} as const;

function checkPreconditions({ metadata }: CustomResourceDefinition, { preconditions }: DeleteCall): void {
  const { uid, resourceVersion } = preconditions ?? {};
  const name = metadata.name ?? '';
  if (uid !== undefined && uid !== metadata.uid) {
    const detail = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid ?? ''}`;
    throw newConflict(resource, name, detail);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const detail = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion ?? ''}`;
    throw newConflict(resource, name, detail);
  }
}
