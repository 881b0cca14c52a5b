import type {
  Counter,
  CounterSet,
  Device,
  DeviceAttribute,
  DeviceCounterConsumption,
  DeviceTaint,
} from '@kubescript/api/resource/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  isValidLabelValue,
  notSupported,
  required,
  tooLong,
  validateLabelName,
} from '@kubescript/apimachinery';

import { validateNodeSelector } from '../../core/validation/affinity.ts';
import { breaches, NIL_POINTER, semanticEqual } from '../../validation/checks.ts';
import { validateBindingParameters } from './binding-conditions.ts';
import { capacityCheck } from './capacity.ts';
import { TAINT_EFFECTS } from './claims.ts';
import { validateList, validateMap, validateSet } from './collections.ts';
import { MAX_QUALIFIED_NAME, validateLabelName as validateName, validateQualifiedName } from './names.ts';

const MAX_ATTRIBUTES = 32;
const MAX_TAINTS = 16;
const MAX_CONSUMED_SETS = 2;
const MAX_COUNTERS = 32;
const MAX_LABEL = 63;
const MAX_VALUE = 64;

/** What a device is checked beside. */
export interface DeviceContext {
  /** The device of the same name before the update. */
  readonly old: DeepReadonly<Device> | undefined;
  /** Each device says itself which nodes have it. */
  readonly isPlacedByItself: boolean;
}

/** @go resource/validation#validateDevice */
export function validateDevice(device: DeepReadonly<Device>, context: DeviceContext, path: FieldPath): FieldError[] {
  const { name, attributes = {}, capacity = {}, taints = [] } = device;
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const keys = { max: MAX_ATTRIBUTES * 2 ** 10, maxKeyLength: MAX_QUALIFIED_NAME, checkKey: validateQualifiedName };
  const tooMuch = `the total number of attributes and capacities must not exceed ${MAX_ATTRIBUTES}`;
  const checkCapacity = capacityCheck(device.allowMultipleAllocations === true);
  const areTaintsKept = context.old !== undefined && semanticEqual(context.old.taints, taints);
  return [
    ...validateName(name, path.child('name')),
    ...(count > MAX_ATTRIBUTES ? [invalid(path, count, tooMuch)] : []),
    ...validateMap(attributes, { ...keys, check: validateAttribute }, path.child('attributes')),
    ...validateMap(capacity, { ...keys, check: checkCapacity }, path.child('capacity')),
    ...(areTaintsKept ? [] : validateList(taints, { max: MAX_TAINTS, check: validateTaint }, path.child('taints'))),
    ...validateSet(
      device.consumesCounters,
      { max: MAX_CONSUMED_SETS, check: validateConsumption, key: ({ counterSet }) => counterSet },
      path.child('consumesCounters'),
    ),
    ...validatePlacement(device, context, path),
    ...validateBindingParameters(device, path),
  ];
}

const NUMBER = '(0|[1-9]\\d*)';
const PRE_RELEASE = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const BUILD = '[0-9a-zA-Z-]+';
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${PRE_RELEASE}(\\.${PRE_RELEASE})*)?(\\+${BUILD}(\\.${BUILD})*)?$`,
);

/** @go resource/validation#validateDeviceAttribute */
function validateAttribute(attribute: DeepReadonly<DeviceAttribute>, path: FieldPath): FieldError[] {
  const { bool, int, string, version } = attribute;
  const errors = [...limited(string, path.child('string'))];
  if (version !== undefined && !SEMVER.test(version)) {
    const detail = 'must be a string compatible with semver.org spec 2.0.0';
    errors.push(invalid(path.child('version'), version, detail));
  }
  errors.push(...limited(version, path.child('version')));
  const count = [bool, int, string, version].filter((value) => value !== undefined).length;
  if (count === 1) return errors;
  const shown = {
    IntValue: int ?? null,
    BoolValue: bool ?? null,
    StringValue: string ?? null,
    VersionValue: version ?? null,
  };
  return [...errors, invalid(path, count === 0 ? '' : shown, 'exactly one value must be specified')];
}

function limited(value: string | undefined, path: FieldPath): FieldError[] {
  return byteLength(value ?? '') > MAX_VALUE ? [tooLong(path, '', MAX_VALUE)] : [];
}

/** @go resource/validation#validateDeviceTaint */
function validateTaint({ key, value = '', effect }: DeepReadonly<DeviceTaint>, path: FieldPath): FieldError[] {
  const place = path.child('effect');
  return [
    ...validateLabelName(key, path.child('key')),
    ...(value === '' ? [] : breaches(path.child('value'), value, isValidLabelValue(value))),
    ...(effect === ''
      ? [required(place)]
      : TAINT_EFFECTS.includes(effect)
        ? []
        : [notSupported(place, effect, TAINT_EFFECTS)]),
  ];
}

/** @go resource/validation#validateDeviceCounterConsumption */
function validateConsumption(consumption: DeepReadonly<DeviceCounterConsumption>, path: FieldPath): FieldError[] {
  const { counterSet, counters } = consumption;
  return [...validateNeeded(counterSet, path.child('counterSet')), ...validateCounters(counters, path)];
}

/** What the devices of a pool share. @go resource/validation#validateCounterSet */
export function validateCounterSet({ name, counters }: DeepReadonly<CounterSet>, path: FieldPath): FieldError[] {
  return [...validateNeeded(name, path.child('name')), ...validateCounters(counters, path)];
}

function validateNeeded(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : validateName(name, path);
}

function validateCounters(
  counters: Readonly<Record<string, DeepReadonly<Counter>>> = {},
  path: FieldPath,
): FieldError[] {
  const place = path.child('counters');
  if (Object.keys(counters).length === 0) return [required(place)];
  const rules = { max: MAX_COUNTERS, maxKeyLength: MAX_LABEL, checkKey: validateName, check: () => [] };
  return validateMap(counters, rules, place);
}

function validatePlacement(device: DeepReadonly<Device>, context: DeviceContext, path: FieldPath): FieldError[] {
  const { nodeName, nodeSelector, allNodes } = device;
  if (!context.isPlacedByItself) {
    if (nodeName === undefined && nodeSelector === undefined && allNodes === undefined) return [];
    const when = 'can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    return [invalid(path, NIL_POINTER, `\`nodeName\`, \`nodeSelector\` and \`allNodes\` ${when}`)];
  }
  const errors: FieldError[] = [];
  if (nodeName === '') errors.push(invalid(path.child('nodeName'), nodeName, 'must not be empty'));
  else if (nodeName !== undefined)
    errors.push(...breaches(path.child('nodeName'), nodeName, isDns1123Subdomain(nodeName)));
  if (nodeSelector !== undefined) errors.push(...validateNodeSelector(nodeSelector, path.child('nodeSelector')));
  if (allNodes === false) errors.push(invalid(path.child('allNodes'), false, 'must be either unset or set to true'));
  const given = Object.entries({ nodeName, nodeSelector, allNodes })
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([member]) => `\`${member}\``);
  const one =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to ' +
    'true in the ResourceSlice spec';
  if (given.length === 0) errors.push(required(path, one));
  if (given.length > 1) errors.push(invalid(path, `{${given.join(', ')}}`, one));
  return errors;
}
