import type { Container, Pod, PodSpec, ResourceRequirements } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, forbidden, invalid } from '@kubescript/apimachinery';
import { computePodQos } from '@kubescript/component-helpers';

import { semanticEqual, WHOLE_OBJECT } from '../../validation/checks.ts';
import { validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { validatePodMetadataAndSpec } from './pod.ts';
import { MIRROR_ANNOTATION } from './pod-annotations.ts';
import { toleratedFaults } from './tolerated-faults.ts';

const SPEC = new FieldPath('spec');
const ONLY_CPU_AND_MEMORY = 'only cpu and memory resources are mutable';

/**
 * What is wrong with new resources of a running pod: only cpu and memory change, none is taken away, and the QoS class
 * stays.
 *
 * @go core/validation#ValidatePodResize
 */
export function validatePodResize(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  if (old.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) {
    return [forbidden(WHOLE_OBJECT, 'static pods cannot be resized')];
  }
  if (old.spec.os?.name === 'windows') return [forbidden(WHOLE_OBJECT, 'windows pods cannot be resized')];
  const errors = [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, new FieldPath('metadata')),
    ...validatePodMetadataAndSpec(pod, toleratedFaults(old.spec, old.metadata)),
    ...validateWhetherResizable(pod, old),
    ...validatePodLevel(pod.spec, old.spec),
  ];
  if ((old.status.nodeAllocatableResourceClaimStatuses ?? []).length > 0) {
    errors.push(forbidden(SPEC, 'pods with node allocatable resource claims cannot be resized'));
  }
  const misplaced = validateOrder(pod.spec, old.spec);
  if (misplaced.length > 0) return [...errors, ...misplaced];
  errors.push(...validateRemovals(pod.spec, old.spec), ...validateContainers(pod.spec, old.spec));
  errors.push(...validateInitContainers(pod.spec, old.spec));
  if (errors.length === 0 && !semanticEqual(withoutResources(pod.spec), withoutResources(old.spec))) {
    errors.push(forbidden(SPEC, ONLY_CPU_AND_MEMORY));
  }
  return errors;
}

function validateWhetherResizable(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const errors: FieldError[] = [];
  if (computePodQos(pod) !== (old.status.qosClass ?? computePodQos(old))) {
    const detail = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalid(SPEC, pod.status.qosClass ?? '', detail));
  }
  const running = (old.status.containerStatuses ?? []).find(({ state }) => state?.running !== undefined);
  if (running !== undefined && running.resources === undefined) {
    errors.push(forbidden(SPEC, 'Pod running on node without support for resize'));
  }
  return errors;
}

/** @go core/validation#validatePodLevelResourcesResize */
function validatePodLevel(
  { resources }: DeepReadonly<PodSpec>,
  { resources: old }: DeepReadonly<PodSpec>,
): FieldError[] {
  if (!hasAmounts(resources) && !hasAmounts(old)) return [];
  const path = SPEC.child('resources');
  if (resources === undefined) return [forbidden(path, 'pod-level resources cannot be removed')];
  const errors: FieldError[] = [];
  for (const list of ['requests', 'limits'] as const) {
    if (old !== undefined && isReduced(resources[list], old[list])) {
      errors.push(forbidden(path.child(list), `pod-level resource ${list} cannot be removed`));
    }
  }
  if (!semanticEqual(frozenPart(resources), frozenPart(old))) {
    errors.push(forbidden(SPEC, 'only cpu and memory resources are mutable at pod-level'));
  }
  return errors;
}

function hasAmounts(resources: DeepReadonly<ResourceRequirements> | undefined): boolean {
  return Object.keys({ ...resources?.requests, ...resources?.limits }).length > 0;
}

/** Neither added, nor removed, nor moved. @go core/validation#validatePodResizeContainerOrdering */
function validateOrder(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  return (['containers', 'initContainers'] as const).flatMap((list) => {
    const path = SPEC.child(list);
    const containers = spec[list] ?? [];
    const before = old[list] ?? [];
    if (containers.length !== before.length) {
      return [forbidden(path, `${list} may not be added or removed on resize`)];
    }
    return before.flatMap(({ name }, index) =>
      containers[index]?.name === name
        ? []
        : [forbidden(path.index(index).child('name'), `${list} may not be renamed or reordered on resize`)],
    );
  });
}

/** @go core/validation#validateContainerResize */
function validateRemovals(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (old[list] ?? []).flatMap(({ resources }, index) => {
      const path = SPEC.child(list).index(index).child('resources');
      const now = spec[list]?.[index]?.resources;
      return (['requests', 'limits'] as const)
        .filter((kind) => isReduced(now?.[kind], resources?.[kind]))
        .map((kind) => forbidden(path.child(kind), `resource ${kind} cannot be removed`));
    }),
  );
}

type Amounts = Readonly<Record<string, string>> | undefined;

function isReduced(amounts: Amounts, old: Amounts): boolean {
  return Object.keys(old ?? {}).some((name) => amounts?.[name] === undefined);
}

function validateContainers(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  return spec.containers.flatMap((container, index) =>
    semanticEqual(frozenContainer(container), frozenContainer(old.containers[index]))
      ? []
      : [forbidden(SPEC, ONLY_CPU_AND_MEMORY)],
  );
}

function validateInitContainers(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  return (spec.initContainers ?? []).flatMap((container, index) => {
    const before = old.initContainers?.[index];
    const path = SPEC.child('initContainers').index(index);
    const errors: FieldError[] = [];
    if (!semanticEqual(frozenContainer(container), frozenContainer(before))) {
      const detail = 'only cpu and memory resources for init or sidecar containers are mutable';
      errors.push(forbidden(path, detail));
    }
    if (container.restartPolicy === 'Always' || semanticEqual(container, before)) return errors;
    const restarts = (container.resizePolicy ?? []).filter(({ restartPolicy }) => restartPolicy === 'RestartContainer');
    const detail = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
    return [...errors, ...restarts.map(() => forbidden(path, detail))];
  });
}

function frozenContainer(container: DeepReadonly<Container> | undefined): unknown {
  return { ...container, resources: frozenPart({ ...container?.resources, claims: [] }) };
}

/** Resources but cpu and memory. */
function frozenPart(resources: DeepReadonly<ResourceRequirements> | undefined): unknown {
  return {
    claims: resources?.claims,
    limits: frozenAmounts(resources?.limits),
    requests: frozenAmounts(resources?.requests),
  };
}

function frozenAmounts(amounts: Amounts): unknown {
  return Object.entries(amounts ?? {}).filter(([name]) => name !== 'cpu' && name !== 'memory');
}

/** The spec without what the other checks look at. */
function withoutResources(spec: DeepReadonly<PodSpec>): unknown {
  const { resources: _pod, containers: _containers, initContainers: _init, ...rest } = spec;
  return rest;
}
