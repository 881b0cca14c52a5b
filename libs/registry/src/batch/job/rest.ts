import type { DeleteCall, ListQuery, ResourceStore, Rest } from '@kubescript/apiserver';
import type { Job } from '@kubescript/api/batch/v1';

const warning =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/**
 * Jobs warn whoever deletes them without saying what is to become of the pods, which stay for compatibility.
 *
 * @go k8s.io/kubernetes/pkg/registry/batch/job/storage#REST
 */
export function jobRest(store: ResourceStore<Job>): Rest {
  return {
    kind: store.kind,
    get: (name, context) => store.get(name, context),
    list: (query, context) => store.list(query, context),
    watch: (query, context) => store.watch(query, context),
    create: (name, object, call) => store.create(name, object, call),
    update: (name, call) => store.update(name, call),
    delete(name: string, call: DeleteCall) {
      warnOfOrphans(call);
      return store.delete(name, call);
    },
    deleteCollection(query: ListQuery, call: DeleteCall) {
      warnOfOrphans(call);
      return store.deleteCollection(query, call);
    },
    ...(store.table && { table: store.table }),
  };
}

function warnOfOrphans(call: DeleteCall): void {
  if (call.propagationPolicy === undefined) call.warn?.(warning);
}
