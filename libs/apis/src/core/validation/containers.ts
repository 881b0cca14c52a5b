import type { Container, ContainerPort, EphemeralContainer, PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isValidIp,
  isValidPortName,
  isValidPortNumber,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOf } from '../../validation/checks.ts';
import { validateEnv, validateEnvFrom } from './container-env.ts';
import { validateVolumeDevices, validateVolumeMounts } from './container-mounts.ts';
import { validateLifecycle, validateProbes } from './probes.ts';
import { validateContainerResources } from './resources.ts';
import { validateSecurityContext } from './security-context.ts';

/** What the containers of a pod share. */
export interface PodFacts {
  readonly spec: DeepReadonly<PodSpec>;
  /** Name of a volume → names of its sources (`emptyDir`). */
  readonly volumes: ReadonlyMap<string, readonly string[]>;
  readonly claims: ReadonlySet<string>;
}

type AnyContainer = DeepReadonly<Container> | DeepReadonly<EphemeralContainer>;

/** Checks all containers of a pod but the ephemeral ones. @go core/validation#validateContainers */
export function validateContainers(facts: PodFacts, path: FieldPath): FieldError[] {
  const { containers, initContainers = [] } = facts.spec;
  const place = path.child('containers');
  if (containers.length === 0) return [required(place)];
  const seen = new Set<string>();
  return [
    ...containers.flatMap((container, index) => [
      ...validateCommon(container, facts, place.index(index)),
      ...validateUniqueName(container.name, seen, place.index(index)),
      ...validateRunning(container, facts, place.index(index)),
      ...validateRestartPolicy(container, place.index(index)),
    ]),
    ...validateHostPorts(containers, place),
    ...initContainers.flatMap((container, index) => {
      const at = path.child('initContainers').index(index);
      return [
        ...validateCommon(container, facts, at),
        ...validateUniqueName(container.name, seen, at),
        ...validateRestartPolicy(container, at),
        ...validateInitContainer(container, facts, at),
      ];
    }),
  ];
}

function validateUniqueName(name: string, seen: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return [];
  if (seen.has(name)) return [duplicate(path.child('name'), name)];
  seen.add(name);
  return [];
}

function validateRunning(container: DeepReadonly<Container>, { spec }: PodFacts, path: FieldPath): FieldError[] {
  const grace = spec.terminationGracePeriodSeconds;
  return [
    ...(container.lifecycle === undefined
      ? []
      : validateLifecycle(container.lifecycle, grace, path.child('lifecycle'))),
    ...validateProbes(container, grace, path),
  ];
}

const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];

function validateRestartPolicy(container: DeepReadonly<Container>, path: FieldPath): FieldError[] {
  const { restartPolicy, restartPolicyRules = [] } = container;
  const errors: FieldError[] = [];
  if (restartPolicy !== undefined && !RESTART_POLICIES.includes(restartPolicy)) {
    errors.push(notSupported(path.child('restartPolicy'), restartPolicy, RESTART_POLICIES));
  }
  if (restartPolicyRules.length > 0 && restartPolicy === undefined) {
    errors.push(required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'));
  }
  return errors;
}

/** A container that runs before the others; only one that is restarted always may be probed. */
function validateInitContainer(container: DeepReadonly<Container>, facts: PodFacts, path: FieldPath): FieldError[] {
  if (container.restartPolicy === 'Always') return validateRunning(container, facts, path);
  const fields = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;
  return fields
    .filter((field) => container[field] !== undefined)
    .map((field) => forbidden(path.child(field), 'may not be set for init containers without restartPolicy=Always'));
}

/** @go core/validation#validateContainerCommon */
function validateCommon(container: AnyContainer, facts: PodFacts, path: FieldPath): FieldError[] {
  const { name, image = '', env = [], envFrom = [], ports = [] } = container;
  return [
    ...(name === '' ? [required(path.child('name'))] : breaches(path.child('name'), name, isDns1123Label(name))),
    ...validateImage(image, path.child('image')),
    ...oneOf(
      container.terminationMessagePolicy,
      ['File', 'FallbackToLogsOnError'],
      path.child('terminationMessagePolicy'),
    ),
    ...validatePorts(ports, path.child('ports')),
    ...validateEnv(env, path.child('env')),
    ...validateEnvFrom(envFrom, path.child('envFrom')),
    ...validateVolumeMounts(container, facts.volumes, path.child('volumeMounts')),
    ...validateVolumeDevices(container, facts.volumes, path.child('volumeDevices')),
    ...oneOf(container.imagePullPolicy, ['Always', 'IfNotPresent', 'Never'], path.child('imagePullPolicy')),
    ...validateContainerResources(container.resources ?? {}, facts.claims, path.child('resources')),
    ...validateResizePolicy(container, path.child('resizePolicy')),
    ...(container.securityContext === undefined
      ? []
      : validateSecurityContext(
          container.securityContext,
          facts.spec.hostUsers !== false,
          path.child('securityContext'),
        )),
    ...validateHostNetworkPorts(ports, facts, path.child('ports')),
  ];
}

function validateImage(image: string, path: FieldPath): FieldError[] {
  if (image === '') return [required(path)];
  return image.trim() === image ? [] : [invalid(path, image, 'must not have leading or trailing whitespace')];
}

function validateResizePolicy(container: AnyContainer, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (container.resizePolicy ?? []).flatMap(({ resourceName, restartPolicy }) => {
    const errors: FieldError[] = [];
    if (seen.has(resourceName)) errors.push(duplicate(path, resourceName));
    seen.add(resourceName);
    if (resourceName === '') errors.push(required(path));
    else if (!['cpu', 'memory'].includes(resourceName))
      errors.push(notSupported(path, resourceName, ['cpu', 'memory']));
    const policies = ['NotRequired', 'RestartContainer'];
    if (restartPolicy === '') errors.push(required(path));
    else if (!policies.includes(restartPolicy)) errors.push(notSupported(path, restartPolicy, policies));
    return errors;
  });
}

/** @go core/validation#validateContainerPorts */
function validatePorts(ports: DeepReadonly<ContainerPort[]>, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const place = path.index(index);
    return [
      ...validatePortName(port.name ?? '', names, place.child('name')),
      ...(port.containerPort === 0
        ? [required(place.child('containerPort'))]
        : breaches(place.child('containerPort'), port.containerPort, isValidPortNumber(port.containerPort))),
      ...(port.hostPort === undefined
        ? []
        : breaches(place.child('hostPort'), port.hostPort, isValidPortNumber(port.hostPort))),
      ...oneOf(port.protocol, ['SCTP', 'TCP', 'UDP'], place.child('protocol')),
      ...(port.hostIP === undefined ? [] : breaches(place.child('hostIP'), port.hostIP, isValidIp(port.hostIP))),
    ];
  });
}

