import { computePodQos } from '@kubescript/component-helpers';
import { deepCopy, formatTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { Container, Pod, PodSpec } from '@kubescript/api/core/v1';
import { validatePodEphemeralContainersUpdate, validatePodResize } from '@kubescript/lib-apis';

import { copyMember } from '../../generic/object-meta.ts';
import type { RequestContext } from '@kubescript/apiserver';

import { labelNameWarnings } from '../../generic/name-warnings.ts';
import type { ResourceDefinition, SubresourceStrategy } from '../../generic/resource-definition.ts';
import { bumpGeneration, keepMember, simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import { unsetTime } from '../../generic/zero-values.ts';
import { adoptAppArmorAnnotations } from './apparmor.ts';
import { mergeMatchLabelKeys } from './match-label-keys.ts';
import { podWarnings } from './warnings.ts';

const kind = { group: '', version: 'v1', kind: 'Pod' };

/**
 * Pods: born Pending with their QoS class; a deletion waits for the kubelet unless the pod never reached one.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#Strategy
 */
export const podResource: ResourceDefinition<Pod> = {
  resource: 'pods',
  singular: 'pod',
  kind,
  shortNames: ['po'],
  categories: ['all'],
  returnsDeletedObject: true,
  indexedFields: ['spec.nodeName'],
  strategy: {
    ...simpleStrategy<Pod>({
      kind,
      namespaced: true,
      emptyStatus: () => ({ phase: 'Pending' }),
      generationOf: ['spec'],
      prepareForCreate: preparePodForCreate,
      warningsOnCreate: (pod) => [
        ...labelNameWarnings(pod.metadata, "the Pod's hostname"),
        ...podWarnings(pod.metadata, pod.spec, ''),
      ],
      selectableFields: {
        'spec.nodeName': (pod) => pod.spec.nodeName ?? '',
        // What old clients call it.
        'spec.host': (pod) => pod.spec.nodeName ?? '',
        'spec.restartPolicy': (pod) => pod.spec.restartPolicy ?? '',
        'spec.schedulerName': (pod) => pod.spec.schedulerName ?? '',
        'spec.serviceAccountName': (pod) => pod.spec.serviceAccountName ?? '',
        'spec.hostNetwork': (pod) => String(pod.spec.hostNetwork ?? false),
        'status.phase': (pod) => pod.status.phase ?? '',
        // The reference knows the name, but selects nothing by it.
        'status.podIPs': () => '',
        'status.podIP': (pod) => pod.status.podIPs?.[0]?.ip ?? '',
        'status.nominatedNodeName': (pod) => pod.status.nominatedNodeName ?? '',
      },
    }),
    gracePeriodFor,
  },
  statusStrategy: statusStrategy<Pod>({ kind, prepareForUpdate: preparePodStatus }),
};

/**
 * Updates of `pods/ephemeralcontainers`: nothing else of the spec or the metadata changes.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#podEphemeralContainersStrategy
 */
export const podEphemeralContainersStrategy: SubresourceStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const { ephemeralContainers } = pod.spec;
    restoreAllBut(pod, old);
    if (ephemeralContainers) pod.spec.ephemeralContainers = ephemeralContainers;
    else delete pod.spec.ephemeralContainers;
    bumpGeneration(pod, old, ['spec']);
  },
  validateUpdate: validatePodEphemeralContainersUpdate,
};

/**
 * Updates of `pods/resize`: only the resources and resize policies of containers change.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#podResizeStrategy
 */
export const podResizeStrategy: SubresourceStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const { containers, initContainers } = pod.spec;
    restoreAllBut(pod, old);
    takeResources(pod.spec.containers, containers);
    takeResources(pod.spec.initContainers, initContainers);
    bumpGeneration(pod, old, ['spec']);
  },
  validateUpdate: validatePodResize,
};

/**
 * Seconds between the deletion of a pod and its removal: none for a pod that no node runs.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#podStrategy.CheckGracefulDelete
 */
function gracePeriodFor(pod: DeepReadonly<Pod>, requested: number | undefined): number {
  const { phase } = pod.status;
  if ((pod.spec.nodeName ?? '') === '' || phase === 'Failed' || phase === 'Succeeded') return 0;
  const period = requested ?? pod.spec.terminationGracePeriodSeconds ?? 30;
  return period < 0 ? 1 : period;
}

function preparePodForCreate(pod: Pod, { warn }: RequestContext): void {
  for (const warning of adoptAppArmorAnnotations(pod)) warn?.(warning);
  pod.status.qosClass = computePodQos(pod);
  addSchedulingGatedCondition(pod);
  mergeMatchLabelKeys(pod);
  if ((pod.spec.terminationGracePeriodSeconds ?? 0) < 0) pod.spec.terminationGracePeriodSeconds = 1;
}

function addSchedulingGatedCondition(pod: Pod): void {
  if ((pod.spec.schedulingGates?.length ?? 0) === 0) return;
  pod.status.conditions = [
    {
      type: 'PodScheduled',
      status: 'False',
      lastProbeTime: unsetTime,
      lastTransitionTime: formatTime(Date.now()),
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    },
  ];
}

function preparePodStatus(pod: Pod, old: DeepReadonly<Pod>): void {
  copyMember(pod.metadata, old.metadata, 'deletionTimestamp');
  copyMember(pod.metadata, old.metadata, 'ownerReferences');
  if ((pod.status.qosClass ?? '') === '') keepStatusMember(pod, old, 'qosClass');
}

function keepStatusMember(pod: Pod, old: DeepReadonly<Pod>, member: 'qosClass'): void {
  const value = old.status[member];
  if (value === undefined) Reflect.deleteProperty(pod.status, member);
  else pod.status[member] = value;
}

/** Makes `pod` what it was, except for the version that the client saw and the record of who changed what. */
function restoreAllBut(pod: Pod, old: DeepReadonly<Pod>): void {
  const { resourceVersion, managedFields, uid } = pod.metadata;
  pod.metadata = deepCopy(old.metadata) as Pod['metadata'];
  if (resourceVersion !== undefined) pod.metadata.resourceVersion = resourceVersion;
  if (uid !== undefined) pod.metadata.uid = uid;
  if (managedFields) pod.metadata.managedFields = managedFields;
  pod.spec = deepCopy(old.spec) as PodSpec;
  keepMember(pod, old, 'status');
}

function takeResources(into: Container[] | undefined, from: readonly Container[] | undefined): void {
  for (const container of into ?? []) {
    const change = from?.find(({ name }) => name === container.name);
    if (!change) continue;
    if (change.resources) container.resources = change.resources;
    if (change.resizePolicy) container.resizePolicy = change.resizePolicy;
  }
}
