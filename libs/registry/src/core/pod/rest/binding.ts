import { formatTime, newBadRequest, newConflict, type Clock, type KubeObject } from '@kubescript/apimachinery';
import type { CreateCall, EncodedObject, ResourceStore, Rest } from '@kubescript/apiserver';
import type { Binding, Pod } from '@kubescript/api/core/v1';

import { successStatus } from '../../../generic/encoded.ts';
import { unsetTime } from '../../../generic/zero-values.ts';
import { plainFailure } from '../../../generic/plain-failure.ts';

const pods = { group: '', resource: 'pods' };
const podsBinding = { group: '', resource: 'pods/binding' };

/**
 * `pods/binding`: how the scheduler gives a pod to a node.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod/storage#BindingREST
 */
export class BindingRest implements Rest {
  readonly kind = { group: '', version: 'v1', kind: 'Binding' };
  readonly store: ResourceStore<Pod>;
  readonly clock: Clock;

  constructor(store: ResourceStore<Pod>, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  async create(name: string, object: KubeObject, call: CreateCall): Promise<EncodedObject> {
    const binding = object as Binding;
    const podName = name === '' ? (binding.metadata.name ?? '') : name;
    if (binding.metadata.name !== podName) {
      throw newBadRequest('name in URL does not match name in Binding object');
    }
    checkTarget(binding);
    await call.validate(binding);
    await this.store.guaranteedUpdate(podName, (pod) => assignPod(pod, binding, this.clock.now()), call);
    return successStatus();
  }
}

/** A wrong target is the reference's plain error (status 500), not an Invalid one. */
function checkTarget({ target }: Binding): void {
  const kind = target.kind ?? '';
  if (kind !== '' && kind !== 'Node') {
    throw plainFailure(`target.kind: Unsupported value: "${kind}": supported values: "Node", "<empty>"`);
  }
  if ((target.name ?? '') === '') throw plainFailure('target.name: Required value');
}

/**
 * Writes the node, the annotations and labels of the binding, and the PodScheduled condition into the pod.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod/storage#(*BindingREST).setPodNodeAndMetadata
 */
export function assignPod(pod: Pod, binding: Binding, now: number): Pod {
  const name = pod.metadata.name ?? '';
  checkPreconditions(pod, binding);
  if (pod.metadata.deletionTimestamp !== undefined) {
    throw newConflict(podsBinding, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if ((pod.spec.nodeName ?? '') !== '') {
    throw newConflict(podsBinding, name, `pod ${name} is already assigned to node "${pod.spec.nodeName ?? ''}"`);
  }
  if ((pod.spec.schedulingGates?.length ?? 0) > 0) {
    throw newConflict(podsBinding, name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
  pod.spec.nodeName = binding.target.name ?? '';
  mergeMetadata(pod, binding);
  delete pod.status.nominatedNodeName;
  setScheduled(pod, now);
  return pod;
}

function checkPreconditions(pod: Pod, binding: Binding): void {
  const name = pod.metadata.name ?? '';
  const { uid, resourceVersion } = binding.metadata;
  const message = (what: string, asked: string, found: string | undefined): string =>
    `StorageError: invalid object, Code: 4, Key: /registry/pods/${pod.metadata.namespace ?? ''}/${name}, ` +
    `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${asked}, ` +
    `${what} in object meta: ${found ?? ''}`;
  if (uid !== undefined && uid !== '' && uid !== pod.metadata.uid) {
    throw newConflict(pods, name, message('UID', uid, pod.metadata.uid));
  }
  if (resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== pod.metadata.resourceVersion) {
    throw newConflict(pods, name, message('ResourceVersion', resourceVersion, pod.metadata.resourceVersion));
  }
}

function mergeMetadata(pod: Pod, { metadata }: Binding): void {
  if (metadata.annotations) pod.metadata.annotations = { ...pod.metadata.annotations, ...metadata.annotations };
  if (metadata.labels) pod.metadata.labels = { ...pod.metadata.labels, ...metadata.labels };
}

function setScheduled(pod: Pod, now: number): void {
  const conditions = (pod.status.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  pod.status.conditions = [
    ...conditions,
    { type: 'PodScheduled', status: 'True', lastProbeTime: unsetTime, lastTransitionTime: formatTime(now) },
  ];
}
