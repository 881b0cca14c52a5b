import type { IPAddress, ServiceCIDR } from '@kubescript/api/networking/v1';
import { cidrContains, cidrSize, parseCidr, parseIp, type Cidr, type DeepReadonly } from '@kubescript/apimachinery';

/** Keeps a ServiceCIDR until no address of it is in use. */
export const protectionFinalizer = 'networking.k8s.io/service-cidr-finalizer';

/** What is to be done about a ServiceCIDR. */
export type CidrPlan =
  /** Nothing is in its way: it may go. */
  | { readonly kind: 'release' }
  /** Somebody deleted it, but addresses of it are in use that no other range has: it stays and gives no more. */
  | { readonly kind: 'hold' }
  /** It is protected, and says that it serves. */
  | { readonly kind: 'serve' };

/**
 * Decides what a ServiceCIDR is to be. `others` are all ServiceCIDRs, `addresses` those in use.
 *
 * @go k8s.io/kubernetes/pkg/controller/servicecidrs#(*Controller).sync
 */
export function planCidr(
  cidr: DeepReadonly<ServiceCIDR>,
  others: readonly DeepReadonly<ServiceCIDR>[],
  addresses: readonly DeepReadonly<IPAddress>[],
): CidrPlan {
  if (cidr.metadata.deletionTimestamp === undefined) return { kind: 'serve' };
  const left = others
    .filter(({ metadata }) => metadata.name !== cidr.metadata.name && metadata.deletionTimestamp === undefined)
    .flatMap(rangesOf);
  const own = rangesOf(cidr).filter((range) => !left.some((other) => covers(other, range)));
  const isUsed = addresses.some(({ metadata }) => {
    const ip = parseIp(metadata.name ?? '');
    const isIn = (range: Cidr): boolean => ip !== undefined && cidrContains(range, ip);
    return own.some(isIn) && !left.some(isIn);
  });
  return isUsed ? { kind: 'hold' } : { kind: 'release' };
}

function rangesOf({ spec }: DeepReadonly<ServiceCIDR>): Cidr[] {
  return (spec.cidrs ?? []).flatMap((text) => parseCidr(text) ?? []);
}

function covers(outer: Cidr, inner: Cidr): boolean {
  return cidrSize(outer) >= cidrSize(inner) && cidrContains(outer, inner.base);
}
