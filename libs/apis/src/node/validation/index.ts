import type { RuntimeClass } from '@kubescript/api/node/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  isDns1123Label,
  validateLabels,
} from '@kubescript/apimachinery';

import { validateContainerResources } from '../../core/validation/resources.ts';
import { validateTolerations } from '../../core/validation/scheduling.ts';
import { breaches, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const HANDLER = new FieldPath('handler');

/** @go node/validation#ValidateRuntimeClass */
const runtimeClassValidation: KindValidation<RuntimeClass> = {
  validate: (runtimeClass) => [
    ...validateObjectMeta(runtimeClass.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...breaches(HANDLER, runtimeClass.handler, isDns1123Label(runtimeClass.handler)),
    ...validateOverhead(runtimeClass),
    ...validateScheduling(runtimeClass),
  ],
  validateUpdate: (runtimeClass, old) => [
    ...validateObjectMetaUpdate(runtimeClass.metadata, old.metadata, META),
    ...immutable(runtimeClass.handler, old.handler, HANDLER),
  ],
};

/** Upstream reads the overhead as limits of a container, and calls it so. */
function validateOverhead({ overhead }: DeepReadonly<RuntimeClass>): FieldError[] {
  if (overhead === undefined) return [];
  const limits = { limits: overhead.podFixed ?? {} };
  return validateContainerResources(limits, { claims: new Set(), tolerated: {} }, new FieldPath('overhead'));
}

function validateScheduling({ scheduling }: DeepReadonly<RuntimeClass>): FieldError[] {
  const path = new FieldPath('scheduling');
  return [
    ...validateLabels(scheduling?.nodeSelector, path.child('nodeSelector')),
    ...validateTolerations(scheduling?.tolerations ?? [], path.child('tolerations')),
  ];
}

/** Rules of the kinds of node.k8s.io. */
export const nodeValidation: ValidationByKind = { RuntimeClass: validationOf(runtimeClassValidation) };
