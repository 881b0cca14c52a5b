import type { DeepReadonly } from '@kubescript/apimachinery';
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '@kubescript/api/autoscaling/v2';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from '@kubescript/api/networking/v1';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '@kubescript/api/storage/v1';
import type { TableConvertor } from '@kubescript/apiserver';

import { age, listOf, nameOf, none, selectorText, yesNo } from './cells.ts';
import { printer } from './columns.ts';

type Printers = Readonly<Record<string, TableConvertor>>;

const maxListed = 3;

/** Tables of networking.k8s.io. */
export const networkingPrinters: Printers = {
  Ingress: printer<Ingress>('Name(name) | Class | Hosts | Address | Ports | Age', (ingress) => [
    nameOf(ingress),
    ingress.spec.ingressClassName ?? ingress.metadata.annotations?.['kubernetes.io/ingress.class'] ?? none,
    hostsText(ingress),
    (ingress.status.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '').join(','),
    (ingress.spec.tls?.length ?? 0) > 0 ? '80, 443' : '80',
    age(ingress),
  ]),
  IngressClass: printer<IngressClass>('Name(name) | Controller | Parameters | Age', (item) => {
    const parameters = item.spec.parameters;
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : '';
    return [
      nameOf(item),
      item.spec.controller ?? '',
      parameters ? `${parameters.kind}${group}/${parameters.name}` : none,
      age(item),
    ];
  }),
  IPAddress: printer<IPAddress>('Name(name) | ParentRef', (address) => [
    nameOf(address),
    parentText(address),
    age(address),
  ]),
  NetworkPolicy: printer<NetworkPolicy>('Name(name) | Pod-Selector | Age', (policy) => [
    nameOf(policy),
    selectorText(policy.spec.podSelector),
    age(policy),
  ]),
  ServiceCIDR: printer<ServiceCIDR>('Name(name) | CIDRs | Age', (cidr) => [
    nameOf(cidr),
    (cidr.spec.cidrs ?? []).join(','),
    age(cidr),
  ]),
};

/** Tables of discovery.k8s.io. */
export const discoveryPrinters: Printers = {
  EndpointSlice: printer<EndpointSlice>('Name(name) | AddressType | Ports | Endpoints | Age', (slice) => [
    nameOf(slice),
    slice.addressType,
    slicePorts(slice),
    firstOf((slice.endpoints ?? []).flatMap(({ addresses }) => addresses)),
    age(slice),
  ]),
};

/** Tables of autoscaling. */
export const autoscalingPrinters: Printers = {
  HorizontalPodAutoscaler: printer<HorizontalPodAutoscaler>(
    'Name(name) | Reference | Targets | MinPods | MaxPods | Replicas | Age',
    (scaler) => {
      const { scaleTargetRef, minReplicas, maxReplicas, metrics } = scaler.spec;
      return [
        nameOf(scaler),
        `${scaleTargetRef.kind}/${scaleTargetRef.name}`,
        metricsText(metrics ?? [], scaler.status.currentMetrics ?? []),
        minReplicas === undefined ? '<unset>' : String(minReplicas),
        maxReplicas,
        scaler.status.currentReplicas ?? 0,
        age(scaler),
      ];
    },
  ),
};

