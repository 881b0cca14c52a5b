import type { Container, Pod, PodSpec, Toleration } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  inclusiveRangeMessage,
  invalid,
  required,
} from '@kubescript/apimachinery';

import { NIL_POINTER, semanticEqual, WHOLE_OBJECT } from '../../validation/checks.ts';
import { validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { mungeGatedFields } from './gated-pod-update.ts';
import { validatePodMetadataAndSpec } from './pod.ts';
import { MIRROR_ANNOTATION, validateAnnotationsKept, validatePodAnnotations } from './pod-annotations.ts';
import { validateTolerations } from './scheduling.ts';
import { toleratedFaults } from './tolerated-faults.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const MAX_INT32 = 2 ** 31 - 1;

const MUTABLE =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` ' +
  '(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was ' +
  'previously negative)';

/** Checks an update of a pod: little may change. @go core/validation#ValidatePodUpdate */
export function validatePodUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const errors = validateWhole(pod, old);
  for (const list of ['containers', 'initContainers'] as const) {
    const { found, stop } = validateContainerUpdates(pod.spec[list] ?? [], old.spec[list] ?? [], SPEC.child(list));
    errors.push(...found);
    if (stop) return errors;
  }
  const { found, stop } = validateActiveDeadline(pod.spec, old.spec);
  errors.push(...found);
  if (stop) return errors;
  errors.push(...validateTolerationAdditions(pod.spec.tolerations ?? [], old.spec.tolerations ?? []));
  errors.push(...validateGateRemovals(pod.spec, old.spec));
  if (semanticEqual(pod.spec, old.spec)) return errors;
  const gated = mungeGatedFields(pod.spec, old.spec);
  errors.push(...gated.errors);
  if (!semanticEqual(withMutableFieldsOf(gated.spec, old.spec), old.spec)) {
    errors.push(forbidden(SPEC, `pod updates may not change fields other than ${MUTABLE}\n`));
  }
  return errors;
}

/** What the new pod must fulfil by itself, and its annotations besides the old ones. */
function validateWhole(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const tolerated = toleratedFaults(old.spec, old.metadata);
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, META),
    ...validatePodMetadataAndSpec(pod, tolerated),
    ...validatePodAnnotationUpdate(pod, old),
  ];
}

/** @go core/validation#ValidatePodSpecificAnnotationUpdates */
export function validatePodAnnotationUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const { annotations = {} } = pod.metadata;
  const path = META.child('annotations');
  const tolerated = toleratedFaults(old.spec, old.metadata);
  return [
    ...validateAnnotationsKept(annotations, old.metadata.annotations ?? {}, path),
    ...validatePodAnnotations(annotations, { spec: pod.spec, tolerated }, path),
  ];
}

/** What is wrong, and whether it makes no sense to look further. */
interface Finding {
  readonly found: readonly FieldError[];
  readonly stop: boolean;
}

/** @go core/validation#ValidateContainerUpdates */
function validateContainerUpdates(
  containers: DeepReadonly<Container[]>,
  old: DeepReadonly<Container[]>,
  path: FieldPath,
): Finding {
  if (containers.length !== old.length) {
    return { found: [forbidden(path, 'pod updates may not add or remove containers')], stop: true };
  }
  const found = containers.flatMap(({ image = '' }, index) => {
    const place = path.index(index).child('image');
    if (image === '') return [required(place)];
    return image.trim() === image ? [] : [invalid(place, image, 'must not have leading or trailing whitespace')];
  });
  return { found, stop: false };
}

/** A deadline may be set or brought forward, not put off. */
function validateActiveDeadline(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): Finding {
  const path = SPEC.child('activeDeadlineSeconds');
  const { activeDeadlineSeconds: seconds } = spec;
  const { activeDeadlineSeconds: before } = old;
  if (seconds === undefined) {
    const detail = 'must not update from a positive integer to nil value';
    return { found: before === undefined ? [] : [invalid(path, NIL_POINTER, detail)], stop: false };
  }
  if (seconds < 0 || seconds > MAX_INT32) {
    return { found: [invalid(path, seconds, inclusiveRangeMessage(0, MAX_INT32))], stop: true };
  }
  if (before !== undefined && before < seconds) {
    return { found: [invalid(path, seconds, 'must be less than or equal to previous value')], stop: true };
  }
  return { found: [], stop: false };
}

/** @go core/validation#validateOnlyAddedTolerations */
function validateTolerationAdditions(
  tolerations: DeepReadonly<Toleration[]>,
  old: DeepReadonly<Toleration[]>,
): FieldError[] {
  const path = SPEC.child('tolerations');
  const withoutSeconds = ({ tolerationSeconds: _seconds, ...rest }: DeepReadonly<Toleration>): unknown => rest;
  const kept = old.every((before) =>
    tolerations.some((toleration) => semanticEqual(withoutSeconds(toleration), withoutSeconds(before))),
  );
  if (!kept) return [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')];
  return validateTolerations(tolerations, path);
}

/** Gates may go, never come. @go core/validation#validateOnlyDeletedSchedulingGates */
function validateGateRemovals(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): FieldError[] {
  const before = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  const path = SPEC.child('schedulingGates');
  return (spec.schedulingGates ?? []).flatMap(({ name }, index) => {
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return before.has(name) ? [] : [forbidden(path.index(index).child('name'), detail)];
  });
}

/** The new spec with everything put back that was allowed to change. */
function withMutableFieldsOf(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): unknown {
  const munged: Record<string, unknown> = {
    ...spec,
    containers: withImagesOf(spec.containers, old.containers),
    ...(spec.initContainers === undefined
      ? {}
      : { initContainers: withImagesOf(spec.initContainers, old.initContainers ?? []) }),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    schedulingGates: old.schedulingGates,
  };
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1) {
    munged['terminationGracePeriodSeconds'] = old.terminationGracePeriodSeconds;
  }
  return munged;
}

function withImagesOf(containers: DeepReadonly<Container[]>, old: DeepReadonly<Container[]>): unknown {
  return containers.map((container, index) => ({ ...container, image: old[index]?.image }));
}

/** Checks the ephemeralcontainers subresource. @go core/validation#ValidatePodEphemeralContainersUpdate */
export function validatePodEphemeralContainersUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  if (old.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) {
    return [forbidden(WHOLE_OBJECT, 'static pods do not support ephemeral containers')];
  }
  const path = SPEC.child('ephemeralContainers');
  const errors = validateWhole(pod, old);
  for (const before of old.spec.ephemeralContainers ?? []) {
    const now = pod.spec.ephemeralContainers?.findLast(({ name }) => name === before.name);
    if (now === undefined) {
      errors.push(forbidden(path, `existing ephemeral containers "${before.name}" may not be removed\n`));
    } else if (!semanticEqual(now, before)) {
      errors.push(forbidden(path, `existing ephemeral containers "${before.name}" may not be changed\n`));
    }
  }
  return errors;
}
