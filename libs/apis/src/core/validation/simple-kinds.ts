import type { ServiceAccount } from '@kubescript/api/core/v1';
import { FieldPath } from '@kubescript/apimachinery';

import { subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const RULES = { namespaced: true, checkName: subdomainName };

/** @go core/validation#ValidateServiceAccount */
export const serviceAccountValidation: KindValidation<ServiceAccount> = {
  validate: (account) => validateObjectMeta(account.metadata, RULES, META),
  validateUpdate: (account, old) => [
    ...validateObjectMetaUpdate(account.metadata, old.metadata, META),
    ...validateObjectMeta(account.metadata, RULES, META),
  ],
};
