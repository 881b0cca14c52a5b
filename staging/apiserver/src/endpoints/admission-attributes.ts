import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { AdmissionAttributes, AdmissionOperation } from '../admission/admission.ts';
import { ReinvocationContext } from '../admission/reinvocation.ts';
import type { EndpointDeps, EndpointRequest, ResourceScope } from './scope.ts';

/** What admission is told about a request. */
export function admissionAttributes(
  { to, scope, deps }: { readonly to: EndpointRequest; readonly scope: ResourceScope; readonly deps: EndpointDeps },
  what: {
    readonly operation: AdmissionOperation;
    readonly name: string;
    readonly object: KubeObject | undefined;
    readonly oldObject: DeepReadonly<KubeObject> | undefined;
    readonly options: unknown;
    readonly dryRun: boolean;
  },
): AdmissionAttributes {
  const { request, info, user } = to;
  return {
    ...what,
    kind: scope.kind,
    resource: scope.resource,
    subresource: scope.subresource,
    namespace: scope.namespaced ? info.namespace : namespaceOfNamespace(to, scope),
    user,
    interfaces: { scheme: deps.scheme, equivalentResources: scope.equivalentResources },
    reinvocation: new ReinvocationContext(),
    get signal() {
      return request.signal;
    },
    get deadline() {
      const { received, timeoutMs } = request;
      return received === undefined || timeoutMs === undefined ? undefined : received + timeoutMs;
    },
    warn: (message) => void request.warnings.push(message),
    annotate: (key, value, level) => request.audit?.annotate(key, value, level),
  };
}

/** The namespace of a request for a Namespace is that namespace. */
function namespaceOfNamespace(to: EndpointRequest, scope: ResourceScope): string {
  return scope.resource.group === '' && scope.resource.resource === 'namespaces' ? to.info.namespace : '';
}

/** The options of a write as admission sees them: those of what the write turned out to be. */
export function optionsFor(
  operation: 'CREATE' | 'UPDATE',
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { ...options, kind: operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions' };
}

/** What a write does to what there is. */
export function operationOn(current: unknown): 'CREATE' | 'UPDATE' {
  return current === undefined ? 'CREATE' : 'UPDATE';
}
