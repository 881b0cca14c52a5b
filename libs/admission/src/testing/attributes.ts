import type { KubeObject } from '@kubescript/apimachinery';
import { type AdmissionAttributes, ReinvocationContext } from '@kubescript/apiserver';

/** What a test says of a request; the rest is that of a pod that is made by an ordinary user. */
export interface TestRequest extends Partial<
  Omit<AdmissionAttributes, 'interfaces' | 'reinvocation' | 'signal' | 'warn' | 'annotate'>
> {
  readonly object?: KubeObject | undefined;
}

/** Attributes as a plugin sees them, with the warnings and annotations that it adds. */
export function testAttributes(
  request: TestRequest,
): AdmissionAttributes & { readonly warnings: string[]; readonly annotations: Record<string, string> } {
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  return {
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    subresource: '',
    namespace: 'ns',
    name: 'x',
    object: undefined,
    oldObject: undefined,
    options: undefined,
    dryRun: false,
    user: { name: 'jane', groups: [] },
    ...request,
    // No plugin under test shows objects in other versions.
    interfaces: undefined as never,
    reinvocation: new ReinvocationContext(),
    signal: new AbortController().signal,
    warn: (message) => void warnings.push(message),
    annotate: (key, value) => {
      annotations[key] = value;
    },
    warnings,
    annotations,
  };
}
