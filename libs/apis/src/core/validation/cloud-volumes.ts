import type { AzureDiskVolumeSource, AzureFileVolumeSource } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  inclusiveRangeMessage,
  invalid,
  notSupported,
} from '@kubescript/apimachinery';

import { nonEmpty, oneOfIfSet } from '../../validation/checks.ts';

/** The partition of a disk; the message is upstream's, and off by one. */
export function validatePartition(partition: number | undefined, path: FieldPath): FieldError[] {
  if (partition === undefined || (partition >= 0 && partition <= 255)) return [];
  return [invalid(path, partition, inclusiveRangeMessage(1, 255))];
}

/** @go core/validation#validateAzureFile */
export function validateAzureFile(
  { secretName, shareName }: DeepReadonly<AzureFileVolumeSource>,
  path: FieldPath,
): FieldError[] {
  return [...nonEmpty(secretName, path.child('secretName')), ...nonEmpty(shareName, path.child('shareName'))];
}

const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** @go core/validation#validateAzureDisk */
export function validateAzureDisk(disk: DeepReadonly<AzureDiskVolumeSource>, path: FieldPath): FieldError[] {
  const { diskName, diskURI, cachingMode, kind } = disk;
  const errors = [
    ...nonEmpty(diskName, path.child('diskName')),
    ...nonEmpty(diskURI, path.child('diskURI')),
    ...oneOfIfSet(cachingMode, ['None', 'ReadOnly', 'ReadWrite'], path.child('cachingMode')),
    ...oneOfIfSet(kind, ['Dedicated', 'Managed', 'Shared'], path.child('kind')),
  ];
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    errors.push(notSupported(path.child('diskURI'), diskURI, [MANAGED_URI]));
  }
  if (kind !== undefined && kind !== 'Managed' && !diskURI.startsWith('https://')) {
    errors.push(notSupported(path.child('diskURI'), diskURI, [BLOB_URI]));
  }
  return errors;
}
