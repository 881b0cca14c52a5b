import { createHash } from 'node:crypto';

import type { Container, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** Labels and annotations by which the kubelet finds its pods and containers again in a runtime; upstream's names. */
export const criLabel = {
  podName: 'io.kubernetes.pod.name',
  podNamespace: 'io.kubernetes.pod.namespace',
  podUid: 'io.kubernetes.pod.uid',
  containerName: 'io.kubernetes.container.name',
  hash: 'io.kubernetes.container.hash',
  restartCount: 'io.kubernetes.container.restartCount',
  terminationMessagePath: 'io.kubernetes.container.terminationMessagePath',
  terminationMessagePolicy: 'io.kubernetes.container.terminationMessagePolicy',
  gracePeriod: 'io.kubernetes.pod.terminationGracePeriod',
} as const;

/** Labels of a pod's sandbox: the pod's own and the kubelet's. */
export function sandboxLabels(pod: DeepReadonly<Pod>): Record<string, string> {
  return { ...pod.metadata.labels, ...podLabels(pod) };
}

/** Labels of one container of a pod. */
export function containerLabels(pod: DeepReadonly<Pod>, container: DeepReadonly<Container>): Record<string, string> {
  return { ...podLabels(pod), [criLabel.containerName]: container.name };
}

/** Annotations of one container, as upstream writes them. */
export function containerAnnotations(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  restartCount: number,
): Record<string, string> {
  return {
    [criLabel.hash]: hashOf(container),
    [criLabel.restartCount]: String(restartCount),
    [criLabel.terminationMessagePath]: container.terminationMessagePath ?? '/dev/termination-log',
    [criLabel.terminationMessagePolicy]: container.terminationMessagePolicy ?? 'File',
    [criLabel.gracePeriod]: String(pod.spec.terminationGracePeriodSeconds ?? 30),
  };
}

/**
 * What a container must be replaced for if it changes: its name and image.
 * @go kubernetes/pkg/kubelet/container#HashContainer
 */
export function hashOf(container: DeepReadonly<Container>): string {
  return createHash('sha256')
    .update(JSON.stringify([container.name, container.image]))
    .digest('hex')
    .slice(0, 8);
}

/** A pod in messages: `name_namespace(uid)`. */
export function formatPod(pod: DeepReadonly<Pod>): string {
  return `${pod.metadata.name ?? ''}_${pod.metadata.namespace ?? ''}(${pod.metadata.uid ?? ''})`;
}

function podLabels(pod: DeepReadonly<Pod>): Record<string, string> {
  return {
    [criLabel.podName]: pod.metadata.name ?? '',
    [criLabel.podNamespace]: pod.metadata.namespace ?? '',
    [criLabel.podUid]: pod.metadata.uid ?? '',
  };
}
