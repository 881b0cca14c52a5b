import type { Container, Pod, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';

import { defaultContainer } from './container-defaults.ts';
import { defaultVolume } from './volume-defaults.ts';

/** Defaults of a pod; what a pod template gets is in `defaultPodSpec`. @go core/v1#SetDefaults_Pod */
export function defaultPod(pod: Pod): void {
  const { spec } = pod;
  for (const container of allContainers(spec)) {
    requestLimits(container);
    if (spec.hostNetwork === true) usePortsOfHost(container);
  }
  spec.enableServiceLinks ??= true;
  defaultPodSpec(spec);
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
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of allContainers(spec)) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
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
