import {
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  isValidPathSegmentName,
  parseGroupVersion,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';

/** Names an object of any version. */
export interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
}

/** @go autoscaling/validation#ValidateCrossVersionObjectReference */
export function validateReference(reference: Reference, path: FieldPath): FieldError[] {
  const { kind, name, apiVersion = '' }: Partial<Reference> = reference;
  return [
    ...nonEmpty(kind, path.child('kind')),
    ...(kind === '' ? [] : breaches(path.child('kind'), kind, isValidPathSegmentName(kind))),
    ...nonEmpty(name, path.child('name')),
    ...(name === '' ? [] : breaches(path.child('name'), name, isValidPathSegmentName(name))),
    ...validateApiVersion(apiVersion, path.child('apiVersion')),
  ];
}

function validateApiVersion(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === '') return [];
  try {
    const { group } = parseGroupVersion(apiVersion);
    return group === '' ? [] : breaches(path, apiVersion, isDns1123Subdomain(group));
  } catch (err) {
    return [invalid(path, apiVersion, err instanceof Error ? err.message : String(err))];
  }
}
