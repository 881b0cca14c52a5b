import type {
  Endpoints,
  LimitRange,
  LimitRangeItem,
  Namespace,
  Node,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
} from '@kubescript/api/core/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';
import { defaultClaim, defaultPersistentVolume } from './claim-defaults.ts';
import { defaultPod, defaultPodTemplate } from './pod-defaults.ts';
import { defaultResourceList } from './resource-list.ts';
import { defaultService } from './service-defaults.ts';

/** Defaults of the kinds of v1. @go pkg/apis/core/v1/defaults.go */
export const coreV1Defaults: DefaultsByKind = {
  Endpoints: defaultsOf(defaultEndpoints),
  LimitRange: defaultsOf(defaultLimitRange),
  Namespace: defaultsOf(defaultNamespace),
  Node: defaultsOf(defaultNode),
  PersistentVolume: defaultsOf(defaultPersistentVolume),
  PersistentVolumeClaim: defaultsOf(defaultClaim),
  Pod: defaultsOf(defaultPod),
  PodTemplate: defaultsOf((template: PodTemplate) => {
    defaultPodTemplate(template.template);
  }),
  ReplicationController: defaultsOf(defaultReplicationController),
  ResourceQuota: defaultsOf(defaultResourceQuota),
  Secret: defaultsOf(defaultSecret),
  Service: defaultsOf(defaultService),
};

function defaultEndpoints(endpoints: Endpoints): void {
  for (const subset of endpoints.subsets ?? []) {
    for (const port of subset.ports ?? []) port.protocol ??= 'TCP';
  }
}

function defaultLimitRange(range: LimitRange): void {
  for (const item of range.spec.limits) {
    const { max, min, default: byDefault, defaultRequest, maxLimitRequestRatio } = item;
    for (const list of [max, min, byDefault, defaultRequest, maxLimitRequestRatio]) defaultResourceList(list);
    if (item.type === 'Container') defaultLimitRangeItem(item);
  }
}

/** A limit defaults to the maximum, a request to the limit, else to the minimum. */
function defaultLimitRangeItem(item: LimitRangeItem): void {
  const limits = { ...item.max, ...item.default };
  const requests = { ...item.min, ...limits, ...item.defaultRequest };
  if (Object.keys(limits).length > 0) item.default = limits;
  if (Object.keys(requests).length > 0) item.defaultRequest = requests;
}

function defaultNamespace(namespace: Namespace): void {
  namespace.status.phase ??= 'Active';
  const name = namespace.metadata.name ?? '';
  if (name === '') return;
  namespace.metadata.labels = { ...namespace.metadata.labels, 'kubernetes.io/metadata.name': name };
}

/** `stringData` is there for writing only: its texts go to `data`, encoded. */
function defaultSecret(secret: Secret): void {
  secret.type ??= 'Opaque';
  if (secret.stringData === undefined) return;
  const encoded = Object.entries(secret.stringData).map(([key, text]) => [key, encodeBase64(text)] as const);
  secret.data = { ...secret.data, ...Object.fromEntries(encoded) };
  delete secret.stringData;
}

function encodeBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function defaultResourceQuota({ spec, status }: ResourceQuota): void {
  defaultResourceList(spec.hard);
  defaultResourceList(status.hard);
  defaultResourceList(status.used);
}

function defaultNode(node: Node): void {
  const { podCIDR, podCIDRs } = node.spec;
  if (podCIDR !== undefined && podCIDRs?.[0] !== podCIDR) node.spec.podCIDRs = [podCIDR];
  else if (podCIDR === undefined && podCIDRs?.[0] !== undefined) node.spec.podCIDR = podCIDRs[0];
  const { capacity, allocatable } = node.status;
  defaultResourceList(capacity);
  defaultResourceList(allocatable);
  if (capacity !== undefined && allocatable === undefined) node.status.allocatable = { ...capacity };
}

function defaultReplicationController(controller: ReplicationController): void {
  const { spec, metadata } = controller;
  const labels = spec.template?.metadata?.labels;
  if (labels !== undefined) {
    spec.selector ??= { ...labels };
    metadata.labels ??= { ...labels };
  }
  spec.replicas ??= 1;
  defaultPodTemplate(spec.template);
}
