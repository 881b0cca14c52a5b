import type { GroupKind } from '@kubescript/apimachinery';

import { appsValidation } from '../apps/validation/index.ts';
import { batchValidation } from '../batch/validation/index.ts';
import { coreValidation } from '../core/validation/index.ts';
import type { KindValidation, ValidationByKind } from './registry.ts';

const byGroup: Readonly<Record<string, ValidationByKind>> = {
  '': coreValidation,
  apps: appsValidation,
  batch: batchValidation,
};

/** The rules of a kind; undefined for kinds that are never stored or whose rules live elsewhere (CustomResourceDefinition). */
export function validationFor({ group, kind }: GroupKind): KindValidation | undefined {
  return byGroup[group]?.[kind];
}
