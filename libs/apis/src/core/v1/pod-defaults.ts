import type { Container, ContainerStatus, Pod, PodSpec, PodStatus, PodTemplateSpec } from '@kubescript/api/core/v1';

import { defaultContainer } from './container-defaults.ts';
import { defaultPodLevelResources } from './pod-level-defaults.ts';
import { defaultRequirements, defaultResourceList } from './resource-list.ts';
import { defaultVolume } from './volume-defaults.ts';

/** Defaults of a pod; what a pod template gets is in `defaultPodSpec`. @go core/v1#SetDefaults_Pod */
export function defaultPod(pod: Pod): void {
  const { spec } = pod;
  for (const container of allContainers(spec)) {
    requestLimits(container);
    if (spec.hostNetwork === true) usePortsOfHost(container);
  }
  defaultPodLevelResources(pod);
  spec.enableServiceLinks ??= true;
  defaultPodSpec(spec);
  defaultPodStatus(pod.status);
}

/** The first of the pod's addresses stands twice; the older field is right where they differ. */
function defaultPodStatus(status: PodStatus): void {
  const { podIP, podIPs } = status;
  if (podIP !== undefined && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }];
  else if (podIP === undefined && podIPs?.[0]?.ip !== undefined) status.podIP = podIPs[0].ip;
  defaultRequirements(status.resources);
  defaultResourceList(status.allocatedResources);
  defaultContainerStatuses(status.containerStatuses);
  defaultContainerStatuses(status.initContainerStatuses);
  defaultContainerStatuses(status.ephemeralContainerStatuses);
}

function defaultContainerStatuses(statuses: readonly ContainerStatus[] | undefined): void {
  for (const status of statuses ?? []) {
    defaultResourceList(status.allocatedResources);
    defaultRequirements(status.resources);
  }
}

/** Defaults of the pod template of a workload. */
export function defaultPodTemplate(template: PodTemplateSpec | undefined): void {
  if (template?.spec !== undefined) defaultPodSpec(template.spec);
}

/** @go core/v1#SetDefaults_PodSpec */
export function defaultPodSpec(spec: PodSpec): void {
  spec.restartPolicy ??= 'Always';
  spec.dnsPolicy ??= 'ClusterFirst';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ??= 'default-scheduler';
  aliasServiceAccount(spec);
  defaultResourceList(spec.overhead);
  defaultRequirements(spec.resources);
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of allContainers(spec)) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
}

/** `serviceAccount` is an old name of `serviceAccountName`, which wins. @go core/v1#Convert_v1_PodSpec_To_core_PodSpec */
function aliasServiceAccount(spec: PodSpec): void {
  const name = (spec.serviceAccountName ?? '') === '' ? (spec.serviceAccount ?? '') : (spec.serviceAccountName ?? '');
  if (name === '') return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function allContainers(spec: PodSpec): readonly Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** Whoever limits a resource and requests none of it requests as much as the limit. */
function requestLimits(container: Container): void {
  const limits = container.resources?.limits;
  if (container.resources === undefined || limits === undefined) return;
  container.resources.requests = { ...limits, ...container.resources.requests };
}

function usePortsOfHost(container: Container): void {
  for (const port of container.ports ?? []) port.hostPort ??= port.containerPort;
}