/** Tables of storage.k8s.io. */
export const storagePrinters: Printers = {
  CSIDriver: printer<CSIDriver>(
    'Name(name) | AttachRequired:boolean | PodInfoOnMount:boolean | StorageCapacity:boolean | TokenRequests | RequiresRepublish:boolean | Modes | Age',
    (driver) => [
      nameOf(driver),
      driver.spec.attachRequired ?? true,
      driver.spec.podInfoOnMount ?? false,
      driver.spec.storageCapacity ?? false,
      driver.spec.tokenRequests?.length
        ? driver.spec.tokenRequests.map(({ audience }) => audience).join(',')
        : '<unset>',
      driver.spec.requiresRepublish ?? false,
      driver.spec.volumeLifecycleModes?.length ? driver.spec.volumeLifecycleModes.join(',') : none,
      age(driver),
    ],
  ),
  CSINode: printer<CSINode>('Name(name) | Drivers:integer | Age', (node) => [
    nameOf(node),
    listOf(node.spec.drivers).length,
    age(node),
  ]),
  CSIStorageCapacity: printer<CSIStorageCapacity>('Name(name) | Created At:date', (item) => [
    nameOf(item),
    item.metadata.creationTimestamp,
  ]),
  StorageClass: printer<StorageClass>(
    'Name(name) | Provisioner | ReclaimPolicy | VolumeBindingMode | AllowVolumeExpansion | Age',
    (item) => [
      isDefaultClass(item) ? `${nameOf(item)} (default)` : nameOf(item),
      item.provisioner,
      item.reclaimPolicy ?? 'Delete',
      item.volumeBindingMode ?? '<unset>',
      yesNo(item.allowVolumeExpansion ?? false),
      age(item),
    ],
  ),
  VolumeAttachment: printer<VolumeAttachment>(
    'Name(name) | Attacher(name) | PV | Node | Attached:boolean | Age',
    (item) => [
      nameOf(item),
      item.spec.attacher,
      item.spec.source.persistentVolumeName ?? '',
      item.spec.nodeName,
      item.status.attached,
      age(item),
    ],
  ),
  VolumeAttributesClass: printer<VolumeAttributesClass>('Name(name) | DriverName | Age', (item) => [
    nameOf(item),
    item.driverName,
    age(item),
  ]),
};

function isDefaultClass({ metadata }: DeepReadonly<StorageClass>): boolean {
  return ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'].some(
    (annotation) => metadata.annotations?.[annotation] === 'true',
  );
}

/** The first few of many, and how many more there are. */
function firstOf(items: readonly string[]): string {
  if (items.length === 0) return '<unset>';
  const shown = items.slice(0, maxListed).join(',');
  return items.length > maxListed ? `${shown} + ${String(items.length - maxListed)} more...` : shown;
}

function hostsText({ spec }: DeepReadonly<Ingress>): string {
  const hosts = (spec.rules ?? []).flatMap(({ host }) => host ?? []);
  if (hosts.length === 0) return '*';
  const shown = hosts.slice(0, maxListed).join(',');
  return hosts.length > maxListed ? `${shown} + ${String(hosts.length - maxListed)} more...` : shown;
}

function parentText({ spec }: DeepReadonly<IPAddress>): string {
  const { group = '', resource, namespace = '', name } = spec.parentRef;
  const type = group === '' ? resource : `${resource}.${group}`;
  return namespace === '' ? `${type}/${name}` : `${type}/${namespace}/${name}`;
}

function slicePorts({ ports = [] }: DeepReadonly<EndpointSlice>): string {
  return firstOf(ports.map(({ port, name }) => String(port ?? (name || '*'))));
}

function metricsText(
  specs: readonly DeepReadonly<MetricSpec>[],
  statuses: readonly DeepReadonly<MetricStatus>[],
): string {
  if (specs.length === 0) return none;
  const list = specs.map((spec, index) => metricText(spec, statuses[index]));
  const shown = list.slice(0, 2).join(', ');
  return list.length > 2 ? `${shown} + ${String(list.length - 2)} more...` : shown;
}

function metricText(spec: DeepReadonly<MetricSpec>, status: DeepReadonly<MetricStatus> | undefined): string {
  const resource = spec.resource ?? spec.containerResource;
  const current = status?.resource?.current ?? status?.containerResource?.current;
  if (resource) {
    const { averageUtilization, averageValue } = resource.target;
    if (averageValue !== undefined) return `${resource.name}: ${current?.averageValue ?? '<unknown>'}/${averageValue}`;
    const now = current?.averageUtilization === undefined ? '<unknown>' : `${String(current.averageUtilization)}%`;
    return `${resource.name}: ${now}/${averageUtilization === undefined ? '<auto>' : `${String(averageUtilization)}%`}`;
  }
  if (spec.pods) return `${status?.pods?.current.averageValue ?? '<unknown>'}/${spec.pods.target.averageValue ?? ''}`;
  if (spec.object) return `${status?.object?.current.value ?? '<unknown>'}/${spec.object.target.value ?? ''}`;
  const external = spec.external?.target;
  if (external?.averageValue !== undefined) {
    return `${status?.external?.current.averageValue ?? '<unknown>'}/${external.averageValue} (avg)`;
  }
  return `${status?.external?.current.value ?? '<unknown>'}/${external?.value ?? ''}`;
}
