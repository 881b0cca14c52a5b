import { type StatusError, isForbidden, newForbidden } from '@kubescript/apimachinery';

import type { AdmissionAttributes } from './admission.ts';

/**
 * The name by which a refusal names the object: the name that it has or will start with.
 *
 * @go k8s.io/apiserver/pkg/admission#extractResourceName
 */
export function objectName({ name, object }: Pick<AdmissionAttributes, 'name' | 'object'>): string {
  if (name !== '') return name;
  if (!object) return 'Unknown';
  // Options of connections have no metadata.
  const metadata = object.metadata as typeof object.metadata | undefined;
  if (!metadata) return 'Unknown/errorGettingName';
  const { name: given = '', generateName = '' } = metadata;
  if (given !== '') return given;
  return generateName === '' ? 'Unknown' : generateName;
}

/**
 * The refusal of a request: `pods "web" is forbidden: message`. An error that says so already stays as it is.
 *
 * @go k8s.io/apiserver/pkg/admission#NewForbidden
 */
export function forbid(attributes: AdmissionAttributes, problem: string | StatusError): StatusError {
  if (typeof problem === 'string') return newForbidden(attributes.resource, objectName(attributes), problem);
  return isForbidden(problem) ? problem : newForbidden(attributes.resource, objectName(attributes), problem.message);
}
