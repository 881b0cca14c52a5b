import { type DeepReadonly, type KubeObject, newMethodNotSupported } from '@kubescript/apimachinery';

import type { DeleteCall } from '../registry/rest.ts';
import type { ServerResponse } from '../server/http.ts';
import { admissionAttributes } from './admission-attributes.ts';
import { type DeleteOptions, deleteOptions, propagationOf } from './delete-options.ts';
import { listOptions } from './list-options.ts';
import { negotiate } from './negotiation.ts';
import { respondList, respondObject, respondStatus } from './respond.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope, contextOf } from './scope.ts';

/**
 * Answers a DELETE of one object: with the object while it is only marked for deletion, else with a Status.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#DeleteResource
 */
export async function deleteObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.delete) throw newMethodNotSupported(scope.resource, 'delete');
  const negotiated = negotiate(request);
  const options = await deleteOptions(request, deps);
  request.audit?.logRequestObject({ kind: 'DeleteOptions', apiVersion: 'v1', ...options }, scope.subresource);
  const { item, deleted } = await scope.rest.delete(info.name, deleteCall(to, scope, deps, options));
  if (!deleted || scope.rest.returnsDeletedObject === true) {
    const accepted = !deleted && options.orphanDependents === false;
    return respondObject(item, accepted ? 202 : 200, negotiated, { request, scope, deps });
  }
  const { group, resource } = scope.resource;
  const details = {
    name: info.name,
    ...(group === '' ? {} : { group }),
    kind: resource,
    uid: item.object.metadata.uid,
  };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  return respondStatus(status, 200, negotiated);
}

/**
 * Answers a DELETE of a collection with the list of what was deleted.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#DeleteCollection
 */
export async function deleteCollection(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.deleteCollection) throw newMethodNotSupported(scope.resource, 'deletecollection');
  const negotiated = negotiate(request);
  const query = listOptions(request.query, info.name, false);
  const options = await deleteOptions(request, deps);
  request.audit?.logRequestObject({ kind: 'DeleteOptions', apiVersion: 'v1', ...options }, scope.subresource);
  const deleted = await scope.rest.deleteCollection(query, deleteCall(to, scope, deps, options));
  return respondList(deleted, negotiated, { request, scope, deps });
}

/** The options as admission sees them: what is not set is left out. */
function admittedOptions({ dryRun, ...options }: DeleteOptions): Readonly<Record<string, unknown>> {
  const head = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' };
  return { ...head, ...options, ...(dryRun.length === 0 ? {} : { dryRun }) };
}

function deleteCall(to: EndpointRequest, scope: ResourceScope, deps: EndpointDeps, options: DeleteOptions): DeleteCall {
  const dryRun = options.dryRun.length > 0;
  const propagationPolicy = propagationOf(options);
  return {
    ...contextOf(to, scope, dryRun),
    ...(options.gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: options.gracePeriodSeconds }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(options.preconditions === undefined ? {} : { preconditions: options.preconditions }),
    validate: async function admitDelete(old: DeepReadonly<KubeObject>) {
      if (!deps.admission.handles('DELETE')) return;
      const attributes = admissionAttributes(
        { to, scope, deps },
        {
          operation: 'DELETE',
          name: old.metadata.name ?? to.info.name,
          object: undefined,
          oldObject: old,
          options: admittedOptions(options),
          dryRun,
        },
      );
      await deps.admission.admit(attributes);
      await deps.admission.validate(attributes);
    },
  };
}
