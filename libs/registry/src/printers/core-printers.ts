import type { DeepReadonly } from '@kubescript/apimachinery';
import type {
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from '@kubescript/api/core/v1';
import type { TableConvertor } from '@kubescript/apiserver';

import { age, balancerText, containerCells, firstOf, labelText, nameOf, none, since } from './cells.ts';
import { type Cell, printer } from './columns.ts';
import { nodePrinter } from './node-printer.ts';
import { podPrinter } from './pod-printer.ts';
import { persistentVolumeClaimPrinter, persistentVolumePrinter } from './volume-printers.ts';

const maxEndpoints = 3;

/** The table of component statuses. */
export const componentStatusPrinter = printer<ComponentStatus>(
  'Name(name) | Status | Message | Error',
  componentStatusCells,
);

/** Tables of the core kinds. */
export const corePrinters: Readonly<Record<string, TableConvertor>> = {
  ComponentStatus: componentStatusPrinter,
  ConfigMap: printer<ConfigMap>('Name(name) | Data | Age', (map) => [
    nameOf(map),
    Object.keys(map.data ?? {}).length + Object.keys(map.binaryData ?? {}).length,
    age(map),
  ]),
  Endpoints: printer<Endpoints>('Name(name) | Endpoints | Age', (endpoints) => [
    nameOf(endpoints),
    endpointsText(endpoints),
    age(endpoints),
  ]),
  Event: printer<Event>(
    'Last Seen | Type | Reason | Object | Subobject* | Source* | Message | First Seen* | Count* | Name*(name)',
    eventCells,
  ),
  LimitRange: printer<LimitRange>('Name(name) | Created At:date', (range) => [
    nameOf(range),
    range.metadata.creationTimestamp,
  ]),
  Namespace: printer<Namespace>('Name(name) | Status | Age', (namespace) => [
    nameOf(namespace),
    namespace.status.phase ?? '',
    age(namespace),
  ]),
  Node: nodePrinter,
  PersistentVolume: persistentVolumePrinter,
  PersistentVolumeClaim: persistentVolumeClaimPrinter,
  Pod: podPrinter,
  PodTemplate: printer<PodTemplate>('Name(name) | Containers | Images | Pod Labels', ({ metadata, template }) => [
    metadata.name ?? '',
    ...containerCells(template.spec?.containers),
    labelText(template.metadata?.labels),
  ]),
  ReplicationController: printer<ReplicationController>(
    'Name(name) | Desired:integer | Current:integer | Ready:integer | Age | Containers* | Images* | Selector*',
    (controller) => [
      nameOf(controller),
      controller.spec.replicas ?? 0,
      controller.status.replicas,
      controller.status.readyReplicas ?? 0,
      age(controller),
      ...containerCells(controller.spec.template?.spec?.containers),
      labelText(controller.spec.selector),
    ],
  ),
  ResourceQuota: printer<ResourceQuota>('Name(name) | Request | Limit | Age', (quota) => [
    nameOf(quota),
    ...quotaCells(quota),
    age(quota),
  ]),
  Secret: printer<Secret>('Name(name) | Type | Data | Age', (secret) => [
    nameOf(secret),
    secret.type ?? '',
    Object.keys(secret.data ?? {}).length,
    age(secret),
  ]),
  Service: printer<Service>('Name(name) | Type | Cluster-IP | External-IP | Port(s) | Age | Selector*', (service) => [
    nameOf(service),
    service.spec.type ?? '',
    service.spec.clusterIPs?.[0] ?? none,
    externalIps(service),
    portsText(service),
    age(service),
    labelText(service.spec.selector),
  ]),
  ServiceAccount: printer<ServiceAccount>('Name(name) | Age', (account) => [nameOf(account), age(account)]),
};

function componentStatusCells(component: DeepReadonly<ComponentStatus>): readonly string[] {
  const healthy = component.conditions?.find(({ type }) => type === 'Healthy');
  const status = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy';
  return [nameOf(component), status, healthy?.message ?? '', healthy?.error ?? ''];
}

function endpointsText({ subsets = [] }: DeepReadonly<Endpoints>): string {
  if (subsets.length === 0) return none;
  const all = subsets.flatMap(({ ports, addresses = [] }) =>
    ports?.length
      ? ports.flatMap(({ port }) => addresses.map(({ ip }) => hostPort(ip, port)))
      : addresses.map(({ ip }) => ip),
  );
  return firstOf(all, maxEndpoints);
}

function hostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${String(port)}` : `${ip}:${String(port)}`;
}

function eventCells(event: DeepReadonly<Event>): readonly Cell[] {
  const first = event.firstTimestamp ?? event.eventTime ?? undefined;
  const last = event.series?.lastObservedTime ?? event.lastTimestamp ?? first;
  const count = event.series?.count ?? event.count ?? 1;
  const { kind = '', name = '', fieldPath = '' } = event.involvedObject;
  return [
    since(last),
    event.type ?? '',
    event.reason ?? '',
    name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
    fieldPath,
    sourceText(event),
    (event.message ?? '').trim(),
    since(first),
    count,
    nameOf(event),
  ];
}

function sourceText({ source, reportingComponent = '', reportingInstance = '' }: DeepReadonly<Event>): string {
  const who = firstFilled(source?.component, reportingComponent);
  const where = firstFilled(source?.host, reportingInstance);
  return where === '' ? who : `${who}, ${where}`;
}

function firstFilled(first: string | undefined, second: string): string {
  return first === undefined || first === '' ? second : first;
}

function quotaCells({ status }: DeepReadonly<ResourceQuota>): readonly [string, string] {
  const hard = Object.entries(status.hard ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = ([name, limit]: readonly [string, string], separator: string): string =>
    `${name}: ${status.used?.[name] ?? '0'}${separator}${limit}`;
  const isLimit = ([name]: readonly [string, string]): boolean => name.startsWith('limits');
  return [
    hard
      .filter((entry) => !isLimit(entry))
      .map((entry) => text(entry, '/'))
      .join(', '),
    hard
      .filter(isLimit)
      .map((entry) => text(entry, '/'))
      .join(', '),
  ];
}

function externalIps({ spec, status }: DeepReadonly<Service>): string {
  const external = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName ?? '';
    case 'LoadBalancer': {
      const balanced = balancerText(status.loadBalancer?.ingress);
      const all = [...(balanced === '' ? [] : [balanced]), ...external];
      return all.length === 0 ? '<pending>' : all.join(',');
    }
    default:
      return external.length === 0 ? none : external.join(',');
  }
}

function portsText({ spec }: DeepReadonly<Service>): string {
  const ports = (spec.ports ?? []).map(({ port, nodePort, protocol = 'TCP' }) =>
    nodePort ? `${String(port)}:${String(nodePort)}/${protocol}` : `${String(port)}/${protocol}`,
  );
  return ports.length === 0 ? none : ports.join(',');
}
