import type { CSIDriver, CSINode, CSINodeDriver, CSIStorageCapacity, TokenRequest } from '@kubescript/api/storage/v1';
import {
  byteLength,
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { nonNegativeQuantity } from '../../core/validation/resources.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, immutable, nonNegative, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const CLUSTER = { namespaced: false, checkName: subdomainName };

/** @go storage/validation#ValidateCSIDriver */
export const csiDriverValidation: KindValidation<CSIDriver> = {
  validate: (driver) => [...validateObjectMeta(driver.metadata, CLUSTER, META), ...validateDriver(driver)],
  validateUpdate: (driver, old) => [
    ...validateObjectMetaUpdate(driver.metadata, old.metadata, META),
    ...validateDriver(driver),
    ...immutable(driver.spec.attachRequired, old.spec.attachRequired, SPEC.child('attachedRequired')),
    ...immutable(
      driver.spec.volumeLifecycleModes ?? null,
      old.spec.volumeLifecycleModes ?? null,
      SPEC.child('volumeLifecycleModes'),
    ),
  ],
};

const FS_GROUP_POLICIES: readonly string[] = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES: readonly string[] = ['Persistent', 'Ephemeral'];

/** @go storage/validation#validateCSIDriverSpec */
function validateDriver({ spec }: DeepReadonly<CSIDriver>): FieldError[] {
  const period = spec.nodeAllocatableUpdatePeriodSeconds ?? MIN_PERIOD;
  return [
    // The reference itself calls the field so.
    ...given(spec.attachRequired, SPEC.child('attachedRequired')),
    ...given(spec.podInfoOnMount, SPEC.child('podInfoOnMount')),
    ...given(spec.storageCapacity, SPEC.child('storageCapacity')),
    ...oneOfIfSet(spec.fsGroupPolicy, FS_GROUP_POLICIES, SPEC.child('fsGroupPolicy')),
    ...validateTokenRequests(spec.tokenRequests ?? [], SPEC.child('tokenRequests')),
    ...(spec.volumeLifecycleModes ?? [])
      .filter((mode) => !LIFECYCLE_MODES.includes(mode))
      .map((mode) => notSupported(SPEC.child('volumeLifecycleModes'), mode, LIFECYCLE_MODES)),
    ...given(spec.seLinuxMount, SPEC.child('seLinuxMount')),
    ...(period < MIN_PERIOD
      ? [invalid(SPEC.child(PERIOD), period, `must be greater than or equal to ${MIN_PERIOD} seconds`)]
      : []),
  ];
}

const PERIOD = 'nodeAllocatableUpdatePeriodSeconds';
const MIN_PERIOD = 10;

function given(value: boolean | undefined, path: FieldPath): FieldError[] {
  return value === undefined ? [required(path)] : [];
}

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** @go storage/validation#validateTokenRequests */
function validateTokenRequests(requests: readonly DeepReadonly<TokenRequest>[], path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return requests.flatMap(({ audience = '', expirationSeconds: seconds }, index) => {
    const place = path.index(index);
    if (seen.has(audience)) return [duplicate(place.child('audience'), audience)];
    seen.add(audience);
    if (seconds === undefined || (seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) return [];
    const limit = seconds < MIN_SECONDS ? 'less than 10 minutes' : 'larger than 2^32 seconds';
    return [invalid(place.child('expirationSeconds'), seconds, `may not specify a duration ${limit}`)];
  });
}

/** @go storage/validation#ValidateCSINode */
export const csiNodeValidation: KindValidation<CSINode> = {
  validate: (node) => validateNode(node, MAX_NODE_ID),
  validateUpdate: (node, old) => [
    ...validateNode(node, MAX_NODE_ID),
    ...old.spec.drivers.flatMap((before) =>
      node.spec.drivers.filter(({ name }) => name === before.name).flatMap((now) => validateDriverKept(now, before)),
    ),
  ],
};

const MAX_NODE_ID = 256;

type NodeDriver = DeepReadonly<CSINodeDriver>;

/** How many volumes a driver takes may change, nothing else of it. */
function validateDriverKept(driver: NodeDriver, old: NodeDriver): FieldError[] {
  const goDriver = ({ name, nodeID, topologyKeys }: NodeDriver): unknown => {
    return { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable: null };
  };
  return immutable(goDriver(driver), goDriver(old), SPEC.child('drivers'));
}

function validateNode({ metadata, spec }: DeepReadonly<CSINode>, maxNodeId: number): FieldError[] {
  const drivers = spec.drivers ?? [];
  return [
    ...validateObjectMeta(metadata, CLUSTER, META),
    ...drivers.flatMap((driver, index) => {
      const path = SPEC.child('drivers').index(index);
      const isRepeated = drivers.findIndex(({ name }) => name === driver.name) < index;
      return [
        ...validateDriverName(driver.name, path.child('name')),
        ...validateNodeId(driver.nodeID ?? '', maxNodeId, path.child('nodeID')),
        ...nonNegative(driver.allocatable?.count, path.child('allocatable', 'count')),
        ...(isRepeated ? [duplicate(path.child('name'), driver.name)] : []),
        ...validateTopologyKeys(driver.topologyKeys ?? [], path),
      ];
    }),
  ];
}

function validateNodeId(id: string, max: number, path: FieldPath): FieldError[] {
  if (id === '') return [required(path)];
  return byteLength(id) > max ? [invalid(path, id, `must be ${max} characters or less`)] : [];
}

function validateTopologyKeys(keys: readonly string[], path: FieldPath): FieldError[] {
  return keys.flatMap((key, index) => [
    ...(key === '' ? [required(path)] : []),
    ...(keys.indexOf(key) < index ? [duplicate(path, key)] : []),
    ...breaches(path, key, isQualifiedName(key)),
  ]);
}

/** @go storage/validation#ValidateCSIStorageCapacity */
export const csiStorageCapacityValidation: KindValidation<CSIStorageCapacity> = {
  validate: (capacity) => [
    ...validateObjectMeta(capacity.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateLabelSelector(capacity.nodeTopology, new FieldPath('nodeTopology')),
    ...breaches(
      new FieldPath('storageClassName'),
      capacity.storageClassName,
      isDns1123Subdomain(capacity.storageClassName),
    ),
    ...nonNegativeQuantity(capacity.capacity ?? '0', new FieldPath('capacity')),
  ],
  validateUpdate: (capacity, old) => [
    ...validateObjectMetaUpdate(capacity.metadata, old.metadata, META),
    ...immutable(capacity.nodeTopology, old.nodeTopology, new FieldPath('nodeTopology')),
    ...immutable(capacity.storageClassName, old.storageClassName, new FieldPath('storageClassName')),
  ],
};
