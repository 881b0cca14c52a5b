import type { Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  internalFieldError,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  parseIpSloppy,
} from '@kubescript/apimachinery';

import { breaches, immutable, legacyIp } from '../../validation/checks.ts';
import { validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { validateClaimStatuses } from './claim-statuses.ts';
import { validateContainerStatuses } from './container-statuses.ts';
import { validatePodAnnotationUpdate } from './pod-update.ts';
import { validateStateTransitions } from './state-transitions.ts';

const STATUS = new FieldPath('status');

/** Checks the status that a kubelet reports. @go core/validation#ValidatePodStatusUpdate */
export function validatePodStatusUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, new FieldPath('metadata')),
    ...validatePodAnnotationUpdate(pod, old),
    ...validateConditions(pod),
    ...validateNodeNames(pod, old),
    ...validateObservedGeneration(pod.status.observedGeneration, STATUS),
    ...immutable(pod.status.qosClass ?? '', old.status.qosClass ?? '', STATUS.child('qosClass')),
    ...validateStateTransitions(pod, old),
    ...validateClaimStatuses(pod),
    ...validatePodIps(pod, old),
    ...validateHostIps(pod, old),
    ...validateContainerStatuses(pod),
  ];
}

const SYSTEM_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

/** @go core/validation#validatePodConditions */
function validateConditions({ status }: DeepReadonly<Pod>): FieldError[] {
  return (status.conditions ?? []).flatMap(({ type, observedGeneration }, index) => {
    const path = STATUS.child('conditions').index(index);
    return [
      ...validateObservedGeneration(observedGeneration, path),
      ...(SYSTEM_CONDITIONS.has(type) ? [] : breaches(path.child('Type'), type, isQualifiedName(type))),
    ];
  });
}

function validateObservedGeneration(generation: number | undefined, path: FieldPath): FieldError[] {
  if (generation === undefined || generation >= 0) return [];
  return [invalid(path.child('observedGeneration'), generation, 'must be a non-negative integer')];
}

function validateNodeNames(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const errors: FieldError[] = [];
  const nodeName = old.spec.nodeName ?? '';
  if ((pod.spec.nodeName ?? '') !== nodeName) {
    errors.push(forbidden(STATUS.child('nodeName'), 'may not be changed directly'));
  }
  const nominated = pod.status.nominatedNodeName ?? '';
  if (nominated === '' || nominated === (old.status.nominatedNodeName ?? '')) return errors;
  const path = STATUS.child('nominatedNodeName');
  errors.push(...breaches(path, nominated, isDns1123Subdomain(nominated)));
  if (nodeName !== '') errors.push(forbidden(path, 'may not be set on pods that are already bound to a node'));
  return errors;
}

/** @go core/validation#validatePodIPs */
function validatePodIps(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const path = STATUS.child('podIPs');
  const before = (old.status.podIPs ?? []).map(({ ip }) => ip);
  const ips = (pod.status.podIPs ?? []).map(({ ip }) => ip);
  return [...ips.flatMap((ip, index) => legacyIp(ip, path.index(index), before)), ...validateDualStack(ips, path)];
}

/** @go core/validation#validateHostIPs */
function validateHostIps(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const path = STATUS.child('hostIPs');
  const before = (old.status.hostIPs ?? []).map(({ ip }) => ip);
  const ips = (pod.status.hostIPs ?? []).map(({ ip }) => ip);
  const [first] = ips;
  if (first === undefined) return [];
  return [
    ...(first === (pod.status.hostIP ?? '')
      ? []
      : [invalid(path.index(0).child('ip'), first, 'must be equal to `hostIP`')]),
    ...ips.flatMap((ip, index) => legacyIp(ip, path.index(index), before)),
    ...validateDualStack(ips, path),
  ];
}

function validateDualStack(ips: readonly string[], path: FieldPath): FieldError[] {
  if (ips.length < 2) return [];
  const families = ips.map((ip) => parseIpSloppy(ip)?.family);
  const broken = ips.find((ip) => parseIpSloppy(ip) === undefined);
  const detail = 'may specify no more than one IP for each IP family';
  const shown = ips.map((ip) => ({ IP: ip }));
  const isPair = ips.length === 2 && families[0] !== families[1];
  return [
    ...(broken === undefined ? [] : [internalFieldError(path, dualStackFailure(ips, broken))]),
    ...(isPair && broken === undefined ? [] : [invalid(path, shown, detail)]),
  ];
}

function dualStackFailure(ips: readonly string[], broken: string): string {
  return `failed to check for dual stack with error:invalid IP[${String(ips.indexOf(broken))}]: "${broken}"`;
}
