import type { Container, ContainerPort, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** The scheduling priority of a pod; 0 where admission set none. */
export function podPriority(pod: DeepReadonly<Pod>): number {
  return pod.spec.priority ?? 0;
}

/** Whether an init container is a sidecar: restarted for ever, and running beside the containers. */
export function isRestartableInitContainer(container: DeepReadonly<Container>): boolean {
  return container.restartPolicy === 'Always';
}

/** Init containers and containers of a pod, in the order in which they start. */
export function allContainers(pod: DeepReadonly<Pod>): readonly DeepReadonly<Container>[] {
  return [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
}

/** The ports that a pod takes on its node: those with a hostPort, of containers and sidecars. */
export function hostPortsOf(pod: DeepReadonly<Pod>): readonly DeepReadonly<ContainerPort>[] {
  return allContainers(pod)
    .filter((container) => pod.spec.containers.includes(container) || isRestartableInitContainer(container))
    .flatMap((container) => container.ports ?? [])
    .filter((port) => (port.hostPort ?? 0) > 0);
}

/** Whether the pod mirrors a static pod of a kubelet. */
export function isMirrorPod(pod: DeepReadonly<Pod>): boolean {
  return pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
}
