import type { IPAddress, ParentReference, ServiceCIDR } from '@kubescript/api/networking/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  immutableMessage,
  invalid,
  isCanonicalCidr,
  isCanonicalIp,
  isDns1123Subdomain,
  isValidPathSegmentName,
  parseCidrSloppy,
  required,
} from '@kubescript/apimachinery';

import { breaches, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** @go networking/validation#ValidateIPAddress */
export const ipAddressValidation: KindValidation<IPAddress> = {
  validate: (address) => [
    ...validateObjectMeta(address.metadata, { namespaced: false, checkName: isCanonicalIp }, META),
    ...validateParent(address),
  ],
  validateUpdate: (address, old) => [
    ...validateObjectMetaUpdate(address.metadata, old.metadata, META),
    ...immutable(goParent(address), goParent(old), SPEC.child('parentRef')),
  ],
};

/** The parent as messages show it: as the reference's internal type. */
function goParent({ spec }: DeepReadonly<IPAddress>): unknown {
  // The type has it always, but a client may leave it out.
  const parent = spec.parentRef as DeepReadonly<ParentReference> | undefined;
  if (parent === undefined) return undefined;
  return {
    Group: parent.group ?? '',
    Resource: parent.resource,
    Namespace: parent.namespace ?? '',
    Name: parent.name,
  };
}

/** @go networking/validation#validateIPAddressParentReference */
function validateParent({ spec }: DeepReadonly<IPAddress>): FieldError[] {
  const path = SPEC.child('parentRef');
  // The type has it always, but a client may leave it out.
  const parent = spec.parentRef as DeepReadonly<ParentReference> | undefined;
  if (parent === undefined) return [required(path)];
  const { group = '', resource, name, namespace = '' } = parent;
  return [
    ...(group === '' ? [] : breaches(path.child('group'), group, isDns1123Subdomain(group))),
    ...neededSegment(resource, path.child('resource')),
    ...neededSegment(name, path.child('name')),
    ...(namespace === '' ? [] : breaches(path.child('namespace'), namespace, isValidPathSegmentName(namespace))),
  ];
}

function neededSegment(value: string, path: FieldPath): FieldError[] {
  return value === '' ? [required(path)] : breaches(path, value, isValidPathSegmentName(value));
}

/** @go networking/validation#ValidateServiceCIDR */
export const serviceCidrValidation: KindValidation<ServiceCIDR> = {
  validate: (cidr) => [
    ...validateObjectMeta(cidr.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateCidrs(cidr.spec.cidrs ?? []),
  ],
  validateUpdate: (cidr, old) => [
    ...validateObjectMetaUpdate(cidr.metadata, old.metadata, META),
    ...validateCidrsUpdate(cidr.spec.cidrs ?? [], old.spec.cidrs ?? []),
  ],
  validateStatusUpdate: (cidr, old) => validateObjectMetaUpdate(cidr.metadata, old.metadata, META),
};

const CIDRS = SPEC.child('cidrs');

function validateCidrs(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length === 0) return [required(CIDRS, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalid(CIDRS, { CIDRs: cidrs }, 'may only hold up to 2 values')];
  const errors = cidrs.flatMap((text, index) => breaches(CIDRS.index(index), text, isCanonicalCidr(text)));
  if (errors.length > 0 || cidrs.length < 2 || areDualStack(cidrs)) return errors;
  const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [invalid(CIDRS, { CIDRs: cidrs }, detail)];
}

function areDualStack(cidrs: readonly string[]): boolean {
  const networks = cidrs.map(parseCidrSloppy);
  const families = new Set(networks.map((network) => network?.base.family));
  return !networks.includes(undefined) && families.size === 2;
}

/** A second family may be added, nothing else. @go networking/validation#ValidateServiceCIDRUpdate */
function validateCidrsUpdate(cidrs: readonly string[], old: readonly string[]): FieldError[] {
  const isExtended = old.length === 1 && cidrs.length === 2;
  if (old.length !== cidrs.length && !isExtended) return [invalid(CIDRS, cidrs, immutableMessage)];
  const changed = old.flatMap((text, index) => immutable(cidrs[index], text, CIDRS.index(index)));
  return isExtended ? [...changed, ...validateCidrs(cidrs)] : changed;
}
