import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { AdmissionAttributes, AdmissionOperation } from '../admission/admission.ts';
import type { EndpointRequest, ResourceScope } from './scope.ts';

/** What admission is told about a request. */
export function admissionAttributes(
  to: EndpointRequest,
  scope: ResourceScope,
  what: {
    readonly operation: AdmissionOperation;
    readonly name: string;
    readonly object: KubeObject | undefined;
    readonly oldObject: DeepReadonly<KubeObject> | undefined;
    readonly options: unknown;
    readonly dryRun: boolean;
  },
): AdmissionAttributes {
  return {
    ...what,
    kind: scope.kind,
    resource: scope.resource,
    subresource: scope.subresource,
    namespace: scope.namespaced ? to.info.namespace : namespaceOfNamespace(to, scope),
    user: to.user,
    warn: (message) => void to.request.warnings.push(message),
    annotate: () => undefined,
  };
}

/** The namespace of a request for a Namespace is that namespace. */
function namespaceOfNamespace(to: EndpointRequest, scope: ResourceScope): string {
  return scope.resource.group === '' && scope.resource.resource === 'namespaces' ? to.info.namespace : '';
}
