import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '@kubescript/api/resource/v1';
import { type DeepReadonly, type FieldError, FieldPath, invalid } from '@kubescript/apimachinery';

import { validateTemplateMeta } from '../../core/validation/claim-template.ts';
import { isExtendedResource } from '../../core/validation/resource-names.ts';
import { immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { validateClaimStatusUpdate } from './claim-status.ts';
import { MAX_ITEMS, validateConfiguration, validateDeviceClaim } from './claims.ts';
import { validateList } from './collections.ts';
import { validateSelectors } from './device-selector.ts';
import { validateSliceSpec } from './slices.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const NAMESPACED = { namespaced: true, checkName: subdomainName };
const CLUSTER = { namespaced: false, checkName: subdomainName };

/** @go resource/validation#ValidateResourceClaim */
const claimValidation: KindValidation<ResourceClaim> = {
  validate: (claim) => [
    ...validateObjectMeta(claim.metadata, NAMESPACED, META),
    ...validateDeviceClaim(claim.spec.devices ?? {}, SPEC.child('devices')),
  ],
  validateUpdate: (claim, old) => [
    ...validateObjectMeta(claim.metadata, NAMESPACED, META),
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...immutable(claim.spec, old.spec, SPEC),
  ],
  validateStatusUpdate: (claim, old) => [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...validateClaimStatusUpdate(claim, old),
  ],
};

/** @go resource/validation#ValidateResourceClaimTemplate */
const templateValidation: KindValidation<ResourceClaimTemplate> = {
  validate: ({ metadata, spec }) => [
    ...validateObjectMeta(metadata, NAMESPACED, META),
    ...validateTemplateMeta(spec.metadata ?? {}, SPEC.child('metadata')),
    ...validateDeviceClaim(spec.spec?.devices ?? {}, SPEC.child('spec', 'devices')),
  ],
  validateUpdate: (template, old) => [
    ...validateObjectMetaUpdate(template.metadata, old.metadata, META),
    ...immutable(template.spec, old.spec, SPEC),
  ],
};

/** @go resource/validation#ValidateDeviceClass */
const classValidation: KindValidation<DeviceClass> = {
  validate: validateClass,
  validateUpdate: (deviceClass, old) => [
    ...validateObjectMetaUpdate(deviceClass.metadata, old.metadata, META),
    ...validateClass(deviceClass),
  ],
};

function validateClass({ metadata, spec }: DeepReadonly<DeviceClass>): FieldError[] {
  const { selectors, config, extendedResourceName: name } = spec;
  const path = SPEC.child('extendedResourceName');
  return [
    ...validateObjectMeta(metadata, CLUSTER, META),
    ...validateSelectors(selectors, SPEC.child('selectors')),
    ...validateList(config, { max: MAX_ITEMS, check: validateConfiguration }, SPEC.child('config')),
    ...(name === undefined || isExtendedResource(name)
      ? []
      : [invalid(path, name, 'must be a valid extended resource name')]),
  ];
}

/** @go resource/validation#ValidateResourceSlice */
const sliceValidation: KindValidation<ResourceSlice> = {
  validate: (slice) => [...validateObjectMeta(slice.metadata, CLUSTER, META), ...validateSliceSpec(slice.spec)],
  validateUpdate: (slice, old) => [
    ...validateObjectMetaUpdate(slice.metadata, old.metadata, META),
    ...validateSliceSpec(slice.spec, old.spec),
  ],
};

/** Rules of the kinds of resource.k8s.io. */
export const resourceValidation: ValidationByKind = {
  DeviceClass: validationOf(classValidation),
  ResourceClaim: validationOf(claimValidation),
  ResourceClaimTemplate: validationOf(templateValidation),
  ResourceSlice: validationOf(sliceValidation),
};
