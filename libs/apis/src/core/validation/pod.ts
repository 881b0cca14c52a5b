import type { Pod, PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  validateAnnotations,
  validateLabels,
} from '@kubescript/apimachinery';

import { subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import { validatePodSpec } from './pod-spec.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** Checks a new pod. @go core/validation#ValidatePodCreate */
export function validatePod(pod: DeepReadonly<Pod>): FieldError[] {
  const errors = validatePodMetadataAndSpec(pod);
  if ((pod.spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create'));
  }
  if ((pod.spec.schedulingGates ?? []).length > 0 && (pod.spec.nodeName ?? '') !== '') {
    errors.push(forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'));
  }
  return errors;
}

/** What holds for a pod whenever it is written. @go core/validation#validatePodMetadataAndSpec */
export function validatePodMetadataAndSpec(pod: DeepReadonly<Pod>): FieldError[] {
  return [
    ...validateObjectMeta(pod.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validatePodAnnotations(pod, META.child('annotations')),
    ...validatePodSpec(pod.spec, { name: pod.metadata.name ?? '' }, SPEC),
  ];
}

const APPARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** @go core/validation#ValidatePodSpecificAnnotations */
function validatePodAnnotations(pod: DeepReadonly<Pod>, path: FieldPath): FieldError[] {
  return Object.entries(pod.metadata.annotations ?? {}).flatMap(([key, value]) => {
    if (key === DELETION_COST && !isInt32(value)) return [invalid(path.key(key), value, 'must be a 32bit integer')];
    if (key.startsWith(APPARMOR_PREFIX)) return validateAppArmorAnnotation(key, value, pod, path);
    return [];
  });
}

function isInt32(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text) && Math.abs(Number(text)) <= 2 ** 31 - 1;
}

function validateAppArmorAnnotation(key: string, value: string, pod: DeepReadonly<Pod>, path: FieldPath): FieldError[] {
  const name = key.slice(APPARMOR_PREFIX.length);
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  if (![...containers, ...initContainers, ...ephemeralContainers].some((container) => container.name === name)) {
    return [invalid(path.key(key), name, 'container not found')];
  }
  const valid = value === '' || value === 'runtime/default' || value === 'unconfined' || value.startsWith('localhost/');
  return valid ? [] : [invalid(path.key(key), value, `invalid AppArmor profile name: "${value}"`)];
}

/** Checks the template that workloads make pods from. @go core/validation#ValidatePodTemplateSpec */
export function validatePodTemplateSpec(template: DeepReadonly<PodTemplateSpec>, path: FieldPath): FieldError[] {
  const { metadata = {}, spec } = template;
  return [
    ...validateLabels(metadata.labels, path.child('labels')),
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...(spec === undefined ? [] : validatePodSpec(spec, { name: '' }, path.child('spec'))),
    ...((spec?.ephemeralContainers ?? []).length > 0
      ? [forbidden(path.child('spec', 'ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
