import type { Container, PodSpec, Volume } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOf } from '../../validation/checks.ts';
import { validateEnv, validateEnvFrom } from './container-env.ts';
import { validateVolumeDevices, validateVolumeMounts } from './container-mounts.ts';
import { validateContainerPorts, validateUniqueHostPorts } from './container-ports.ts';
import type { AnyContainer } from './pod-containers.ts';
import type { PodContext } from './pod-context.ts';
import { validateLifecycle, validateProbes } from './probes.ts';
import { validateContainerResources } from './resources.ts';
import { validateContainerRestartPolicy, validateInitRestartPolicy } from './restart-policy.ts';
import { validateSecurityContext } from './security-context.ts';

/** What the containers of a pod share. */
export interface PodFacts {
  readonly spec: DeepReadonly<PodSpec>;
  /** The volumes that are right, by name. */
  readonly volumes: ReadonlyMap<string, DeepReadonly<Volume>>;
  readonly claims: ReadonlySet<string>;
  readonly context: PodContext;
}

/** @go core/validation#validateContainers */
export function validateContainers(facts: PodFacts, path: FieldPath): FieldError[] {
  const { containers } = facts.spec;
  if (containers.length === 0) return [required(path)];
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  containers.forEach((container, index) => {
    const place = path.index(index);
    errors.push(...validateContainerCommon(container, facts, place));
    if (seen.has(container.name)) errors.push(duplicate(place.child('name'), container.name));
    seen.add(container.name);
    errors.push(...validateRunning(container, facts, place), ...validateContainerRestartPolicy(container, place));
  });
  return [...errors, ...validateUniqueHostPorts(containers, path)];
}

/** Hooks and probes. */
function validateRunning(container: DeepReadonly<Container>, { spec }: PodFacts, path: FieldPath): FieldError[] {
  const { lifecycle } = container;
  const context = { graceSeconds: spec.terminationGracePeriodSeconds, os: spec.os?.name };
  return [
    ...(lifecycle === undefined ? [] : validateLifecycle(lifecycle, context, path.child('lifecycle'))),
    ...validateProbes(container, path),
  ];
}

/** @go core/validation#validateInitContainers */
export function validateInitContainers(facts: PodFacts, path: FieldPath): FieldError[] {
  const seen = new Set(facts.spec.containers.map(({ name }) => name));
  return (facts.spec.initContainers ?? []).flatMap((container, index) => {
    const place = path.index(index);
    const errors = [
      ...validateContainerCommon(container, facts, place),
      ...validateInitRestartPolicy(container, place),
      ...(seen.has(container.name) ? [duplicate(place.child('name'), container.name)] : []),
      ...validateUniqueHostPorts([container], path),
      ...(container.restartPolicy === 'Always'
        ? validateRunning(container, facts, place)
        : validateNotRunning(container, facts.context, place)),
    ];
    if (container.name !== '') seen.add(container.name);
    return errors;
  });
}

const RUNNING_FIELDS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Only an init container that is restarted always runs long enough for hooks, probes and restarts on resize. */
function validateNotRunning(
  container: DeepReadonly<Container>,
  { tolerated }: PodContext,
  path: FieldPath,
): FieldError[] {
  const errors = RUNNING_FIELDS.filter((field) => container[field] !== undefined).map((field) =>
    forbidden(path.child(field), 'may not be set for init containers without restartPolicy=Always'),
  );
  if (tolerated.restartResizePolicies === true) return errors;
  container.resizePolicy?.forEach(({ restartPolicy }, index) => {
    if (restartPolicy !== 'RestartContainer') return;
    const place = path.child('resizePolicy').index(index).child('restartPolicy');
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    errors.push(invalid(place, restartPolicy, detail));
  });
  return errors;
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

/** What holds for every kind of container. @go core/validation#validateContainerCommon */
export function validateContainerCommon(container: AnyContainer, facts: PodFacts, path: FieldPath): FieldError[] {
  const { name, image = '', env = [], envFrom = [], ports = [], securityContext, resources } = container;
  const { spec, volumes, claims, context } = facts;
  return [
    ...(name === '' ? [required(path.child('name'))] : breaches(path.child('name'), name, isDns1123Label(name))),
    ...(image === '' ? [required(path.child('image'))] : []),
    ...oneOf(container.terminationMessagePolicy, MESSAGE_POLICIES, path.child('terminationMessagePolicy')),
    ...validateContainerPorts(ports, path.child('ports')),
    ...validateEnv(env, path.child('env')),
    ...validateEnvFrom(envFrom, path.child('envFrom')),
    ...validateVolumeMounts(container, volumes, path.child('volumeMounts')),
    ...validateVolumeDevices(container, volumes, path.child('volumeDevices')),
    ...oneOf(container.imagePullPolicy, PULL_POLICIES, path.child('imagePullPolicy')),
    ...(resources === undefined
      ? []
      : validateContainerResources(resources, { claims, tolerated: context.tolerated }, path.child('resources'))),
    ...validateResizePolicy(container, spec.restartPolicy ?? '', path.child('resizePolicy')),
    ...(securityContext === undefined
      ? []
      : validateSecurityContext(securityContext, spec.hostUsers !== false, path.child('securityContext'))),
  ];
}

const RESIZABLE = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];

/** @go core/validation#validateResizePolicy */
function validateResizePolicy(container: AnyContainer, podRestartPolicy: string, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (container.resizePolicy ?? []).flatMap(({ resourceName, restartPolicy }, index) => {
    const errors: FieldError[] = [];
    if (seen.has(resourceName)) errors.push(duplicate(path.index(index), resourceName));
    seen.add(resourceName);
    errors.push(...oneOf(resourceName, RESIZABLE, path), ...oneOf(restartPolicy, RESIZE_POLICIES, path));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

/** @go core/validation#validateContainerOnlyForPod */
export function validateImageOfPod({ image = '' }: AnyContainer, path: FieldPath): FieldError[] {
  return image.trim() === image
    ? []
    : [invalid(path.child('image'), image, 'must not have leading or trailing whitespace')];
}
