import type { ApiGroupVersion } from '@kubescript/apiserver';

import { eventResource } from '../../core/event/strategy.ts';
import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';

/** The resources of events.k8s.io/v1: the events of the core group in another shape. */
export function installEvents(stores: Stores): ApiGroupVersion {
  return { group: 'events.k8s.io', version: 'v1', resources: [installOnStore(stores.events, eventResource)] };
}
