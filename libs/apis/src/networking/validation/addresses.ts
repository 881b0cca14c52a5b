import type { IPAddress, ParentReference, ServiceCIDR } from '@kubescript/api/networking/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  formatCidr,
  formatIp,
  invalid,
  isValidCidr,
  parseCidr,
  parseIp,
  required,
} from '@kubescript/apimachinery';

import { breaches, equal, immutable, nonEmpty, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** The name of an IPAddress is the address in its canonical form. */
function canonicalIpName(name: string): readonly string[] {
  const ip = parseIp(name);
  if (ip === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  return formatIp(ip) === name ? [] : [`must be in canonical form ("${formatIp(ip)}")`];
}

/** @go networking/validation#ValidateIPAddress */
export const ipAddressValidation: KindValidation<IPAddress> = {
  validate: (address) => [
    ...validateObjectMeta(address.metadata, { namespaced: false, checkName: canonicalIpName }, META),
    ...validateParent(address),
  ],
  validateUpdate: (address, old) => [
    ...validateObjectMetaUpdate(address.metadata, old.metadata, META),
    ...immutable(address.spec.parentRef, old.spec.parentRef, SPEC.child('parentRef')),
  ],
};

function validateParent({ spec }: DeepReadonly<IPAddress>): FieldError[] {
  const path = SPEC.child('parentRef');
  // The type has it always, but a client may leave it out.
  const parent = spec.parentRef as DeepReadonly<ParentReference> | undefined;
  if (parent === undefined) return [required(path)];
  return [...nonEmpty(parent.resource, path.child('resource')), ...nonEmpty(parent.name, path.child('name'))];
}

/** @go networking/validation#ValidateServiceCIDR */
export const serviceCidrValidation: KindValidation<ServiceCIDR> = {
  validate: (cidr) => [
    ...validateObjectMeta(cidr.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateCidrs(cidr.spec.cidrs ?? []),
  ],
  validateUpdate: (cidr, old) => [
    ...validateObjectMetaUpdate(cidr.metadata, old.metadata, META),
    ...validateCidrs(cidr.spec.cidrs ?? []),
    ...validateCidrsKept(cidr, old),
  ],
  validateStatusUpdate: (cidr, old) => validateObjectMetaUpdate(cidr.metadata, old.metadata, META),
};

function validateCidrs(cidrs: readonly string[]): FieldError[] {
  const path = SPEC.child('cidrs');
  if (cidrs.length === 0) return [required(path, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalid(path, cidrs, 'may only hold up to 2 values')];
  const errors = cidrs.flatMap((text, index) => validateCidr(text, path.index(index)));
  const families = new Set(cidrs.map((text) => text.includes(':')));
  if (errors.length === 0 && families.size < cidrs.length) {
    errors.push(
      invalid(path, cidrs, 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96'),
    );
  }
  return errors;
}

function validateCidr(text: string, path: FieldPath): FieldError[] {
  const errors = breaches(path, text, isValidCidr(text));
  const cidr = parseCidr(text);
  if (cidr === undefined) return errors;
  const [address = ''] = text.split('/');
  const [network = ''] = formatCidr(cidr).split('/');
  if (formatIp(parseIp(address) ?? cidr.base) !== network) {
    return [invalid(path, text, 'must not have bits set beyond the prefix length')];
  }
  return formatCidr(cidr) === text ? [] : [invalid(path, text, `must be in canonical form ("${formatCidr(cidr)}")`)];
}

/** A second family may be added, nothing else. */
function validateCidrsKept(
  { spec }: DeepReadonly<ServiceCIDR>,
  { spec: old }: DeepReadonly<ServiceCIDR>,
): FieldError[] {
  const now = spec.cidrs ?? [];
  const before = old.cidrs ?? [];
  if (before.length === 1 && now.length === 2) return immutable(now[0], before[0], SPEC.child('cidrs').index(0));
  return equal(now, before) ? [] : immutable(now, before, SPEC.child('cidrs'));
}
