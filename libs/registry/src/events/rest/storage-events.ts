import type { ApiGroupVersion } from '@kubescript/apiserver';

import { eventResource } from '../../core/event/strategy.ts';
import { withFieldLabels } from '../../generic/field-labels.ts';
import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';

/** What events are selected by in this group, and what core/v1 calls it. */
const fieldLabels = {
  reason: 'reason',
  'regarding.kind': 'involvedObject.kind',
  'regarding.namespace': 'involvedObject.namespace',
  'regarding.name': 'involvedObject.name',
  'regarding.uid': 'involvedObject.uid',
  'regarding.apiVersion': 'involvedObject.apiVersion',
  'regarding.resourceVersion': 'involvedObject.resourceVersion',
  'regarding.fieldPath': 'involvedObject.fieldPath',
  reportingController: 'reportingComponent',
  type: 'type',
};

/** The resources of events.k8s.io/v1: the events of the core group in another shape. */
export function installEvents(stores: Stores): ApiGroupVersion {
  const rest = withFieldLabels(stores.events, fieldLabels);
  return { group: 'events.k8s.io', version: 'v1', resources: [installOnStore(stores.events, eventResource, {}, rest)] };
}
