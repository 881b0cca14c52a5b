import type { Device, ResourceSlice } from '@kubescript/api/resource/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  required,
} from '@kubescript/apimachinery';

import { validateNodeSelector } from '../../core/validation/affinity.ts';
import { goNodeSelectorTerm } from '../../core/validation/go-names.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, immutable } from '../../validation/checks.ts';
import { validateSet } from './collections.ts';
import { validateCounterSet, validateDevice } from './devices.ts';
import { validatePoolName } from './names.ts';

const SPEC = new FieldPath('spec');
const MAX_DEVICES = 128;
/** Of devices with taints, or that draw from counters. */
const MAX_LARGE_DEVICES = 64;
const MAX_COUNTER_SETS = 8;

type Spec = DeepReadonly<ResourceSlice>['spec'];

/** @go resource/validation#validateResourceSliceSpec */
export function validateSliceSpec(spec: Spec, old?: Spec): FieldError[] {
  const { driver, devices, sharedCounters } = spec;
  const isLarge = (devices ?? []).some(
    ({ taints = [], consumesCounters = [] }) => taints.length + consumesCounters.length > 0,
  );
  return [
    ...validateDriverName(driver, SPEC.child('driver')),
    ...validatePool(spec.pool ?? {}),
    ...(old === undefined ? [] : validateKept(spec, old)),
    ...validatePlacement(spec),
    ...(sharedCounters !== undefined && devices !== undefined
      ? [invalid(SPEC, '', 'only one of `sharedCounters` or `devices` is allowed')]
      : []),
    ...validateSet(
      devices,
      {
        max: isLarge ? MAX_LARGE_DEVICES : MAX_DEVICES,
        check: (device, path) => validateDevice(device, contextOf(device, spec, old), path),
        key: ({ name }) => name,
      },
      SPEC.child('devices'),
    ),
    ...validateSet(
      sharedCounters,
      { max: MAX_COUNTER_SETS, check: validateCounterSet, key: ({ name }) => name },
      SPEC.child('sharedCounters'),
    ),
  ];
}

function contextOf(
  { name }: DeepReadonly<Device>,
  spec: Spec,
  old: Spec | undefined,
): Parameters<typeof validateDevice>[1] {
  return {
    old: old?.devices?.find((device) => device.name === name),
    isPlacedByItself: spec.perDeviceNodeSelection === true,
  };
}

function validateKept(spec: Spec, old: Spec): FieldError[] {
  return [
    ...immutable(spec.pool.name, old.pool.name, SPEC.child('pool', 'name')),
    ...immutable(spec.driver, old.driver, SPEC.child('driver')),
    ...immutable(spec.nodeName, old.nodeName, SPEC.child('nodeName')),
  ];
}

/** @go resource/validation#validateResourcePool */
function validatePool(pool: Partial<Spec['pool']>): FieldError[] {
  const { name = '', resourceSliceCount: count = 0, generation = 0 } = pool;
  const path = SPEC.child('pool');
  return [
    ...validatePoolName(name, path.child('name')),
    ...(count > 0 ? [] : [invalid(path.child('resourceSliceCount'), count, 'must be greater than zero')]),
    ...(generation >= 0
      ? []
      : [invalid(path.child('generation'), generation, 'must be greater than or equal to zero')]),
  ];
}

/** Where the devices are: said in exactly one way. */
function validatePlacement(spec: Spec): FieldError[] {
  const { nodeName, nodeSelector } = spec;
  const errors: FieldError[] = [];
  const place = SPEC.child('nodeName');
  if (nodeName === '') errors.push(invalid(place, nodeName, 'must be either unset or set to a non-empty string'));
  else if (nodeName !== undefined) errors.push(...breaches(place, nodeName, isDns1123Subdomain(nodeName)));
  if (nodeSelector !== undefined) {
    const path = SPEC.child('nodeSelector');
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    errors.push(...validateNodeSelector(nodeSelector, path));
    if (terms.length !== 1) {
      const shown = terms.map(goNodeSelectorTerm);
      errors.push(invalid(path.child('nodeSelectorTerms'), shown, 'must have exactly one node selector term'));
    }
  }
  for (const flag of ['allNodes', 'perDeviceNodeSelection'] as const) {
    if (spec[flag] === false) errors.push(invalid(SPEC.child(flag), false, 'must be either unset or set to true'));
  }
  return [...errors, ...validateOnePlacement(spec)];
}

const PLACEMENTS = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'] as const;

function validateOnePlacement(spec: Spec): FieldError[] {
  const given = PLACEMENTS.filter((member) => {
    const value = spec[member];
    return value !== undefined && value !== '' && value !== false;
  });
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (given.length === 0) return [required(SPEC, one)];
  if (given.length === 1) return [];
  const shown = `{${given.map((member) => `\`${member}\``).join(', ')}}`;
  return [invalid(SPEC, shown, `${one}, but multiple fields are set`)];
}
