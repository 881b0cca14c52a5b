import { type DeepReadonly, type KubeObject, newMethodNotSupported } from '@kubescript/apimachinery';

import type { ServerResponse } from '../server/http.ts';
import type { UpdateCall } from '../registry/rest.ts';
import { admissionAttributes, operationOn, optionsFor } from './admission-attributes.ts';
import { admitObject } from './admitted-object.ts';
import { type FieldValidation, parseBody } from './body.ts';
import { toHub } from './handle-create.ts';
import { trackManager } from './managed-fields.ts';
import { negotiate } from './negotiation.ts';
import { ensureName, ensureNamespace } from './object-checks.ts';
import { respondObject } from './respond.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope, contextOf } from './scope.ts';
import { decodeBody } from './unstructured.ts';
import { type WriteOptions, writeOptions } from './write-options.ts';

/**
 * Answers a PUT.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#UpdateResource
 */
export async function updateObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.update) throw newMethodNotSupported(scope.resource, 'update');
  const negotiated = negotiate(request);
  const body = await parseBody(request, {
    ...{ findDuplicates: true, protobuf: deps.protobuf },
    kind: scope.kind.kind,
  });
  const options = writeOptions(request, 'UpdateOptions');
  const decode = (validation: FieldValidation): Promise<KubeObject> =>
    decodeBody(request, body, scope.kind, {
      scheme: deps.scheme,
      validation,
      warn: (message) => void request.warnings.push(message),
    });
  const stateOf = (decoded: KubeObject): KubeObject => {
    const object = toHub(decoded, scope, deps);
    ensureNamespace(object, scope.namespaced ? info.namespace : '');
    ensureName(object, info.name);
    return object;
  };
  const decoded = await decode(options.fieldValidation);
  request.audit?.logRequestObject(decoded, scope.subresource);
  let first: KubeObject | undefined = stateOf(decoded);

  const result = await scope.rest.update(
    info.name,
    updateCall(to, scope, deps, options, async function replaceObject(current) {
      // Every attempt makes what it will of its state; that of the first is there already.
      const next = first ?? stateOf(await decode('Ignore'));
      first = undefined;
      trackManager(current, next, options.fieldManager, { scope, deps });
      return next;
    }),
  );
  return respondObject(result.item, result.created ? 201 : 200, negotiated, { request, scope, deps });
}

/** How the new state comes about from the current one, which is undefined if there is none. */
export type Change = (current: DeepReadonly<KubeObject> | undefined) => Promise<KubeObject>;

/** The registry call of an update: the change, then mutating admission; validating admission as a callback. */
export function updateCall(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
  options: WriteOptions,
  change: Change,
): UpdateCall {
  const attributesFor = (
    object: KubeObject,
    oldObject: DeepReadonly<KubeObject> | undefined,
  ): ReturnType<typeof admissionAttributes> =>
    admissionAttributes(
      { to, scope, deps },
      {
        operation: operationOn(oldObject),
        name: to.info.name,
        object,
        oldObject,
        options: optionsFor(operationOn(oldObject), options.object),
        dryRun: options.dryRun,
      },
    );
  return {
    ...contextOf(to, scope, options.dryRun),
    transform: async function transformAndAdmit(current) {
      const next = await change(current);
      if (!deps.admission.handles(current === undefined ? 'CREATE' : 'UPDATE')) return next;
      return admitObject(deps.admission, attributesFor(next, current), next);
    },
    validateCreate: async function validateCreate(object) {
      if (deps.admission.handles('CREATE'))
        await deps.admission.validate(attributesFor(object as KubeObject, undefined));
    },
    validateUpdate: async function validateUpdate(object, old) {
      if (deps.admission.handles('UPDATE')) await deps.admission.validate(attributesFor(object as KubeObject, old));
    },
  };
}
