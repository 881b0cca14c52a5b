import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { horizontalPodAutoscalerResource } from '../horizontalpodautoscaler/strategy.ts';

/** The resources of autoscaling/v2 and v1, which are the same objects. */
export function installAutoscaling(stores: Stores): readonly ApiGroupVersion[] {
  const resources = [installOnStore(stores.horizontalPodAutoscalers, horizontalPodAutoscalerResource)];
  return ['v2', 'v1'].map((version) => ({ group: 'autoscaling', version, resources }));
}
