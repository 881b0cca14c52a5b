import type { PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  FieldPath,
  isValidLabelValue,
  type LabelSelector,
  type ObjectMeta,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { validateMatchLabelKeys } from './match-label-keys.ts';
import { validateNonReservedPath } from './paths.ts';
import { hasInvalidDeletionCost } from './pod-annotations.ts';
import { containersWithPath } from './pod-containers.ts';
import type { ToleratedFaults } from './pod-context.ts';
import { isHugePages } from './resource-names.ts';
import { isWholePages } from './resources.ts';

const NOWHERE = new FieldPath('');

/**
 * What a stored pod or template has wrong by today's rules, and may keep.
 *
 * @go pkg/api/pod#GetValidationOptionsFromPodSpecAndMeta
 */
export function toleratedFaults(
  spec: DeepReadonly<PodSpec> | undefined,
  { annotations = {} }: Pick<DeepReadonly<ObjectMeta>, 'annotations'>,
): ToleratedFaults {
  if (spec === undefined) return {};
  const constraints = spec.topologySpreadConstraints ?? [];
  return {
    deletionCost: hasInvalidDeletionCost(annotations),
    affinitySelectorValues: affinitySelectors(spec).some(hasInvalidLabelValues),
    nodeAffinityValues: hasInvalidNodeAffinity(spec),
    spreadSelectors: constraints.some(({ labelSelector }) => validateLabelSelector(labelSelector, NOWHERE).length > 0),
    spreadMatchLabelKeys: constraints.some((constraint) => validateMatchLabelKeys(constraint, NOWHERE).length > 0),
    indivisibleHugePages: hasIndivisibleHugePages(spec),
    nonLocalTokenPaths: hasNonLocalTokenPath(spec),
    hostSysctls:
      (spec.securityContext?.sysctls ?? []).length > 0 && (spec.hostNetwork === true || spec.hostIPC === true),
    emptyImageReferences: (spec.volumes ?? []).some(
      ({ image }) => image !== undefined && (image.reference ?? '') === '',
    ),
    volumeDevicesOfUserNamespaces: spec.hostUsers === false && hasVolumeDevices(spec),
    restartResizePolicies: hasRestartResizePolicy(spec),
  };
}

/** As toleratedFaults, of the template of a workload. @go pkg/api/pod#GetValidationOptionsFromPodTemplate */
export function toleratedTemplateFaults(template: DeepReadonly<PodTemplateSpec> | undefined): ToleratedFaults {
  return toleratedFaults(template?.spec, template?.metadata ?? {});
}

function affinitySelectors({ affinity }: DeepReadonly<PodSpec>): (DeepReadonly<LabelSelector> | undefined)[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((rules) =>
    [
      ...(rules?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(rules?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => term.podAffinityTerm),
    ].flatMap(({ labelSelector, namespaceSelector }) => [labelSelector, namespaceSelector]),
  );
}

/** Whether a selector has values that no label can have. @go meta/v1/validation#LabelSelectorHasInvalidLabelValue */
export function hasInvalidLabelValues(selector: DeepReadonly<LabelSelector> | undefined): boolean {
  return (selector?.matchExpressions ?? []).some(({ values = [] }) =>
    values.some((value) => isValidLabelValue(value).length > 0),
  );
}

function hasInvalidNodeAffinity({ affinity }: DeepReadonly<PodSpec>): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms.some(({ matchExpressions }) => hasInvalidLabelValues({ matchExpressions: matchExpressions ?? [] }));
}

function hasIndivisibleHugePages(spec: DeepReadonly<PodSpec>): boolean {
  return containersWithPath(spec, NOWHERE).some(([{ resources }]) =>
    [resources?.limits, resources?.requests].some((list) =>
      Object.entries(list ?? {}).some(([name, value]) => isHugePages(name) && !isWholePages(name, value)),
    ),
  );
}

function hasNonLocalTokenPath(spec: DeepReadonly<PodSpec>): boolean {
  return (spec.volumes ?? []).some(({ projected }) =>
    (projected?.sources ?? []).some(
      ({ serviceAccountToken: token }) =>
        token !== undefined && validateNonReservedPath(token.path, NOWHERE).length > 0,
    ),
  );
}

function hasVolumeDevices(spec: DeepReadonly<PodSpec>): boolean {
  return containersWithPath(spec, NOWHERE).some(([{ volumeDevices = [] }]) => volumeDevices.length > 0);
}

function hasRestartResizePolicy({ initContainers = [] }: DeepReadonly<PodSpec>): boolean {
  return initContainers.some(
    (container) =>
      container.restartPolicy !== 'Always' &&
      container.resizePolicy?.some(({ restartPolicy }) => restartPolicy === 'RestartContainer') === true,
  );
}
