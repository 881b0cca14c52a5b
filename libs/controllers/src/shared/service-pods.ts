import type { ContainerPort, Pod, Service, ServicePort } from '@kubescript/api/core/v1';
import { type DeepReadonly, keyOf, namespaceOf, nameOf, selectorFromSet } from '@kubescript/apimachinery';
import type { SharedInformer } from '@kubescript/client';
import { isPodReady, isPodTerminal, isRestartableInitContainer } from '@kubescript/component-helpers';

import { semanticEqual } from './equal.ts';

/** True if controllers look for the pods of a service: it has a selector, and is not just a name for another host. */
export function selectsPods(service: DeepReadonly<Service>): boolean {
  return service.spec.type !== 'ExternalName' && Object.keys(service.spec.selector ?? {}).length > 0;
}

/** True if a service has no address of its own. */
export function isHeadless(service: DeepReadonly<Service>): boolean {
  const ip = service.spec.clusterIP ?? '';
  return ip === '' || ip === 'None';
}

/** The pods of a namespace that a service selects. */
export function podsOfService(pods: SharedInformer<Pod>, service: DeepReadonly<Service>): readonly DeepReadonly<Pod>[] {
  const selector = selectorFromSet(service.spec.selector ?? {});
  return pods.lister.list({
    namespace: namespaceOf(service),
    filter: (pod) => selector.matches(pod.metadata.labels),
  });
}

/**
 * Calls back with the key of every service whose endpoints a change of a pod may change.
 *
 * @go k8s.io/endpointslice/util#GetServicesToUpdateOnPodChange
 */
export function onPodsOfServices(
  pods: SharedInformer<Pod>,
  services: SharedInformer<Service>,
  enqueue: (serviceKey: string) => void,
): void {
  const enqueueServicesOf = (pod: DeepReadonly<Pod>): void => {
    for (const service of services.lister.list({ namespace: namespaceOf(pod) })) {
      if (selectsPods(service) && selectorFromSet(service.spec.selector ?? {}).matches(pod.metadata.labels)) {
        enqueue(keyOf(service));
      }
    }
  };
  pods.addEventHandler({
    onAdd: enqueueServicesOf,
    onUpdate: (old, pod) => {
      const relabelled = !semanticEqual(old.metadata.labels, pod.metadata.labels);
      if (!relabelled && !endpointChanged(old, pod)) return;
      if (relabelled) enqueueServicesOf(old);
      enqueueServicesOf(pod);
    },
    onDelete: enqueueServicesOf,
  });
}

function endpointChanged(old: DeepReadonly<Pod>, pod: DeepReadonly<Pod>): boolean {
  return !semanticEqual(endpointFacts(old), endpointFacts(pod));
}

function endpointFacts(pod: DeepReadonly<Pod>): unknown {
  return [
    pod.status.podIP,
    pod.status.podIPs,
    isPodReady(pod),
    isPodTerminal(pod),
    pod.metadata.deletionTimestamp !== undefined,
    pod.spec.nodeName,
    pod.spec.hostname,
    pod.spec.subdomain,
  ];
}

/** The number of the port of a pod that a service's port leads to; undefined if the pod has no such port. */
export function targetPortOf(pod: DeepReadonly<Pod>, port: DeepReadonly<ServicePort>): number | undefined {
  const target = port.targetPort ?? port.port;
  if (typeof target === 'number') return target === 0 ? port.port : target;
  const sidecars = (pod.spec.initContainers ?? []).filter(isRestartableInitContainer);
  const ports = [...pod.spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  const matches = (candidate: DeepReadonly<ContainerPort>): boolean =>
    candidate.name === target && (candidate.protocol ?? 'TCP') === (port.protocol ?? 'TCP');
  return ports.find(matches)?.containerPort;
}

/** The name of a pod within a headless service of its subdomain; undefined if it has none there. */
export function hostnameIn(service: DeepReadonly<Service>, pod: DeepReadonly<Pod>): string | undefined {
  const { hostname = '', subdomain } = pod.spec;
  return hostname !== '' && subdomain === nameOf(service) ? hostname : undefined;
}
