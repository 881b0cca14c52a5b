import type { PodTemplate } from '@kubescript/api/core/v1';

import { podTemplateWarnings } from '../pod/warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'PodTemplate' };

/**
 * PodTemplates.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/podtemplate#Strategy
 */
export const podTemplateResource: ResourceDefinition<PodTemplate> = {
  resource: 'podtemplates',
  singular: 'podtemplate',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<PodTemplate>({
    kind,
    namespaced: true,
    warningsOnCreate: (object) => podTemplateWarnings(object.template, 'template'),
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation ? [] : podTemplateWarnings(object.template, 'template'),
    generationOf: ['template'],
  }),
};
