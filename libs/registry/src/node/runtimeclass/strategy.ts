import type { RuntimeClass } from '@kubescript/api/node/v1';

import { nodeLabelDeprecation } from '../../core/node/label-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'node.k8s.io', version: 'v1', kind: 'RuntimeClass' };

/**
 * RuntimeClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/node/runtimeclass#Strategy
 */
export const runtimeClassResource: ResourceDefinition<RuntimeClass> = {
  resource: 'runtimeclasses',
  singular: 'runtimeclass',
  kind,
  strategy: simpleStrategy<RuntimeClass>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    warningsOnCreate: runtimeClassWarnings,
    warningsOnUpdate: runtimeClassWarnings,
  }),
};

/** @go k8s.io/kubernetes/pkg/api/node#GetWarningsForRuntimeClass */
function runtimeClassWarnings({ scheduling }: RuntimeClass): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const deprecation = nodeLabelDeprecation(label);
    return deprecation === undefined ? [] : [`scheduling.nodeSelector: ${deprecation}`];
  });
}
