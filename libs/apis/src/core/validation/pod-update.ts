import type { Container, Pod, PodSpec, Toleration } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { equal } from '../../validation/checks.ts';
import { validatePodMetadataAndSpec } from './pod.ts';
import { validateEphemeralContainers } from './containers.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

const MUTABLE =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` ' +
  '(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was ' +
  'previously negative)';

/** Checks an update of a pod: little may change. @go core/validation#ValidatePodUpdate */
export function validatePodUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const errors = [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, META),
    ...validatePodMetadataAndSpec(pod),
    ...validateContainerLists(pod.spec, old.spec),
    ...validateActiveDeadline(pod.spec, old.spec),
    ...validateTolerationAdditions(pod.spec.tolerations, old.spec.tolerations),
    ...validateGateRemovals(pod.spec, old.spec),
  ];
  if (errors.length === 0 && !equal(withMutableFieldsOf(pod.spec, old.spec), old.spec)) {
    errors.push(forbidden(SPEC, `pod updates may not change fields other than ${MUTABLE}\n`));
  }
  return errors;
}

function validateContainerLists(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  return (['containers', 'initContainers'] as const)
    .filter((list) => (spec[list] ?? []).length !== (old[list] ?? []).length)
    .map((list) => forbidden(SPEC.child(list), 'pod updates may not add or remove containers'));
}

/** A deadline may be set or brought forward, not put off. */
function validateActiveDeadline(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  const path = SPEC.child('activeDeadlineSeconds');
  const seconds = spec.activeDeadlineSeconds;
  const before = old.activeDeadlineSeconds;
  if (seconds !== undefined && before !== undefined && seconds > before) {
    return [invalid(path, seconds, 'must be less than or equal to previous value')];
  }
  if (seconds === undefined && before !== undefined) {
    return [invalid(path, null, 'must not update from a positive integer to nil value')];
  }
  return [];
}

function validateTolerationAdditions(
  tolerations: DeepReadonly<Toleration[]> | undefined,
  old: DeepReadonly<Toleration[]> | undefined,
): FieldError[] {
  const withoutSeconds = (toleration: DeepReadonly<Toleration>): unknown => {
    const { tolerationSeconds: _seconds, ...rest } = toleration;
    return rest;
  };
  const kept = (old ?? []).every((before) =>
    (tolerations ?? []).some((toleration) => equal(withoutSeconds(toleration), withoutSeconds(before))),
  );
  const detail = 'existing toleration can not be modified except its tolerationSeconds';
  return kept ? [] : [forbidden(SPEC.child('tolerations'), detail)];
}

/** Gates may go, never come. @go core/validation#validateSchedulingGatesUpdate */
function validateGateRemovals(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  const before = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  return (spec.schedulingGates ?? []).flatMap(({ name }, index) =>
    before.has(name)
      ? []
      : [
          forbidden(
            SPEC.child('schedulingGates').index(index).child('name'),
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );
}

/** The new spec with everything put back that was allowed to change. */
function withMutableFieldsOf(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): unknown {
  const gated = (old.schedulingGates ?? []).length > 0;
  const munged: Record<string, unknown> = {
    ...spec,
    containers: withImagesOf(spec.containers, old.containers),
    ...(spec.initContainers === undefined
      ? {}
      : { initContainers: withImagesOf(spec.initContainers, old.initContainers ?? []) }),
  };
  restore(munged, old, 'activeDeadlineSeconds');
  restore(munged, old, 'tolerations');
  restore(munged, old, 'schedulingGates');
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1) {
    restore(munged, old, 'terminationGracePeriodSeconds');
  }
  // A pod that waits at a gate may still be narrowed to fewer nodes.
  if (gated) {
    restore(munged, old, 'nodeSelector');
    restore(munged, old, 'affinity');
  }
  return munged;
}

function restore(munged: Record<string, unknown>, old: DeepReadonly<PodSpec>, field: keyof PodSpec): void {
  if (old[field] === undefined) Reflect.deleteProperty(munged, field);
  else munged[field] = old[field];
}

function withImagesOf(containers: DeepReadonly<Container[]>, old: DeepReadonly<Container[]>): unknown {
  return containers.map((container, index) => ({ ...container, image: old[index]?.image ?? container.image }));
}

/** Checks the ephemeralcontainers subresource: containers may only be added. */
export function validatePodEphemeralContainersUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const path = SPEC.child('ephemeralContainers');
  const volumes = new Map((pod.spec.volumes ?? []).map((volume) => [volume.name, Object.keys(volume)]));
  const claims = new Set((pod.spec.resourceClaims ?? []).map(({ name }) => name));
  const errors = [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, META),
    ...validateEphemeralContainers({ spec: pod.spec, volumes, claims }, path),
  ];
  for (const before of old.spec.ephemeralContainers ?? []) {
    const now = pod.spec.ephemeralContainers?.find(({ name }) => name === before.name);
    if (now === undefined) {
      errors.push(forbidden(path, `existing ephemeral containers "${before.name}" may not be removed\n`));
    } else if (!equal(now, before)) {
      errors.push(forbidden(path, `existing ephemeral containers "${before.name}" may not be changed\n`));
    }
  }
  return errors;
}
