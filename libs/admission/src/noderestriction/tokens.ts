import type { AdmissionAttributes } from '@kubescript/apiserver';
import type { TokenRequest } from '@kubescript/api/authentication/v1';

import { forbid, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

/** Kubelets get tokens that are bound to pods of their node. */
export async function admitToken(
  nodeName: string,
  attributes: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<void> {
  const { boundObjectRef } = objectOf<TokenRequest>(attributes).spec;
  if (boundObjectRef?.apiVersion !== 'v1' || boundObjectRef.kind !== 'Pod' || (boundObjectRef.name ?? '') === '') {
    throw forbid(attributes, 'node requested token not bound to a pod');
  }
  if ((boundObjectRef.uid ?? '') === '') {
    throw forbid(attributes, 'node requested token with a pod binding without a uid');
  }
  const pod = await lookUp(stores.pods, attributes.namespace, boundObjectRef.name ?? '');
  if (!pod) throw forbid(attributes, `pod "${boundObjectRef.name ?? ''}" not found`);
  if (pod.metadata.uid !== boundObjectRef.uid) {
    throw forbid(
      attributes,
      `the UID in the bound object reference (${boundObjectRef.uid ?? ''}) does not match the UID in record. ` +
        'The object might have been deleted and then recreated',
    );
  }
  if (pod.spec.nodeName !== nodeName) {
    throw forbid(attributes, 'node requested token bound to a pod scheduled on a different node');
  }
}
