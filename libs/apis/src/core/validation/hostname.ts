import type { PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  isDns1123Subdomain,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';

const MAX_HOSTNAME = 64;

/** @go core/validation#validatePodHostName */
export function validateHostname(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  return [
    ...(setHostnameAsFQDN === true ? [forbidden(path, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork === true ? [forbidden(path, 'may not be specified when hostNetwork is true')] : []),
    ...(name.length > MAX_HOSTNAME ? [tooLong(path, '', MAX_HOSTNAME)] : []),
    ...breaches(path, name, isDns1123Subdomain(name)),
  ];
}
