import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from '@kubescript/api/resource/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  immutableMessage,
  invalid,
  isValidInterfaceAddress,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '@kubescript/apimachinery';

import { validateNodeSelector } from '../../core/validation/affinity.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, semanticEqual } from '../../validation/checks.ts';
import { validateConditions } from '../../validation/conditions.ts';
import { validateBindingParameters } from './binding-conditions.ts';
import {
  MAX_ITEMS,
  requestNames,
  validateConfiguration,
  validateRawObject,
  validateRequestRef,
  validateRequestRefs,
} from './claims.ts';
import { validateList, validateSet } from './collections.ts';
import { validateLabelName, validatePoolName, validateUid } from './names.ts';

const STATUS = new FieldPath('status');
const MAX_RESERVED = 256;
const MAX_CONDITIONS = 8;
const MAX_DATA = 10 * 1024;

type Claim = DeepReadonly<ResourceClaim>;

/** @go resource/validation#validateResourceClaimStatusUpdate */
export function validateClaimStatusUpdate(claim: Claim, { status: old }: Claim): FieldError[] {
  const { reservedFor, devices, allocation } = claim.status;
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceId));
  return [
    ...validateSet(
      reservedFor,
      { max: MAX_RESERVED, check: validateConsumer, key: ({ uid }) => uid },
      STATUS.child('reservedFor'),
    ),
    ...validateSet(
      devices,
      {
        max: Number.MAX_SAFE_INTEGER,
        check: (device, path) => validateDeviceStatus(device, allocated, path),
        key: deviceId,
      },
      STATUS.child('devices'),
    ),
    ...validateReservation(claim, old),
    ...validateAllocationUpdate(claim, old),
  ];
}

/** A device, or a share of it. */
interface DeviceIdentity {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly shareID?: string;
}

function deviceId({ driver, pool, device, shareID }: DeviceIdentity): string {
  return [driver, pool, device, ...(shareID === undefined ? [] : [shareID])].join('/');
}

/** @go resource/validation#validateResourceClaimUserReference */
function validateConsumer(consumer: DeepReadonly<ResourceClaimConsumerReference>, path: FieldPath): FieldError[] {
  return (['resource', 'name', 'uid'] as const)
    .filter((member) => (consumer[member] ?? '') === '')
    .map((member) => required(path.child(member)));
}

function validateReservation({ metadata, status }: Claim, old: Claim['status']): FieldError[] {
  const { reservedFor = [], allocation } = status;
  if (reservedFor.length === 0) return [];
  const path = STATUS.child('reservedFor');
  if (allocation === undefined) return [forbidden(path, 'may not be specified when `allocated` is not set')];
  if (metadata.deletionTimestamp === undefined) return [];
  const before = old.reservedFor ?? [];
  if (reservedFor.every((consumer) => before.some((other) => semanticEqual(other, consumer)))) return [];
  const when = '`deallocationRequested` or `deletionTimestamp` are set';
  return [forbidden(path, `new entries may not be added while ${when}`)];
}

/** What is allocated once is not looked at again. */
function validateAllocationUpdate({ spec, status }: Claim, old: Claim['status']): FieldError[] {
  const { allocation } = status;
  const path = STATUS.child('allocation');
  if (allocation === undefined) return [];
  if (old.allocation === undefined) return validateAllocation(allocation, requestNames(spec.devices ?? {}), path);
  return semanticEqual(allocation, old.allocation) ? [] : [invalid(path, allocation, immutableMessage)];
}

/** @go resource/validation#validateAllocationResult */
function validateAllocation(
  { devices, nodeSelector }: DeepReadonly<AllocationResult>,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const place = path.child('devices');
  return [
    ...validateList(
      devices?.results,
      { max: MAX_ITEMS, check: (result, at) => validateResult(result, names, at) },
      place.child('results'),
    ),
    ...validateList(
      devices?.config,
      { max: 2 * MAX_ITEMS, check: (config, at) => validateAllocationConfig(config, names, at) },
      place.child('config'),
    ),
    ...(nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, path.child('nodeSelector'))),
  ];
}

/** @go resource/validation#validateDeviceRequestAllocationResult */
function validateResult(
  result: DeepReadonly<DeviceRequestAllocationResult>,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateRequestRef(result.request, names, path.child('request')),
    ...validateDevice(result, path),
    ...validateBindingParameters(result, path),
    ...(result.shareID === undefined ? [] : validateUid(result.shareID, path.child('shareID'))),
  ];
}

function validateDevice({ driver, pool, device }: DeviceIdentity, path: FieldPath): FieldError[] {
  return [
    ...validateDriverName(driver, path.child('driver')),
    ...validatePoolName(pool, path.child('pool')),
    ...validateLabelName(device, path.child('device')),
  ];
}

const SOURCES: readonly string[] = ['FromClaim', 'FromClass'];

/** @go resource/validation#validateDeviceAllocationConfiguration */
function validateAllocationConfig(
  config: DeepReadonly<DeviceAllocationConfiguration>,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const { source, requests } = config;
  const place = path.child('source');
  return [
    ...(source === '' ? [required(place)] : SOURCES.includes(source) ? [] : [notSupported(place, source, SOURCES)]),
    ...validateRequestRefs(requests, names, path.child('requests')),
    ...validateConfiguration(config, path),
  ];
}

/** @go resource/validation#validateDeviceStatus */
function validateDeviceStatus(
  device: DeepReadonly<AllocatedDeviceStatus>,
  allocated: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const { shareID, conditions = [], data, networkData } = device;
  const id = deviceId(device);
  const place = path.child('conditions');
  return [
    ...validateDevice(device, path),
    ...(shareID === undefined ? [] : validateUid(shareID, path.child('shareID'))),
    ...(allocated.has(id) ? [] : [invalid(path, id, 'must be an allocated device in the claim')]),
    ...(conditions.length > MAX_CONDITIONS ? [tooMany(place, conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, place),
    ...(data === undefined ? [] : validateRawObject(data, path.child('data'), MAX_DATA)),
    ...(networkData === undefined ? [] : validateNetworkData(networkData, path.child('networkData'))),
  ];
}

const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;
const MAX_IPS = 16;

/** @go resource/validation#validateNetworkDeviceData */
function validateNetworkData(data: DeepReadonly<NetworkDeviceData>, path: FieldPath): FieldError[] {
  const limited = (member: 'interfaceName' | 'hardwareAddress', max: number): FieldError[] =>
    byteLength(data[member] ?? '') > max ? [tooLong(path.child(member), '', max)] : [];
  const check = (address: string, place: FieldPath): FieldError[] =>
    breaches(place, address, isValidInterfaceAddress(address));
  return [
    ...limited('interfaceName', MAX_INTERFACE_NAME),
    ...limited('hardwareAddress', MAX_HARDWARE_ADDRESS),
    ...validateSet(data.ips, { max: MAX_IPS, check, key: (address) => address }, path.child('ips')),
  ];
}
