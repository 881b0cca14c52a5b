import type { DeepReadonly } from '@kubescript/apimachinery';
import type { RequestContext } from '@kubescript/apiserver';
import { strictEventValidation } from '@kubescript/lib-apis';
import type { Event } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Event' };

/** How long an event is kept unless `openStores` is told otherwise. */
export const defaultEventTtlSeconds = 3600;

type FieldOf = (event: DeepReadonly<Event>) => string;

const involvedObject: Readonly<Record<string, FieldOf>> = {
  kind: (event) => event.involvedObject.kind ?? '',
  namespace: (event) => event.involvedObject.namespace ?? '',
  name: (event) => event.involvedObject.name ?? '',
  uid: (event) => event.involvedObject.uid ?? '',
  apiVersion: (event) => event.involvedObject.apiVersion ?? '',
  resourceVersion: (event) => event.involvedObject.resourceVersion ?? '',
  fieldPath: (event) => event.involvedObject.fieldPath ?? '',
};

const reportingController: FieldOf = (event) => event.reportingComponent ?? '';

function fieldsUnder(prefix: string): Readonly<Record<string, FieldOf>> {
  return Object.fromEntries(Object.entries(involvedObject).map(([name, field]) => [`${prefix}.${name}`, field]));
}

const plainStrategy = simpleStrategy<Event>({
  kind,
  namespaced: true,
  allowCreateOnUpdate: true,
  selectableFields: {
    ...fieldsUnder('involvedObject'),
    reason: (event) => event.reason ?? '',
    reportingComponent: reportingController,
    source: (event) => sourceOf(event),
    type: (event) => event.type ?? '',
  },
});

/**
 * Events: served as core/v1 and events.k8s.io/v1 from one place, kept as core/v1, forgotten after a while.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/event#Strategy
 */
export const eventResource: ResourceDefinition<Event> = {
  resource: 'events',
  singular: 'event',
  kind,
  shortNames: ['ev'],
  strategy: {
    ...plainStrategy,
    validate: (event, context) =>
      isStrict(context) ? strictEventValidation.validate(event) : plainStrategy.validate(event, context),
    validateUpdate: (event, old, context) =>
      isStrict(context)
        ? strictEventValidation.validateUpdate(event, old)
        : plainStrategy.validateUpdate(event, old, context),
  },
};

/** The newer group asks more of events. */
function isStrict({ apiGroup }: RequestContext): boolean {
  return apiGroup === 'events.k8s.io';
}

function sourceOf(event: DeepReadonly<Event>): string {
  const component = event.source?.component ?? '';
  return component === '' ? (event.reportingComponent ?? '') : component;
}
