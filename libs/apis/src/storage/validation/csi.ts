import type { CSIDriver, CSINode, CSIStorageCapacity, VolumeAttachment } from '@kubescript/api/storage/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
  tooLong,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { nonNegativeQuantity } from '../../core/validation/resources.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, equal, immutable, nonNegative, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const CLUSTER = { namespaced: false, checkName: subdomainName };

/** @go storage/validation#ValidateCSIDriver */
export const csiDriverValidation: KindValidation<CSIDriver> = {
  validate: (driver) => [
    ...validateObjectMeta(driver.metadata, CLUSTER, META),
    ...validateDriverName(driver.metadata.name ?? '', META.child('name')),
    ...validateDriver(driver),
  ],
  validateUpdate: (driver, old) => [
    ...validateObjectMetaUpdate(driver.metadata, old.metadata, META),
    ...validateDriver(driver),
    ...immutable(driver.spec.attachRequired, old.spec.attachRequired, SPEC.child('attachedRequired')),
    ...immutable(driver.spec.volumeLifecycleModes, old.spec.volumeLifecycleModes, SPEC.child('volumeLifecycleModes')),
  ],
};

const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];

function validateDriver({ spec }: DeepReadonly<CSIDriver>): FieldError[] {
  const flags = ['attachRequired', 'podInfoOnMount', 'storageCapacity', 'requiresRepublish', 'seLinuxMount'] as const;
  const errors = flags.filter((field) => spec[field] === undefined).map((field) => required(SPEC.child(field)));
  errors.push(...oneOfIfSet(spec.fsGroupPolicy, FS_GROUP_POLICIES, SPEC.child('fsGroupPolicy')));
  for (const mode of spec.volumeLifecycleModes ?? []) {
    if (!LIFECYCLE_MODES.includes(mode)) {
      errors.push(notSupported(SPEC.child('volumeLifecycleModes'), mode, LIFECYCLE_MODES));
    }
  }
  const seen = new Set<string>();
  (spec.tokenRequests ?? []).forEach(({ audience, expirationSeconds: seconds }, index) => {
    const path = SPEC.child('tokenRequests').index(index);
    if (seen.has(audience)) errors.push(duplicate(path.child('audience'), audience));
    seen.add(audience);
    if (seconds === undefined) return;
    if (seconds < 600) {
      const detail = 'may not specify a duration less than 10 minutes';
      errors.push(invalid(path.child('expirationSeconds'), seconds, detail));
    }
    if (seconds > 2 ** 32) {
      const detail = 'may not specify a duration larger than 2^32 seconds';
      errors.push(invalid(path.child('expirationSeconds'), seconds, detail));
    }
  });
  return errors;
}

/** @go storage/validation#ValidateCSINode */
export const csiNodeValidation: KindValidation<CSINode> = {
  validate: (node) => [...validateObjectMeta(node.metadata, CLUSTER, META), ...validateNodeDrivers(node)],
  validateUpdate: (node, old) => [
    ...validateObjectMetaUpdate(node.metadata, old.metadata, META),
    ...validateNodeDrivers(node),
    ...old.spec.drivers.flatMap((before) => {
      const now = node.spec.drivers.find(({ name }) => name === before.name);
      if (now === undefined || equal(now, before)) return [];
      return [invalid(META.child('name'), now.name, 'field is immutable')];
    }),
  ],
};

function validateNodeDrivers({ spec }: DeepReadonly<CSINode>): FieldError[] {
  const seen = new Set<string>();
  return spec.drivers.flatMap(({ name, nodeID, topologyKeys = [], allocatable }, index) => {
    const path = SPEC.child('drivers').index(index);
    const errors = validateDriverName(name, path.child('name'));
    if (seen.has(name)) errors.push(duplicate(path.child('name'), name));
    seen.add(name);
    if (nodeID === '') errors.push(required(path.child('nodeID')));
    if (nodeID.length > 256) errors.push(tooLong(path.child('nodeID'), nodeID, 256));
    topologyKeys.forEach((key) => {
      errors.push(...breaches(path.child('topologyKeys'), key, isQualifiedName(key)));
    });
    errors.push(...nonNegative(allocatable?.count, path.child('allocatable', 'count')));
    return errors;
  });
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
    ...(['capacity', 'maximumVolumeSize'] as const).flatMap((field) =>
      nonNegativeQuantity(capacity[field] ?? '0', new FieldPath(field)),
    ),
  ],
  validateUpdate: (capacity, old) => [
    ...validateObjectMetaUpdate(capacity.metadata, old.metadata, META),
    ...immutable(capacity.nodeTopology, old.nodeTopology, new FieldPath('nodeTopology')),
    ...immutable(capacity.storageClassName, old.storageClassName, new FieldPath('storageClassName')),
  ],
};

/** @go storage/validation#ValidateVolumeAttachment */
export const volumeAttachmentValidation: KindValidation<VolumeAttachment> = {
  validate: (attachment) => [
    ...validateObjectMeta(attachment.metadata, CLUSTER, META),
    ...validateAttachment(attachment),
  ],
  validateUpdate: (attachment, old) => [
    ...validateObjectMetaUpdate(attachment.metadata, old.metadata, META),
    ...validateAttachment(attachment),
    ...(equal(attachment.spec, old.spec) ? [] : [invalid(SPEC, attachment.spec, 'field is immutable')]),
  ],
  validateStatusUpdate: (attachment, old) => validateObjectMetaUpdate(attachment.metadata, old.metadata, META),
};

function validateAttachment({ spec }: DeepReadonly<VolumeAttachment>): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.attacher === '') errors.push(required(SPEC.child('attacher')));
  else errors.push(...validateDriverName(spec.attacher, SPEC.child('attacher')));
  const { inlineVolumeSpec, persistentVolumeName } = spec.source;
  const path = SPEC.child('source');
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined) {
    errors.push(required(path, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'));
  }
  if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) {
    const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
    errors.push({ type: 'FieldValueForbidden', path: String(path), badValue: '', detail });
  }
  if (persistentVolumeName === '') {
    errors.push(required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName'));
  }
  errors.push(...breaches(SPEC.child('nodeName'), spec.nodeName, isDns1123Subdomain(spec.nodeName)));
  return errors;
}
