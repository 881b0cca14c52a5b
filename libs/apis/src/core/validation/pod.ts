import type { Pod, PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  validateAnnotations,
  validateLabels,
} from '@kubescript/apimachinery';

import { subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import { validateImageOfPod } from './containers.ts';
import { MIRROR_ANNOTATION, validatePodAnnotations, validateProfileAnnotations } from './pod-annotations.ts';
import { TEMPLATE_CONTEXT, type ToleratedFaults } from './pod-context.ts';
import { validatePodSpec } from './pod-spec.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** Checks a new pod. @go core/validation#ValidatePodCreate */
export function validatePod(pod: DeepReadonly<Pod>): FieldError[] {
  const { spec, metadata } = pod;
  const errors = validatePodMetadataAndSpec(pod, {});
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create'));
  }
  if ((spec.schedulingGates ?? []).length > 0 && (spec.nodeName ?? '') !== '') {
    errors.push(forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'));
  }
  return [...errors, ...validateProfileAnnotations(metadata, spec, SPEC)];
}

/** What holds for a pod whenever it is written. @go core/validation#validatePodMetadataAndSpec */
export function validatePodMetadataAndSpec(pod: DeepReadonly<Pod>, tolerated: ToleratedFaults): FieldError[] {
  const { metadata, spec } = pod;
  const { annotations = {}, name: podName = '' } = metadata;
  const context = { isPod: true, podName, isMirror: annotations[MIRROR_ANNOTATION] !== undefined, tolerated };
  return [
    ...validateObjectMeta(metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validatePodAnnotations(annotations, { spec, tolerated }, META.child('annotations')),
    ...validatePodSpec(spec, context, SPEC),
    ...validateTokensHaveAccount(pod),
    ...spec.containers.flatMap((container, index) =>
      validateImageOfPod(container, SPEC.child('containers').index(index)),
    ),
    ...(spec.initContainers ?? []).flatMap((container, index) =>
      validateImageOfPod(container, SPEC.child('initContainers').index(index)),
    ),
  ];
}

/** Tokens are of the pod's service account. */
function validateTokensHaveAccount({ spec }: DeepReadonly<Pod>): FieldError[] {
  if ((spec.serviceAccountName ?? '') !== '') return [];
  return (spec.volumes ?? []).flatMap(({ projected }, index) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }, at) => {
      if (serviceAccountToken === undefined) return [];
      const place = SPEC.child('volumes').index(index).child('projected', 'sources').index(at);
      const detail = 'must not be specified when serviceAccountName is not set';
      return [forbidden(place.child('serviceAccountToken'), detail)];
    }),
  );
}

/** Checks the template that workloads make pods from. @go core/validation#ValidatePodTemplateSpec */
export function validatePodTemplateSpec(
  template: DeepReadonly<PodTemplateSpec>,
  path: FieldPath,
  tolerated: ToleratedFaults = {},
): FieldError[] {
  const { metadata = {}, spec } = template;
  const { annotations = {} } = metadata;
  const place = path.child('spec');
  const errors = [
    ...validateLabels(metadata.labels, path.child('labels')),
    ...validateAnnotations(annotations, path.child('annotations')),
  ];
  if (spec === undefined) return errors;
  errors.push(
    ...validatePodAnnotations(annotations, { spec, tolerated }, path.child('annotations')),
    ...validatePodSpec(spec, { ...TEMPLATE_CONTEXT, tolerated }, place),
    ...validateProfileAnnotations(metadata, spec, place),
  );
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(place.child('ephemeralContainers'), 'ephemeral containers not allowed in pod template'));
  }
  return errors;
}
