import type { PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  inclusiveRangeMessage,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  notFoundField,
  required,
  validateLabels,
} from '@kubescript/apimachinery';

import { breaches, legacyIp, oneOf } from '../../validation/checks.ts';
import { validateAffinity } from './affinity.ts';
import { type PodFacts, validateContainers, validateInitContainers } from './containers.ts';
import { validateDnsConfig } from './dns.ts';
import { validateEphemeralContainers } from './ephemeral-containers.ts';
import { validateHostname } from './hostname.ts';
import { validateOs } from './operating-system.ts';
import { containersWithPath } from './pod-containers.ts';
import type { PodContext } from './pod-context.ts';
import { validatePodResources, validateResourceClaims } from './pod-resources.ts';
import { validateHostUsers, validatePodSecurityContext } from './pod-security-context.ts';
import { validateContainerResources } from './resources.ts';
import { validateSchedulingGates, validateSpread, validateTolerations } from './scheduling.ts';
import { validateVolumes } from './volumes.ts';
import { validateHostProcesses } from './windows-options.ts';

const MAX_INT32 = 2 ** 31 - 1;
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];

/** Checks the spec of a pod or of a pod template. @go core/validation#ValidatePodSpec */
export function validatePodSpec(spec: DeepReadonly<PodSpec>, context: PodContext, path: FieldPath): FieldError[] {
  const volumes = validateVolumes(spec.volumes ?? [], context, path.child('volumes'));
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name !== ''));
  const facts: PodFacts = { spec, volumes: volumes.sources, claims, context };
  return [
    ...(spec.terminationGracePeriodSeconds === undefined
      ? [required(path.child('terminationGracePeriodSeconds'))]
      : []),
    ...volumes.errors,
    ...validateResourceClaims(spec.resourceClaims ?? [], context, path.child('resourceClaims')),
    ...validateContainers(facts, path.child('containers')),
    ...validateInitContainers(facts, path.child('initContainers')),
    ...validateEphemeralContainers(facts, path.child('ephemeralContainers')),
    ...validatePodResources(spec, { claims, context }, path.child('resources')),
    ...validateHostNetworkPorts(spec, context, path.child('containers')),
    ...oneOf(spec.restartPolicy, RESTART_POLICIES, path.child('restartPolicy')),
    ...oneOf(spec.dnsPolicy, DNS_POLICIES, path.child('dnsPolicy')),
    ...validateLabels(spec.nodeSelector, path.child('nodeSelector')),
    ...validatePodSecurityContext(spec, context, path.child('securityContext')),
    ...validateScheduling(spec, context, path),
    ...validateHostProcesses(spec, path),
    ...validateHostUsers(spec, context, path),
    ...validateHostname(spec, path.child('hostnameOverride')),
    ...validateRest(spec, context, path),
    ...validateOs(spec, path),
    ...validateSchedulingGroup(spec, path.child('schedulingGroup', 'podGroupName')),
    ...validateFileKeyVolumes(spec, path),
  ];
}

function validateScheduling(spec: DeepReadonly<PodSpec>, context: PodContext, path: FieldPath): FieldError[] {
  return [
    ...(spec.affinity === undefined ? [] : validateAffinity(spec.affinity, context, path.child('affinity'))),
    ...validateDnsConfig(spec, path.child('dnsConfig')),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType }, index) => {
      const place = path.child('readinessGates').index(index).child('conditionType');
      return breaches(place, conditionType, isQualifiedName(conditionType));
    }),
    ...validateSchedulingGates(spec, path.child('schedulingGates')),
    ...validateSpread(spec.topologySpreadConstraints ?? [], context, path.child('topologySpreadConstraints')),
  ];
}

/** The members that follow one another in upstream without much of their own. */
function validateRest(spec: DeepReadonly<PodSpec>, { tolerated }: PodContext, path: FieldPath): FieldError[] {
  const { preemptionPolicy, overhead, runtimeClassName } = spec;
  return [
    ...validateName(spec, 'serviceAccountName', isDns1123Subdomain, path),
    ...validateName(spec, 'nodeName', isDns1123Subdomain, path),
    ...validateActiveDeadline(spec, path.child('activeDeadlineSeconds')),
    ...validateName(spec, 'hostname', isDns1123Label, path),
    ...validateName(spec, 'subdomain', isDns1123Label, path),
    ...validateTolerations(spec.tolerations ?? [], path.child('tolerations')),
    ...validateHostAliases(spec, path.child('hostAliases')),
    ...validateName(spec, 'priorityClassName', isDns1123Subdomain, path),
    ...(runtimeClassName === undefined
      ? []
      : breaches(path.child('runtimeClassName'), runtimeClassName, isDns1123Subdomain(runtimeClassName))),
    ...(preemptionPolicy === undefined
      ? []
      : oneOf(preemptionPolicy, PREEMPTION_POLICIES, path.child('preemptionPolicy'))),
    ...(overhead === undefined
      ? []
      : validateContainerResources({ limits: overhead }, { claims: new Set(), tolerated }, path.child('overhead'))),
  ];
}

function validateName(
  spec: DeepReadonly<PodSpec>,
  member: 'hostname' | 'subdomain' | 'serviceAccountName' | 'nodeName' | 'priorityClassName',
  rule: (text: string) => string[],
  path: FieldPath,
): FieldError[] {
  const text = spec[member] ?? '';
  return text === '' ? [] : breaches(path.child(member), text, rule(text));
}

function validateActiveDeadline(
  { activeDeadlineSeconds: seconds }: DeepReadonly<PodSpec>,
  path: FieldPath,
): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_INT32)) return [];
  return [invalid(path, seconds, inclusiveRangeMessage(1, MAX_INT32))];
}

/** @go core/validation#ValidateHostAliases */
function validateHostAliases({ hostAliases = [] }: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  return hostAliases.flatMap(({ ip, hostnames = [] }, index) => [
    ...legacyIp(ip, path.index(index).child('ip')),
    ...hostnames.flatMap((name, at) =>
      breaches(path.index(index).child('hostnames').index(at), name, isDns1123Subdomain(name)),
    ),
  ]);
}

/** In a template, ports of the host may still be missing. @go core/validation#validatePodHostNetworkDeps */
function validateHostNetworkPorts(spec: DeepReadonly<PodSpec>, { isPod }: PodContext, path: FieldPath): FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return spec.containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, containerPort }, at) => {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) return [];
      const place = path.index(index).child('ports').index(at).child('hostPort');
      return [invalid(place, hostPort, 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

/** @go core/validation#validateSchedulingGroup */
function validateSchedulingGroup({ schedulingGroup }: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  if (schedulingGroup === undefined) return [];
  const { podGroupName: name } = schedulingGroup;
  return name === undefined
    ? [invalid(path, null, 'must specify one of: `podGroupName`')]
    : breaches(path, name, isDns1123Subdomain(name));
}

/** Files with variables lie in volumes that the pod itself fills. @go core/validation#validateFileKeyRefVolumes */
function validateFileKeyVolumes(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  return containersWithPath(spec, path).flatMap(([{ env = [] }, place]) =>
    env.flatMap(({ valueFrom }, index) => {
      const volumeName = valueFrom?.fileKeyRef?.volumeName;
      if (volumeName === undefined) return [];
      const at = place.child('env').index(index).child('valueFrom', 'fileKeyRef', 'volumeName');
      const volume = spec.volumes?.findLast(({ name }) => name === volumeName);
      if (volume === undefined) return [notFoundField(at, volumeName)];
      return volume.emptyDir === undefined
        ? [invalid(at, volumeName, 'referenced volume must be of type emptyDir')]
        : [];
    }),
  );
}
