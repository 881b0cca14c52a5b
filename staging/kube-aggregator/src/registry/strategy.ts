import type { APIService, APIServiceCondition, APIServiceStatus } from '@kubescript/api/apiregistration/v1';
import { type DeepReadonly, deepCopy, formatTime, realClock } from '@kubescript/apimachinery';
import type { Strategy } from '@kubescript/apiserver';

import { localAvailability, withAvailability } from '../apis/api-service.ts';
import { validateApiService, validateApiServiceStatusUpdate, validateApiServiceUpdate } from './validation.ts';

/** How APIServices are stored. @go kube-aggregator/pkg/registry/apiservice#apiServerStrategy */
export const apiServiceStrategy: Strategy<APIService> = {
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(service) {
    service.status = {};
    if (service.spec.service) return;
    const conditions = withAvailability([], localAvailability, formatTime(realClock.now()));
    service.status = { conditions: conditions as APIServiceCondition[] };
  },
  validate: validateApiService,
  prepareForUpdate(service, old) {
    service.status = deepCopy(old.status as APIServiceStatus);
  },
  validateUpdate: validateApiServiceUpdate,
};

/** What an update of the status may change. @go kube-aggregator/pkg/registry/apiservice#apiServerStatusStrategy */
export const apiServiceStatusStrategy: Pick<Strategy<APIService>, 'prepareForUpdate' | 'validateUpdate'> = {
  prepareForUpdate(service, old) {
    service.spec = deepCopy(old.spec);
    for (const member of keptMetadata) keep(service.metadata, old.metadata, member);
  },
  validateUpdate: validateApiServiceStatusUpdate,
};

type Metadata = APIService['metadata'];

const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const satisfies (keyof Metadata)[];

function keep(metadata: Metadata, old: DeepReadonly<Metadata>, member: (typeof keptMetadata)[number]): void {
  if (old[member] === undefined) Reflect.deleteProperty(metadata, member);
  else Reflect.set(metadata, member, deepCopy(old[member]));
}
