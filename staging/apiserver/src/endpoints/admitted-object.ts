import { type DeepReadonly, type KubeObject, type ManagedFieldsEntry } from '@kubescript/apimachinery';

import type { AdmissionAttributes } from '../admission/admission.ts';
import type { AdmissionChain } from '../admission/chain.ts';
import { dedupOwnerReferences } from './owner-references.ts';

const brokenManagedFields =
  '.metadata.managedFields was in an invalid state after admission; ' +
  'this could be caused by an outdated mutating admission controller; please fix your requests';

/**
 * Runs mutating admission and returns what it made of the object: owner references that it doubled are dropped, and
 * managed fields that it broke are as they were before.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager#(*managedFieldsValidatingAdmissionController).Admit
 */
export async function admitObject(
  admission: AdmissionChain,
  attributes: AdmissionAttributes,
  given: KubeObject,
): Promise<KubeObject> {
  const { managedFields: before } = given.metadata;
  await admission.admit(attributes);
  const object = attributes.object ?? given;
  const { metadata } = object;
  const problem = metadata.managedFields === before ? undefined : managedFieldsProblem(metadata.managedFields ?? []);
  if (problem !== undefined) {
    if (before === undefined) delete metadata.managedFields;
    else metadata.managedFields = before;
    attributes.warn(`${brokenManagedFields}: ${problem}`);
  }
  dedupOwnerReferences(object, (message) => {
    attributes.warn(message);
  });
  return object;
}

/** @go k8s.io/apimachinery/pkg/util/managedfields/internal#ValidateManagedFields */
function managedFieldsProblem(entries: DeepReadonly<ManagedFieldsEntry[]>): string | undefined {
  for (const [index, { operation, apiVersion = '', fieldsType = '' }] of entries.entries()) {
    if (operation !== 'Apply' && operation !== 'Update') return "operation must be 'Apply' or 'Update'";
    if (apiVersion === '') return 'apiVersion must not be empty';
    if (fieldsType === '') return `missing fieldsType in managed fields entry ${String(index)}`;
    if (fieldsType !== 'FieldsV1') {
      return `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${String(index)}`;
    }
  }
  return undefined;
}
