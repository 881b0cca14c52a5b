import type { DeepReadonly } from '@kubescript/apimachinery';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '@kubescript/api/autoscaling/v2';
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

import { age, balancerText, firstOf, listOf, nameOf, none, selectorText } from './cells.ts';
import { printer } from './columns.ts';

type Printers = Readonly<Record<string, TableConvertor>>;

const maxListed = 3;

/** Tables of networking.k8s.io. */
export const networkingPrinters: Printers = {
  Ingress: printer<Ingress>('Name(name) | Class | Hosts | Address | Ports | Age', (ingress) => [
    nameOf(ingress),
    ingress.spec.ingressClassName ?? none,
    hostsText(ingress),
    balancerText(ingress.status.loadBalancer?.ingress),
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
    orUnset(
      firstOf(
        (slice.endpoints ?? []).flatMap(({ addresses }) => addresses),
        maxListed,
      ),
    ),
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
      item.allowVolumeExpansion ?? false,
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

function orUnset(text: string): string {
  return text === '' ? '<unset>' : text;
}

function hostsText({ spec }: DeepReadonly<Ingress>): string {
  const rules = spec.rules ?? [];
  const hosts: string[] = [];
  for (const { host = '' } of rules) {
    if (hosts.length === maxListed) return `${hosts.join(',')} + ${String(rules.length - maxListed)} more...`;
    if (host !== '') hosts.push(host);
  }
  return hosts.length === 0 ? '*' : hosts.join(',');
}

function parentText({ spec }: DeepReadonly<IPAddress>): string {
  const { group = '', resource, namespace = '', name } = spec.parentRef;
  const type = group === '' ? resource : `${resource}.${group}`;
  return namespace === '' ? `${type}/${name}` : `${type}/${namespace}/${name}`;
}

function slicePorts({ ports = [] }: DeepReadonly<EndpointSlice>): string {
  const names = ports.map(({ port, name }) => String(port ?? name ?? '*'));
  return orUnset(firstOf(names, maxListed));
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
  if (resource) return resourceText(resource, spec.resource ? status?.resource : status?.containerResource);
  if (spec.pods) return `${currentText(status?.pods, 'averageValue')}/${spec.pods.target.averageValue ?? nil}`;
  const [target, source] = spec.object
    ? [spec.object.target, status?.object]
    : [spec.external?.target, status?.external];
  if (target === undefined) return '<unknown type>';
  const { value, averageValue } = target;
  if (averageValue === undefined) return `${currentText(source, 'value')}/${value ?? nil}`;
  return `${source?.current.averageValue ?? unknown}/${averageValue} (avg)`;
}

const unknown = '<unknown>';
/** What Go prints of a quantity that is not there. */
const nil = '<nil>';

interface WithCurrent {
  readonly current: DeepReadonly<MetricValueStatus>;
}

/** What is measured now; unknown before the first measurement. */
function currentText(source: WithCurrent | undefined, member: 'value' | 'averageValue'): string {
  return source === undefined ? unknown : (source.current[member] ?? nil);
}

type ResourceMetric = DeepReadonly<Pick<NonNullable<MetricSpec['resource']>, 'name' | 'target'>>;

function resourceText({ name, target }: ResourceMetric, status: WithCurrent | undefined): string {
  const { averageUtilization, averageValue } = target;
  if (averageValue !== undefined) return `${name}: ${currentText(status, 'averageValue')}/${averageValue}`;
  const percent = (value: number | undefined, otherwise: string): string =>
    value === undefined ? otherwise : `${String(value)}%`;
  return `${name}: ${percent(status?.current.averageUtilization, unknown)}/${percent(averageUtilization, '<auto>')}`;
}
