import { parseQuantity } from '@kubescript/apimachinery';
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
  requestPodLimits(spec);
  spec.enableServiceLinks ??= true;
  const { podIP, podIPs } = pod.status;
  if (podIP !== undefined && podIPs?.[0]?.ip !== podIP) pod.status.podIPs = [{ ip: podIP }];
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
  aliasServiceAccount(spec);
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

/**
 * A pod that limits resources as a whole and requests nothing as a whole requests what its containers request in sum,
 * or as much as its limit where they request none. @go core/v1#defaultPodRequests
 */
function requestPodLimits(spec: PodSpec): void {
  const limits = spec.resources?.limits;
  if (spec.resources === undefined || limits === undefined) return;
  const requests = { ...spec.resources.requests };
  for (const [name, limit] of Object.entries(limits)) {
    if (requests[name] !== undefined || !POD_LEVEL_RESOURCES.some((known) => name.startsWith(known))) continue;
    requests[name] = sumOfRequests(spec, name) ?? limit;
  }
  if (Object.keys(requests).length > 0) spec.resources.requests = requests;
}

const POD_LEVEL_RESOURCES = ['cpu', 'memory', 'hugepages-'];

function sumOfRequests(spec: PodSpec, name: string): string | undefined {
  const requests = spec.containers.flatMap(({ resources }) => resources?.requests?.[name] ?? []);
  if (requests.length === 0) return undefined;
  return requests
    .map(parseQuantity)
    .reduce((sum, request) => sum.add(request))
    .toString();
}

function usePortsOfHost(container: Container): void {
  for (const port of container.ports ?? []) port.hostPort ??= port.containerPort;
}
