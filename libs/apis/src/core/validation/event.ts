import type { Event, ObjectReference } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  immutableMessage,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  required,
} from '@kubescript/apimachinery';

import { breaches, immutable, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const MAX = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

type AnyEvent = DeepReadonly<Event>;

/** Events as core/v1 has always taken them. @go core/validation#legacyValidateEvent */
export const eventValidation: KindValidation<Event> = { validate: validateLegacy, validateUpdate: validateLegacy };

/** Events as events.k8s.io takes them. @go core/validation#ValidateEventCreate */
export const strictEventValidation: KindValidation<Event> = {
  validate: (event) => [
    ...validateLegacy(event),
    ...validateObjectMeta(event.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSeries(event),
    ...(isUnset(event.eventTime) ? [required('eventTime')] : []),
    ...(event.type === 'Normal' || event.type === 'Warning'
      ? []
      : [invalid('type', '', `has invalid value: ${event.type ?? ''}`)]),
    ...validateDeprecatedUnset(event),
  ],
  validateUpdate: (event, old) => [
    ...validateLegacy(event),
    ...validateObjectMetaUpdate(event.metadata, old.metadata, META),
    ...(semanticEqual(event.series, old.series) ? [] : validateSeries(event)),
    ...validateUnchanged(event, old),
  ],
};

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** An event that tells its time is one of the newer kind. */
function validateLegacy(event: AnyEvent): FieldError[] {
  const { metadata, eventTime } = event;
  const { namespace = '' } = metadata;
  return [
    ...(isUnset(eventTime) ? validateOldNamespace(event) : validateNewer(event)),
    ...breaches(new FieldPath('namespace'), namespace, isDns1123Subdomain(namespace)),
  ];
}

function mismatch(namespace: string): FieldError {
  return invalid(new FieldPath('involvedObject').child('namespace'), namespace, 'does not match event.namespace');
}

function validateOldNamespace({ metadata, involvedObject }: AnyEvent): FieldError[] {
  const involved = involvedObject.namespace ?? '';
  const { namespace = '' } = metadata;
  const isFine = involved === '' ? namespace === '' || namespace === 'default' : involved === namespace;
  return isFine ? [] : [mismatch(involved)];
}

function validateNewer(event: AnyEvent): FieldError[] {
  const { metadata, involvedObject, reportingComponent = '' } = event;
  const { namespace = '' } = metadata;
  const isElsewhere = (involvedObject.namespace ?? '') === '' && namespace !== 'default' && namespace !== 'kube-system';
  const controller = new FieldPath('reportingController');
  return [
    ...(isElsewhere ? [mismatch('')] : []),
    ...(reportingComponent === '' ? [required(controller)] : []),
    ...breaches(controller, reportingComponent, isQualifiedName(reportingComponent)),
    ...(['reportingInstance', 'action', 'reason'] as const).flatMap((member) => [
      ...((event[member] ?? '') === '' ? [required(member)] : []),
      ...validateLength(event, member),
    ]),
    ...validateLength(event, 'message'),
  ];
}

function validateLength(event: AnyEvent, member: keyof typeof MAX): FieldError[] {
  if (byteLength(event[member] ?? '') <= MAX[member]) return [];
  return [invalid(member, '', `can have at most ${MAX[member]} characters`)];
}

/** @go core/validation#validateV1EventSeries */
function validateSeries({ series }: AnyEvent): FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(isUnset(series.lastObservedTime) ? [required('series.lastObservedTime')] : []),
  ];
}

function validateDeprecatedUnset({ firstTimestamp, lastTimestamp, count = 0, source }: AnyEvent): FieldError[] {
  const given = {
    firstTimestamp: !isUnset(firstTimestamp),
    lastTimestamp: !isUnset(lastTimestamp),
    count: count !== 0,
    source: (source?.component ?? '') !== '' || (source?.host ?? '') !== '',
  };
  return Object.entries(given).flatMap(([member, isGiven]) =>
    isGiven ? [invalid(member, '', 'needs to be unset')] : [],
  );
}

/** Names are of the newer group where they differ. */
function validateUnchanged(event: AnyEvent, old: AnyEvent): FieldError[] {
  const of = (member: keyof Event, absent: unknown, name: string = member): FieldError[] =>
    immutable(event[member] ?? absent, old[member] ?? absent, new FieldPath(name));
  return [
    ...validateReference(event.involvedObject, old.involvedObject, 'involvedObject'),
    ...of('reason', ''),
    ...of('message', ''),
    ...validateSource(event, old),
    ...of('firstTimestamp', null),
    ...of('lastTimestamp', null),
    ...of('count', 0),
    ...of('reason', ''),
    ...of('type', ''),
    ...of('eventTime', null),
    ...of('action', ''),
    ...validateReference(event.related, old.related, 'related'),
    ...of('reportingComponent', '', 'reportingController'),
    ...of('reportingInstance', ''),
  ];
}

type Reference = DeepReadonly<ObjectReference> | undefined;

function validateReference(reference: Reference, old: Reference, name: string): FieldError[] {
  return semanticEqual(reference, old) ? [] : [invalid(name, goReference(reference), immutableMessage)];
}

function validateSource({ source }: AnyEvent, { source: old }: AnyEvent): FieldError[] {
  const goSource = (it: typeof source): unknown => ({ Component: it?.component ?? '', Host: it?.host ?? '' });
  return immutable(goSource(source), goSource(old), new FieldPath('source'));
}

/** As messages show it: with the names of the reference's own structure. */
function goReference(reference: Reference): unknown {
  if (reference === undefined) return null;
  return {
    Kind: reference.kind ?? '',
    Namespace: reference.namespace ?? '',
    Name: reference.name ?? '',
    UID: reference.uid ?? '',
    APIVersion: reference.apiVersion ?? '',
    ResourceVersion: reference.resourceVersion ?? '',
    FieldPath: reference.fieldPath ?? '',
  };
}
