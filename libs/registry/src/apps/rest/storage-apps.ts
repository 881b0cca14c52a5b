import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import { ScaleRest } from '../../generic/scale.ts';
import type { Stores } from '../../stores.ts';
import { controllerRevisionResource } from '../controllerrevision/strategy.ts';
import { daemonSetResource } from '../daemonset/strategy.ts';
import { deploymentResource } from '../deployment/strategy.ts';
import { replicaSetResource } from '../replicaset/strategy.ts';
import { statefulSetResource } from '../statefulset/strategy.ts';

/** The resources of apps/v1. */
export function installApps(stores: Stores): ApiGroupVersion {
  return {
    group: 'apps',
    version: 'v1',
    resources: [
      installOnStore(stores.controllerRevisions, controllerRevisionResource),
      installOnStore(stores.daemonSets, daemonSetResource),
      installOnStore(stores.deployments, deploymentResource, {
        scale: new ScaleRest(
          stores.deployments,
          { group: 'apps', resource: 'deployments' },
          deploymentResource.strategy,
        ),
      }),
      installOnStore(stores.replicaSets, replicaSetResource, {
        scale: new ScaleRest(
          stores.replicaSets,
          { group: 'apps', resource: 'replicasets' },
          replicaSetResource.strategy,
        ),
      }),
      installOnStore(stores.statefulSets, statefulSetResource, {
        scale: new ScaleRest(
          stores.statefulSets,
          { group: 'apps', resource: 'statefulsets' },
          statefulSetResource.strategy,
        ),
      }),
    ],
  };
}
