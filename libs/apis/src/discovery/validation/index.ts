import type { Endpoint, EndpointPort, EndpointSlice } from '@kubescript/api/discovery/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidIp,
  parseIp,
  required,
  tooMany,
} from '@kubescript/apimachinery';

import { validateNonSpecialIp } from '../../core/validation/endpoint-ips.ts';
import { breaches, immutable, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const MAX = { endpoints: 1000, addresses: 100, ports: 20000, hints: 8 } as const;

/** @go discovery/validation#ValidateEndpointSlice */
const endpointSliceValidation: KindValidation<EndpointSlice> = {
  validate: (slice) => [
    ...validateObjectMeta(slice.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...oneOf(slice.addressType, ADDRESS_TYPES, new FieldPath('addressType')),
    ...validateBody(slice),
  ],
  validateUpdate: (slice, old) => [
    ...validateObjectMetaUpdate(slice.metadata, old.metadata, META),
    ...validateBody(slice),
    ...immutable(slice.addressType, old.addressType, new FieldPath('addressType')),
  ],
};

function validateBody({ endpoints = [], ports, addressType }: DeepReadonly<EndpointSlice>): FieldError[] {
  const path = new FieldPath('endpoints');
  const errors = validatePorts(ports ?? [], new FieldPath('ports'));
  if (endpoints.length > MAX.endpoints) return [...errors, tooMany(path, endpoints.length, MAX.endpoints)];
  return [
    ...endpoints.flatMap((endpoint, index) => validateEndpoint(endpoint, addressType, path.index(index))),
    ...errors,
  ];
}

function validateEndpoint(endpoint: DeepReadonly<Endpoint>, addressType: string, path: FieldPath): FieldError[] {
  const { addresses, hostname, nodeName } = endpoint;
  const place = path.child('addresses');
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(required(place, 'must contain at least 1 address'));
  if (addresses.length > MAX.addresses) return [tooMany(place, addresses.length, MAX.addresses)];
  addresses.forEach((address, index) => errors.push(...validateAddress(address, addressType, place.index(index))));
  if (nodeName !== undefined) errors.push(...breaches(path.child('nodeName'), nodeName, isDns1123Subdomain(nodeName)));
  if (hostname !== undefined) errors.push(...breaches(path.child('hostname'), hostname, isDns1123Label(hostname)));
  return errors;
}

function validateAddress(address: string, addressType: string, path: FieldPath): FieldError[] {
  switch (addressType) {
    case 'IPv4':
    case 'IPv6': {
      const isV6 = address.includes(':');
      if (parseIp(address) === undefined) return breaches(path, address, isValidIp(address));
      if (isV6 !== (addressType === 'IPv6')) return [invalid(path, address, `must be an ${addressType} address`)];
      return validateNonSpecialIp(address, path);
    }
    case 'FQDN':
      return breaches(path, address, isDns1123Subdomain(address));
    default:
      return [];
  }
}

function validatePorts(ports: DeepReadonly<EndpointPort[]>, path: FieldPath): FieldError[] {
  if (ports.length > MAX.ports) return [tooMany(path, ports.length, MAX.ports)];
  const seen = new Set<string>();
  return ports.flatMap(({ name = '', protocol, appProtocol }, index) => {
    const place = path.index(index);
    const errors = name === '' ? [] : breaches(place.child('name'), name, isDns1123Label(name));
    if (seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    errors.push(...oneOf(protocol, ['SCTP', 'TCP', 'UDP'], place.child('protocol')));
    if (appProtocol !== undefined) {
      errors.push(...breaches(place.child('appProtocol'), appProtocol, isQualifiedName(appProtocol)));
    }
    return errors;
  });
}

/** Rules of the kinds of discovery.k8s.io. */
export const discoveryValidation: ValidationByKind = { EndpointSlice: validationOf(endpointSliceValidation) };
