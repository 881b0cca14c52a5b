import type { ServiceAccount } from '@kubescript/api/core/v1';
import { FieldPath, validateObjectMetaUpdate } from '@kubescript/apimachinery';

import { subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');

/** @go core/validation#ValidateServiceAccount */
export const serviceAccountValidation: KindValidation<ServiceAccount> = {
  validate: (account) => validateObjectMeta(account.metadata, { namespaced: true, checkName: subdomainName }, META),
  validateUpdate: (account, old) => validateObjectMetaUpdate(account.metadata, old.metadata, META),
};
