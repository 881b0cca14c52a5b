import { formatTime, isInvalid, type Clock } from '@kubescript/apimachinery';
import type { Service } from '@kubescript/api/core/v1';
import type { ServiceCIDR } from '@kubescript/api/networking/v1';
import { addressAt, findObject, parseIpRange, systemContext, type Stores } from '@kubescript/lib-registry';

import { ensureObject } from './ensure.ts';

const name = 'kubernetes';
const namespace = 'default';
const retryMs = 200;
const patience = 25;

/** What the Service leads to. */
export interface KubernetesServiceOptions {
  readonly securePort: number;
  /** Port of the Service; 443 by default. */
  readonly servicePort?: number;
  /** The first is the range of the Service's address. */
  readonly clusterIpRanges: readonly string[];
}

/**
 * Makes the `kubernetes` Service, by which pods reach the API servers. Where another server that starts at the same
 * time has taken its address already, the Service is about to be there; if it does not come, that server was killed.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/kubernetesservice#(*Controller).CreateOrUpdateMasterServiceIfNeeded
 */
export async function ensureKubernetesService(
  stores: Stores,
  options: KubernetesServiceOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; attempt <= patience; attempt++) {
    try {
      await ensureObject(stores.services, service(options), signal);
      return;
    } catch (err) {
      if (!isInvalid(err)) throw err;
      await clock.sleep(retryMs, signal);
    }
  }
  await releaseLeakedAddress(stores, kubernetesServiceIp(options), signal);
  await ensureObject(stores.services, service(options), signal);
}

/** Frees the address that was taken for the Service and never got to it. */
async function releaseLeakedAddress(stores: Stores, address: string, signal: AbortSignal): Promise<void> {
  const context = systemContext('', signal);
  const found = await findObject(stores.ipAddresses, address, context);
  const parent = found?.spec.parentRef;
  if (!found || parent?.resource !== 'services' || parent.namespace !== namespace || parent.name !== name) return;
  if (await findObject(stores.services, name, systemContext(namespace, signal))) return;
  const { uid = '', resourceVersion = '' } = found.metadata;
  const call = { ...context, preconditions: { uid, resourceVersion }, validate: () => Promise.resolve() };
  await stores.ipAddresses.delete(address, call);
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
