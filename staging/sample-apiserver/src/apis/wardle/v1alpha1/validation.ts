import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  notSupported,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import type { Fischer, Flunder, FlunderSpec } from './types.ts';

const metadataPath = new FieldPath('metadata');
const specPath = new FieldPath('spec');
const referenceTypes = ['Flunder', 'Fischer'];

/** @go sample-apiserver/pkg/apis/wardle/validation#ValidateFlunder */
export function validateFlunder(flunder: DeepReadonly<Flunder>): FieldError[] {
  const rules = { namespaced: true, checkName: isDns1123Subdomain };
  return [...validateObjectMeta(flunder.metadata, rules, metadataPath), ...validateSpec(flunder.spec)];
}

/** What an update may change. */
export function validateFlunderUpdate(flunder: DeepReadonly<Flunder>, old: DeepReadonly<Flunder>): FieldError[] {
  return [...validateObjectMetaUpdate(flunder.metadata, old.metadata, metadataPath), ...validateSpec(flunder.spec)];
}

/** A fischer needs a proper name. */
export function validateFischer({ metadata }: DeepReadonly<Fischer>): FieldError[] {
  return validateObjectMeta(metadata, { namespaced: false, checkName: isDns1123Subdomain }, metadataPath);
}

function validateSpec({ flunderReference = '', fischerReference = '', referenceType }: FlunderSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (flunderReference !== '' && fischerReference !== '') {
    const detail = 'cannot be set with flunderReference at the same time';
    errors.push(invalid(specPath.child('fischerReference'), fischerReference, detail));
  }
  const typePath = specPath.child('referenceType');
  if (referenceType !== undefined && !referenceTypes.includes(referenceType)) {
    errors.push(notSupported(typePath, referenceType, referenceTypes));
  }
  if (flunderReference !== '' && referenceType === 'Fischer') {
    errors.push(
      invalid(specPath.child('flunderReference'), flunderReference, 'cannot be set if referenceType is Fischer'),
    );
  }
  if (fischerReference !== '' && referenceType === 'Flunder') {
    errors.push(
      invalid(specPath.child('fischerReference'), fischerReference, 'cannot be set if referenceType is Flunder'),
    );
  }
  return errors;
}
