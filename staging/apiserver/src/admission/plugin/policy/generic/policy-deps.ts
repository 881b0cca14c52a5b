import type { DeepReadonly, GroupVersionKind } from '@kubescript/apimachinery';
import type { Namespace } from '@kubescript/api/core/v1';

import type { Authorizer } from '../../../../authorization/authorizer.ts';
import type { AdmissionAttributes } from '../../../admission.ts';
import type { NamespaceGetter } from '../../webhook/predicates/selectors.ts';
import type { PolicyMetrics } from './policy-metrics.ts';
import type { ParamReader, ParamSource } from './params.ts';

/** What the policy plugins work with. */
export interface PolicyDeps {
  readonly authorizer: Authorizer;
  readonly getNamespace: NamespaceGetter;
  readonly params: ParamSource;
  readonly metrics?: PolicyMetrics | undefined;
}

/** The namespace that expressions see: none for what is of the cluster, and none for Namespaces. */
export async function namespaceFor(
  { namespace, kind }: AdmissionAttributes,
  { getNamespace }: PolicyDeps,
): Promise<DeepReadonly<Namespace> | undefined> {
  const isNamespace = kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace';
  return namespace === '' || isNamespace ? undefined : getNamespace(namespace);
}

/** The reader of a policy's parameters; throws an Error in upstream's words if nobody serves their kind. */
export function paramReader(kind: GroupVersionKind | undefined, { params }: PolicyDeps): ParamReader | undefined {
  if (!kind) return undefined;
  const reader = params(kind);
  if (reader) return reader;
  const text = `${kind.group}/${kind.version}, Kind=${kind.kind}`;
  throw new Error(`failed to find resource referenced by paramKind: '${text}'`);
}
