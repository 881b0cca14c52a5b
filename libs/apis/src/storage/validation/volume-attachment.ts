import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '@kubescript/api/storage/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  immutableMessage,
  invalid,
  isDns1123Subdomain,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { validateInlineVolumeSpec } from '../../core/validation/persistent-volume.ts';
import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');
const MAX_METADATA = 256 * 1024;
const MAX_MESSAGE = 1024;

type Attachment = DeepReadonly<VolumeAttachment>;

/** What came with v1 is asked of new attachments only. */
export const volumeAttachmentValidation: KindValidation<VolumeAttachment> = {
  validate: (attachment) => [...validateAttachment(attachment), ...validateNewAttachment(attachment)],
  validateUpdate,
  validateStatusUpdate: validateUpdate,
};

/** @go storage/validation#ValidateVolumeAttachmentUpdate */
function validateUpdate(attachment: Attachment, old: Attachment): FieldError[] {
  const isKept = semanticEqual(attachment.spec, old.spec);
  return [...validateAttachment(attachment), ...(isKept ? [] : [invalid(SPEC, goSpec(attachment), immutableMessage)])];
}

/** The spec as messages show it; volumes that are written out are shown as the client wrote them. */
function goSpec({ spec }: Attachment): unknown {
  const { persistentVolumeName, inlineVolumeSpec } = spec.source;
  return {
    Attacher: spec.attacher,
    Source: { PersistentVolumeName: persistentVolumeName ?? null, InlineVolumeSpec: inlineVolumeSpec ?? null },
    NodeName: spec.nodeName,
  };
}

/** @go storage/validation#ValidateVolumeAttachment */
function validateAttachment({ metadata, spec, status = { attached: false } }: Partial<Attachment>): FieldError[] {
  const { attacher = '', source = {}, nodeName = '' } = spec ?? {};
  return [
    ...validateObjectMeta(metadata ?? {}, { namespaced: false, checkName: subdomainName }, META),
    ...(attacher === '' ? [required(SPEC.child('attacher'))] : []),
    ...validateSource(source, SPEC.child('source')),
    ...breaches(SPEC.child('nodeName'), nodeName, isDns1123Subdomain(nodeName)),
    ...validateAttachmentMetadata(status.attachmentMetadata ?? {}, STATUS.child('attachmentMetadata')),
    ...validateVolumeError(status.attachError, STATUS.child('attachError')),
    ...validateVolumeError(status.detachError, STATUS.child('detachError')),
  ];
}

/** @go storage/validation#ValidateVolumeAttachmentV1 */
function validateNewAttachment({ spec }: Attachment): FieldError[] {
  const { persistentVolumeName: name } = spec.source;
  return [
    ...(spec.attacher === '' ? [] : validateDriverName(spec.attacher, SPEC.child('attacher'))),
    ...(name === undefined
      ? []
      : breaches(SPEC.child('source', 'persistentVolumeName'), name, isDns1123Subdomain(name))),
  ];
}

/** @go storage/validation#validateVolumeAttachmentSource */
function validateSource(source: DeepReadonly<VolumeAttachmentSource>, path: FieldPath): FieldError[] {
  const { inlineVolumeSpec, persistentVolumeName } = source;
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inlineVolumeSpec !== undefined) {
    if (persistentVolumeName !== undefined) return [forbidden(path, detail)];
    return validateInlineVolumeSpec(inlineVolumeSpec, path.child('inlineVolumeSpec'));
  }
  if (persistentVolumeName === undefined) return [required(path, detail)];
  if (persistentVolumeName !== '') return [];
  return [required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')];
}

function validateAttachmentMetadata(metadata: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const size = Object.entries(metadata).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return size > MAX_METADATA ? [tooLong(path, '', MAX_METADATA)] : [];
}

/** @go storage/validation#validateVolumeError */
function validateVolumeError(error: DeepReadonly<VolumeError> | undefined, path: FieldPath): FieldError[] {
  if (error === undefined) return [];
  const { message = '', errorCode = 0 } = error;
  const errors = byteLength(message) > MAX_MESSAGE ? [tooLong(path.child('message'), '', MAX_METADATA)] : [];
  if (errorCode >= 0) return errors;
  return [...errors, invalid(path.child('errorCode'), errorCode, 'must be between 0 and 2147483647, inclusive')];
}
