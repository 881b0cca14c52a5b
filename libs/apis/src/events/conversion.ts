import type { Event as CoreEvent } from '@kubescript/api/core/v1';
import type { Event } from '@kubescript/api/events/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { conversionPair, withoutUndefined } from '../install/conversion-pair.ts';

/** Events have one storage, in the core group; events.k8s.io shows the same objects under newer names. */
export const eventConversion = conversionPair<CoreEvent, Event>({
  hub: { group: '', version: 'v1', kind: 'Event' },
  spoke: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
  toHub: coreEventOf,
  fromHub: newEventOf,
});

/** @go events/v1#Convert_v1_Event_To_core_Event */
function coreEventOf(event: DeepReadonly<Event>): DeepReadonly<CoreEvent> {
  return withoutUndefined({
    kind: 'Event',
    apiVersion: 'v1',
    metadata: event.metadata,
    involvedObject: event.regarding ?? {},
    reason: event.reason,
    message: event.note,
    source: event.deprecatedSource ?? {},
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
    type: event.type,
    eventTime: event.eventTime,
    series: event.series,
    action: event.action,
    related: event.related,
    reportingComponent: event.reportingController ?? '',
    reportingInstance: event.reportingInstance ?? '',
  });
}

/** @go events/v1#Convert_core_Event_To_v1_Event */
function newEventOf(event: DeepReadonly<CoreEvent>): DeepReadonly<Event> {
  return withoutUndefined({
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    metadata: event.metadata,
    eventTime: event.eventTime ?? null,
    series: event.series,
    reportingController: nonEmpty(event.reportingComponent),
    reportingInstance: nonEmpty(event.reportingInstance),
    action: event.action,
    reason: event.reason,
    regarding: event.involvedObject,
    related: event.related,
    note: event.message,
    type: event.type,
    deprecatedSource: event.source ?? {},
    deprecatedFirstTimestamp: event.firstTimestamp ?? null,
    deprecatedLastTimestamp: event.lastTimestamp ?? null,
    deprecatedCount: event.count,
  });
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
