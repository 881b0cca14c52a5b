import type { Event } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  required,
} from '@kubescript/apimachinery';

import { breaches, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');

/** Events of both groups are stored alike; those of the newer group have an eventTime. @go core/validation#ValidateEventCreate */
export const eventValidation: KindValidation<Event> = {
  validate: (event) => {
    const errors = validateInvolved(event);
    if (!isNewStyle(event)) return errors;
    return [
      ...validateObjectMeta(event.metadata, { namespaced: true, checkName: subdomainName }, META),
      ...errors,
      ...validateNewStyle(event),
    ];
  },
  validateUpdate: (event, old) => {
    const errors = [...validateObjectMetaUpdate(event.metadata, old.metadata, META), ...validateInvolved(event)];
    if (!isNewStyle(old)) return errors;
    return [...errors, ...IMMUTABLE.flatMap((field) => immutable(event[field], old[field], new FieldPath(field)))];
  },
};

const IMMUTABLE = ['involvedObject', 'reason', 'type', 'action', 'reportingInstance'] as const;

function isNewStyle(event: DeepReadonly<Event>): boolean {
  return (event.eventTime ?? '') !== '';
}

/** @go core/validation#legacyValidateEvent */
function validateInvolved(event: DeepReadonly<Event>): FieldError[] {
  const { involvedObject, metadata } = event;
  const namespace = involvedObject.namespace ?? '';
  const path = new FieldPath('involvedObject').child('namespace');
  if (namespace === '') {
    return metadata.namespace === 'default' || metadata.namespace === 'kube-system'
      ? []
      : [invalid(path, namespace, 'does not match event.namespace')];
  }
  if (namespace !== metadata.namespace) return [invalid(path, namespace, 'does not match event.namespace')];
  const errors: FieldError[] = [];
  const { reportingComponent = '', reportingInstance = '' } = event;
  if (isNewStyle(event) && reportingInstance === '') errors.push(required(new FieldPath('reportingInstance')));
  if (isNewStyle(event)) {
    const place = new FieldPath('reportingController');
    if (reportingComponent === '') errors.push(required(place));
    else errors.push(...breaches(place, reportingComponent, isQualifiedName(reportingComponent)));
  }
  errors.push(...breaches(META.child('namespace'), metadata.namespace, isDns1123Subdomain(metadata.namespace ?? '')));
  return errors;
}

const MAX = { action: 128, reason: 128, message: 1024, reportingInstance: 128 } as const;

function validateNewStyle(event: DeepReadonly<Event>): FieldError[] {
  const errors: FieldError[] = [];
  if ((event.action ?? '') === '') errors.push(required(new FieldPath('action')));
  if ((event.reason ?? '') === '') errors.push(required(new FieldPath('reason')));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    errors.push(invalid(new FieldPath('type'), '', `has invalid value: ${event.type ?? ''}`));
  }
  for (const field of ['action', 'reason', 'message', 'reportingInstance'] as const) {
    if (byteLength(event[field] ?? '') <= MAX[field]) continue;
    const shown = field === 'message' ? 'note' : field;
    errors.push(invalid(new FieldPath(shown), '', `can have at most ${MAX[field]} characters`));
  }
  return errors;
}
