import { isDeepStrictEqual } from 'node:util';

import type { DeepReadonly } from '@kubescript/apimachinery';
import type { DaemonSet, DaemonSetStatus } from '@kubescript/api/apps/v1';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'apps', version: 'v1', kind: 'DaemonSet' };

/** Where apps/v1 keeps the counter of template changes that older versions had in the spec. */
const templateGenerationAnnotation = 'deprecated.daemonset.template.generation';

/**
 * DaemonSets, which still count the changes of their template for clients of older versions.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/daemonset#Strategy
 */
export const daemonSetResource: ResourceDefinition<DaemonSet> = {
  resource: 'daemonsets',
  singular: 'daemonset',
  kind,
  shortNames: ['ds'],
  categories: ['all'],
  strategy: simpleStrategy<DaemonSet>({
    kind,
    namespaced: true,
    warningsOnCreate: (object) => podTemplateWarnings(object.spec.template, 'spec.template'),
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation
        ? []
        : podTemplateWarnings(object.spec.template, 'spec.template'),
    emptyStatus: emptyDaemonSetStatus,
    generationOf: ['spec'],
    prepareForCreate: startTemplateGeneration,
    prepareForUpdate: countTemplateGeneration,
  }),
  statusStrategy: statusStrategy<DaemonSet>({ kind, prepareForUpdate: keepTemplateGeneration }),
};

function emptyDaemonSetStatus(): DaemonSetStatus {
  return { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
}

function templateGenerationOf(set: DeepReadonly<DaemonSet>): number {
  const text = set.metadata.annotations?.[templateGenerationAnnotation] ?? '0';
  return /^\d+$/.test(text) ? Number(text) : 0;
}

function setTemplateGeneration(set: DaemonSet, generation: number): void {
  set.metadata.annotations = { ...set.metadata.annotations, [templateGenerationAnnotation]: String(generation) };
}

function startTemplateGeneration(set: DaemonSet): void {
  setTemplateGeneration(set, Math.max(1, templateGenerationOf(set)));
}

function keepTemplateGeneration(set: DaemonSet, old: DeepReadonly<DaemonSet>): void {
  setTemplateGeneration(set, templateGenerationOf(old));
}

function countTemplateGeneration(set: DaemonSet, old: DeepReadonly<DaemonSet>): void {
  const changed = !isDeepStrictEqual(set.spec.template, old.spec.template);
  setTemplateGeneration(set, templateGenerationOf(old) + (changed ? 1 : 0));
}
