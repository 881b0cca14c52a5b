import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  isNotFound,
  labelSelectorAsSelector,
} from '@kubescript/apimachinery';
import type { ParamKind, ParamRef } from '@kubescript/api/admissionregistration/v1';

/** Objects of one kind that policies take as parameters. */
export interface ParamReader {
  readonly namespaced: boolean;
  /** Throws NotFound. */
  get(namespace: string, name: string): Promise<DeepReadonly<KubeObject>>;
  /** Of one namespace, by name; '' for what is of the cluster. */
  list(namespace: string): Promise<readonly DeepReadonly<KubeObject>[]>;
}

/** Finds the objects of a kind; undefined if nobody serves it. */
export type ParamSource = (kind: GroupVersionKind) => ParamReader | undefined;

/** A parameter, or that there is none and the policy runs without. */
export type Param = DeepReadonly<KubeObject> | undefined;

/**
 * The parameters with which a policy runs for a binding: none at all if the binding finds none and says to allow that.
 * Throws an Error in upstream's words if the binding cannot be used.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/generic#CollectParams
 */
export async function collectParams(
  paramKind: DeepReadonly<ParamKind> | undefined,
  paramRef: DeepReadonly<ParamRef> | undefined,
  reader: ParamReader | undefined,
  requestNamespace: string,
): Promise<readonly Param[]> {
  if (!paramKind || !paramRef) return [undefined];
  if (!reader) throw new Error(`paramKind kind \`${paramKindText(paramKind)}\` not known`);
  const namespace = paramNamespace(paramRef, reader, requestNamespace);
  const found = await findParams(paramRef, reader, namespace);
  if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny') {
    throw new Error('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return found;
}

function paramNamespace(ref: DeepReadonly<ParamRef>, { namespaced }: ParamReader, requestNamespace: string): string {
  const { namespace = '' } = ref;
  if (!namespaced) {
    if (namespace === '') return '';
    throw new Error('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const found = namespace === '' ? requestNamespace : namespace;
  if (found !== '') return found;
  throw new Error('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
}

async function findParams(
  { name = '', selector }: DeepReadonly<ParamRef>,
  reader: ParamReader,
  namespace: string,
): Promise<readonly Param[]> {
  if (name !== '') {
    if (selector) throw new Error('paramRef.name and paramRef.selector are mutually exclusive');
    try {
      return [await reader.get(namespace, name)];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
  if (!selector) throw new Error('one of name or selector must be provided');
  const labels = labelSelectorAsSelector(selector);
  return (await reader.list(namespace)).filter(({ metadata }) => labels.matches(metadata.labels));
}

/** A kind as Go prints the pointer to it. */
function paramKindText({ apiVersion, kind }: DeepReadonly<ParamKind>): string {
  return `&ParamKind{APIVersion:${apiVersion ?? ''},Kind:${kind ?? ''},}`;
}
