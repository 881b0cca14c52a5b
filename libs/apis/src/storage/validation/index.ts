import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { csiDriverValidation, csiNodeValidation, csiStorageCapacityValidation } from './csi.ts';
import { storageClassValidation, volumeAttributesClassValidation } from './storage-class.ts';
import { volumeAttachmentValidation } from './volume-attachment.ts';

/** Rules of the kinds of storage.k8s.io. */
export const storageValidation: ValidationByKind = {
  CSIDriver: validationOf(csiDriverValidation),
  CSINode: validationOf(csiNodeValidation),
  CSIStorageCapacity: validationOf(csiStorageCapacityValidation),
  StorageClass: validationOf(storageClassValidation),
  VolumeAttachment: validationOf(volumeAttachmentValidation),
  VolumeAttributesClass: validationOf(volumeAttributesClassValidation),
};
