/** Which resource names mean what. @go pkg/apis/core/helper/helpers.go */
import { isQualifiedName } from '@kubescript/apimachinery';

const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);

const QUOTA_ONLY = [
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];

const STANDARD = new Set([...CONTAINER_RESOURCES, ...QUOTA_ONLY, 'storage', 'requests.storage']);
const QUOTA = new Set([...CONTAINER_RESOURCES, ...QUOTA_ONLY, 'requests.storage']);
const INTEGER = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);

/** `hugepages-2Mi` */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** A resource that Kubernetes itself defines for containers. */
export function isStandardContainerResource(name: string): boolean {
  return CONTAINER_RESOURCES.has(name) || isHugePages(name);
}

/** A resource that Kubernetes itself defines. */
export function isStandardResource(name: string): boolean {
  return STANDARD.has(name) || isQuotaHugePages(name);
}

/** A resource that quotas may limit without naming a group. */
export function isStandardQuotaResource(name: string): boolean {
  return QUOTA.has(name) || isQuotaHugePages(name);
}

function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-');
}

/** Without a domain, or of Kubernetes' own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** A resource that a device plugin or an administrator defines. */
export function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith('requests.') && isQualifiedName(`requests.${name}`).length === 0;
}

/** Counted in whole pieces. */
export function isIntegerResource(name: string): boolean {
  return INTEGER.has(name) || isExtendedResource(name);
}

/** Requests of it may stay below the limit. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}
