import { type DeepReadonly, type KubeObject, newMethodNotSupported, nameOf } from '@kubescript/apimachinery';

import type { ServerResponse } from '../server/http.ts';
import { admissionAttributes } from './admission-attributes.ts';
import { admitObject } from './admitted-object.ts';
import { parseBody } from './body.ts';
import { trackManager } from './managed-fields.ts';
import { negotiate } from './negotiation.ts';
import { ensureNamespace } from './object-checks.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import { respondObject } from './respond.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope, contextOf } from './scope.ts';
import { decodeBody } from './unstructured.ts';
import { writeOptions } from './write-options.ts';

/**
 * Answers a POST: decode, mutating admission, then the registry, which validates and stores.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#createHandler
 */
export async function createObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  const { rest } = scope;
  if (!rest.create) throw newMethodNotSupported(scope.resource, 'create');
  const negotiated = negotiate(request);
  const body = await parseBody(request, {
    ...{ findDuplicates: true, protobuf: deps.protobuf },
    kind: scope.kind.kind,
  });
  const options = writeOptions(request, 'CreateOptions');
  const decoded = await decodeBody(request, body, scope.kind, {
    scheme: deps.scheme,
    validation: options.fieldValidation,
    alsoAccepts: rest.alsoAccepts,
    warn: (message) => void request.warnings.push(message),
  });
  request.audit?.logRequestObject(decoded, scope.subresource);
  const object = toHub(decoded, scope, deps);
  ensureNamespace(object, scope.namespaced ? info.namespace : '');

  const context = contextOf(to, scope, options.dryRun);
  const attributesFor = (current: KubeObject): ReturnType<typeof admissionAttributes> =>
    admissionAttributes(
      { to, scope, deps },
      {
        operation: 'CREATE',
        name: info.name === '' ? nameOf(current) : info.name,
        object: current,
        oldObject: undefined,
        options: options.object,
        dryRun: options.dryRun,
      },
    );
  const warn = (message: string): void => void request.warnings.push(message);
  dedupOwnerReferences(object, warn);
  trackManager(undefined, object, options.fieldManager, { scope, deps });
  let admitted = object;
  if (deps.admission.handles('CREATE')) {
    admitted = await admitObject(deps.admission, attributesFor(object), object);
  }
  const item = await rest.create(info.name, admitted, {
    ...context,
    validate: async function validateCreate(created: DeepReadonly<KubeObject>) {
      if (deps.admission.handles('CREATE')) await deps.admission.validate(attributesFor(created as KubeObject));
    },
  });
  return respondObject(item, 201, negotiated, { request, scope, deps });
}

/** The object in the version that registries and admission work on. */
export function toHub(object: KubeObject, scope: ResourceScope, deps: EndpointDeps): KubeObject {
  const hub = deps.scheme.hubOf(scope.kind);
  return hub ? (deps.scheme.convert(object, hub) as KubeObject) : object;
}