function validatePortName(name: string, seen: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return [];
  const errors = breaches(path, name, isValidPortName(name));
  if (errors.length > 0) return errors;
  if (seen.has(name)) return [duplicate(path, name)];
  seen.add(name);
  return [];
}

function validateHostNetworkPorts(
  ports: DeepReadonly<ContainerPort[]>,
  { spec }: PodFacts,
  path: FieldPath,
): FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return ports.flatMap(({ hostPort = 0, containerPort }, index) =>
    hostPort === containerPort
      ? []
      : [
          invalid(
            path.index(index).child('containerPort'),
            containerPort,
            'must match `hostPort` when `hostNetwork` is true',
          ),
        ],
  );
}

/** No port of the host twice. @go core/validation#checkHostPortConflicts */
function validateHostPorts(containers: DeepReadonly<Container[]>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) => {
    const place = path.index(index);
    return ports.flatMap(({ hostPort = 0, protocol = '', hostIP = '' }, at) => {
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (hostPort === 0) return [];
      if (seen.has(key)) return [duplicate(place.child('ports').index(at).child('hostPort'), key)];
      seen.add(key);
      return [];
    });
  });
}

const EPHEMERAL_FORBIDDEN = [
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'resources',
  'ports',
  'resizePolicy',
] as const;

/** Containers that were added for debugging. @go core/validation#validateEphemeralContainers */
export function validateEphemeralContainers(facts: PodFacts, path: FieldPath): FieldError[] {
  const others = [...facts.spec.containers, ...(facts.spec.initContainers ?? [])].map(({ name }) => name);
  const seen = new Set(others);
  return (facts.spec.ephemeralContainers ?? []).flatMap((container, index) => {
    const place = path.index(index);
    const target = container.targetContainerName ?? '';
    return [
      ...validateCommon(container, facts, place),
      ...validateUniqueName(container.name, seen, place),
      ...EPHEMERAL_FORBIDDEN.filter((field) => isSet(container[field])).map((field) =>
        forbidden(place.child(field), 'cannot be set for an Ephemeral Container'),
      ),
      ...(container.restartPolicy === undefined
        ? []
        : [forbidden(place.child('restartPolicy'), 'cannot be set for an Ephemeral Container')]),
      ...(target === '' || others.includes(target)
        ? []
        : [
            {
              type: 'FieldValueNotFound',
              path: String(place.child('targetContainerName')),
              badValue: target,
              detail: '',
            } as const,
          ]),
      ...(container.volumeMounts ?? []).flatMap((mount, at) => [
        ...((mount.subPath ?? '') === ''
          ? []
          : [
              forbidden(
                place.child('volumeMounts').index(at).child('subPath'),
                'cannot be set for an Ephemeral Container',
              ),
            ]),
        ...((mount.subPathExpr ?? '') === ''
          ? []
          : [
              forbidden(
                place.child('volumeMounts').index(at).child('subPathExpr'),
                'cannot be set for an Ephemeral Container',
              ),
            ]),
      ]),
    ];
  });
}

function isSet(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null || Object.keys(value).length > 0);
}
