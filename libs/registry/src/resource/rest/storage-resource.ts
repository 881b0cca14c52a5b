import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { deviceClassResource } from '../deviceclass/strategy.ts';
import { resourceClaimResource } from '../resourceclaim/strategy.ts';
import { resourceClaimTemplateResource } from '../resourceclaimtemplate/strategy.ts';
import { resourceSliceResource } from '../resourceslice/strategy.ts';

/** The resources of resource.k8s.io/v1. */
export function installResource(stores: Stores): ApiGroupVersion {
  return {
    group: 'resource.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.deviceClasses, deviceClassResource),
      installOnStore(stores.resourceClaims, resourceClaimResource),
      installOnStore(stores.resourceClaimTemplates, resourceClaimTemplateResource),
      installOnStore(stores.resourceSlices, resourceSliceResource),
    ],
  };
}
