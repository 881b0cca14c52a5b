import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '@kubescript/api/resource/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
  tooMany,
  validateAnnotations,
  validateLabels,
} from '@kubescript/apimachinery';

import { validateNodeSelector } from '../../core/validation/affinity.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { validateDeviceClaim, validateSelectors } from './claims.ts';

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
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...immutable(claim.spec, old.spec, SPEC),
  ],
  validateStatusUpdate: (claim, old) => [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...(old.status.allocation === undefined || claim.status.allocation === undefined
      ? []
      : immutable(claim.status.allocation, old.status.allocation, new FieldPath('status').child('allocation'))),
  ],
};

/** @go resource/validation#ValidateResourceClaimTemplate */
const templateValidation: KindValidation<ResourceClaimTemplate> = {
  validate: (template) => [
    ...validateObjectMeta(template.metadata, NAMESPACED, META),
    ...validateLabels(template.spec.metadata?.labels, SPEC.child('metadata', 'labels')),
    ...validateAnnotations(template.spec.metadata?.annotations, SPEC.child('metadata', 'annotations')),
    ...validateDeviceClaim(template.spec.spec.devices ?? {}, SPEC.child('spec', 'devices')),
  ],
  validateUpdate: (template, old) => [
    ...validateObjectMetaUpdate(template.metadata, old.metadata, META),
    ...immutable(template.spec, old.spec, SPEC),
  ],
};

/** @go resource/validation#ValidateDeviceClass */
const classValidation: KindValidation<DeviceClass> = {
  validate: (deviceClass) => [
    ...validateObjectMeta(deviceClass.metadata, CLUSTER, META),
    ...validateClass(deviceClass),
  ],
  validateUpdate: (deviceClass, old) => [
    ...validateObjectMetaUpdate(deviceClass.metadata, old.metadata, META),
    ...validateClass(deviceClass),
  ],
};

function validateClass({ spec }: DeepReadonly<DeviceClass>): FieldError[] {
  return [
    ...validateSelectors(spec.selectors ?? [], SPEC.child('selectors')),
    ...(spec.config ?? []).flatMap(({ opaque }, index) => {
      const path = SPEC.child('config').index(index).child('opaque');
      return opaque === undefined
        ? [required(path)]
        : breaches(path.child('driver'), opaque.driver, isDns1123Subdomain(opaque.driver));
    }),
  ];
}

/** @go resource/validation#ValidateResourceSlice */
const sliceValidation: KindValidation<ResourceSlice> = {
  validate: (slice) => [...validateObjectMeta(slice.metadata, CLUSTER, META), ...validateSlice(slice)],
  validateUpdate: (slice, old) => [
    ...validateObjectMetaUpdate(slice.metadata, old.metadata, META),
    ...validateSlice(slice),
    ...immutable(slice.spec.driver, old.spec.driver, SPEC.child('driver')),
    ...immutable(slice.spec.pool.name, old.spec.pool.name, SPEC.child('pool', 'name')),
    ...immutable(slice.spec.nodeName, old.spec.nodeName, SPEC.child('nodeName')),
  ],
};

const MAX_DEVICES = 128;

function validateSlice({ spec }: DeepReadonly<ResourceSlice>): FieldError[] {
  const { driver, pool, devices = [] } = spec;
  const errors = validateDriverName(driver, SPEC.child('driver'));
  errors.push(...validatePool(pool), ...validatePlacement(spec));
  const path = SPEC.child('devices');
  if (devices.length > MAX_DEVICES) errors.push(tooMany(path, devices.length, MAX_DEVICES));
  const seen = new Set<string>();
  devices.forEach(({ name }, index) => {
    const place = path.index(index);
    if (name === '') errors.push(required(place.child('name')));
    else errors.push(...breaches(place.child('name'), name, isDns1123Label(name)));
    if (seen.has(name)) errors.push(duplicate(place, name));
    seen.add(name);
  });
  return errors;
}

function validatePool(pool: DeepReadonly<ResourceSlice>['spec']['pool']): FieldError[] {
  const path = SPEC.child('pool');
  const errors: FieldError[] = [];
  if (pool.name === '') errors.push(required(path.child('name')));
  else
    for (const part of pool.name.split('/'))
      errors.push(...breaches(path.child('name'), part, isDns1123Subdomain(part)));
  if (pool.resourceSliceCount <= 0) {
    errors.push(invalid(path.child('resourceSliceCount'), pool.resourceSliceCount, 'must be greater than zero'));
  }
  if (pool.generation < 0) {
    errors.push(invalid(path.child('generation'), pool.generation, 'must be greater than or equal to zero'));
  }
  return errors;
}

/** Where the devices are: said in exactly one way. */
function validatePlacement(spec: DeepReadonly<ResourceSlice>['spec']): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const given = Object.entries({ nodeName, nodeSelector, allNodes, perDeviceNodeSelection })
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name]) => `\`${name}\``);
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  const errors: FieldError[] = [];
  if (given.length === 0) errors.push(required(SPEC, one));
  if (given.length > 1) errors.push(invalid(SPEC, `{${given.join(', ')}}`, `${one}, but multiple fields are set`));
  if (nodeName !== undefined) errors.push(...breaches(SPEC.child('nodeName'), nodeName, isDns1123Subdomain(nodeName)));
  if (nodeSelector !== undefined) errors.push(...validateNodeSelector(nodeSelector, SPEC.child('nodeSelector')));
  return errors;
}

/** Rules of the kinds of resource.k8s.io. */
export const resourceValidation: ValidationByKind = {
  DeviceClass: validationOf(classValidation),
  ResourceClaim: validationOf(claimValidation),
  ResourceClaimTemplate: validationOf(templateValidation),
  ResourceSlice: validationOf(sliceValidation),
};
