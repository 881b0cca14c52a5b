import { isDeepStrictEqual } from 'node:util';

import { formatTime, isInvalid, type Clock } from '@kubescript/apimachinery';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Endpoints, Service } from '@kubescript/api/core/v1';
import type { ServiceCIDR } from '@kubescript/api/networking/v1';
import { addressAt, parseIpRange, systemContext, type Stores } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from './ensure.ts';

const name = 'kubernetes';
const namespace = 'default';
const retryMs = 200;
const attempts = 50;

/** Where the API server can be reached. */
export interface KubernetesServiceOptions {
  /** An address that nodes and pods reach. */
  readonly advertiseAddress: string;
  readonly securePort: number;
  /** Port of the Service; 443 by default. */
  readonly servicePort?: number;
  /** The first is the range of the Service's address. */
  readonly clusterIpRanges: readonly string[];
}

/**
 * Makes the `kubernetes` Service, by which pods reach this server, with its endpoints.
 * A loopback address reaches nobody else, so it gets no endpoints.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/kubernetesservice#Controller
 */
export async function ensureKubernetesService(
  stores: Stores,
  options: KubernetesServiceOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    ensureService(stores, options, clock, signal),
    ...(isLoopback(options.advertiseAddress)
      ? []
      : [ensureEndpoints(stores, options, signal), ensureEndpointSlice(stores, options, signal)]),
  ]);
}

/**
 * Makes the Service. Where another server that starts at the same time has taken its address already, the Service is
 * about to be there.
 */
async function ensureService(
  stores: Stores,
  options: KubernetesServiceOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ensureObject(stores.services, service(options), signal);
      return;
    } catch (err) {
      if (!isInvalid(err) || attempt === attempts) throw err;
      await clock.sleep(retryMs, signal);
    }
  }
}

/** The address of the `kubernetes` Service: the first of the range. */
export function kubernetesServiceIp({ clusterIpRanges }: KubernetesServiceOptions): string {
  return addressAt(parseIpRange(clusterIpRanges[0] ?? ''), 1n);
}

function service(options: KubernetesServiceOptions): Service {
  const clusterIP = kubernetesServiceIp(options);
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, namespace, labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      type: 'ClusterIP',
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: [parseIpRange(options.clusterIpRanges[0] ?? '').family],
      ipFamilyPolicy: 'SingleStack',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ports: [{ name: 'https', protocol: 'TCP', port: options.servicePort ?? 443, targetPort: options.securePort }],
    },
    status: { loadBalancer: {} },
  };
}

async function ensureEndpoints(stores: Stores, options: KubernetesServiceOptions, signal: AbortSignal): Promise<void> {
  const subsets: Endpoints['subsets'] = [
    {
      addresses: [{ ip: options.advertiseAddress }],
      ports: [{ name: 'https', port: options.securePort, protocol: 'TCP' }],
    },
  ];
  const wanted: Endpoints = {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: { name, namespace, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    subsets,
  };
  const found = await ensureObject(stores.endpoints, wanted, signal);
  if (!found || isDeepStrictEqual(found.subsets, subsets)) return;
  await changeObject(stores.endpoints, found, (current) => ({ ...current, subsets }), signal);
}

async function ensureEndpointSlice(
  stores: Stores,
  options: KubernetesServiceOptions,
  signal: AbortSignal,
): Promise<void> {
  const endpoints = [{ addresses: [options.advertiseAddress], conditions: { ready: true } }];
  const ports = [{ name: 'https', protocol: 'TCP', port: options.securePort }];
  const wanted: EndpointSlice = {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: { name, namespace, labels: { 'kubernetes.io/service-name': name } },
    addressType: options.advertiseAddress.includes(':') ? 'IPv6' : 'IPv4',
    endpoints,
    ports,
  };
  const found = await ensureObject(stores.endpointSlices, wanted, signal);
  if (!found || (isDeepStrictEqual(found.endpoints, endpoints) && isDeepStrictEqual(found.ports, ports))) return;
  const { addressType } = wanted;
  await changeObject(
    stores.endpointSlices,
    found,
    (current) => ({ ...current, addressType, endpoints, ports }),
    signal,
  );
}

/**
 * Makes the ServiceCIDR of the ranges that addresses of Services are from.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/defaultservicecidr#Controller
 */
export async function ensureServiceCidr(
  stores: Stores,
  options: KubernetesServiceOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const wanted: ServiceCIDR = {
    kind: 'ServiceCIDR',
    apiVersion: 'networking.k8s.io/v1',
    metadata: { name },
    spec: { cidrs: [...options.clusterIpRanges] },
    status: {},
  };
  const found = await ensureObject(stores.serviceCIDRs, wanted, signal);
  if (found) return;
  const condition = {
    type: 'Ready',
    status: 'True',
    lastTransitionTime: formatTime(clock.now()),
    reason: '',
    message: 'Kubernetes default Service CIDR is ready',
  };
  const note = (current: ServiceCIDR): ServiceCIDR => ({ ...current, status: { conditions: [condition] } });
  await stores.serviceCIDRs.guaranteedUpdate(name, note, systemContext('', signal));
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
