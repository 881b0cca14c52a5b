import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '@kubescript/api/discovery/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  fullyQualifiedDomainName,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  notSupported,
  parseIpSloppy,
  required,
  tooMany,
  validateLabels,
} from '@kubescript/apimachinery';

import { validateNonSpecialIp } from '../../core/validation/endpoint-ips.ts';
import { breaches, immutable, legacyIp, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const ADDRESS_TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const MAX = { endpoints: 1000, addresses: 100, ports: 20000, hints: 8, topology: 16 } as const;

/** @go discovery/validation#ValidateEndpointSlice */
const endpointSliceValidation: KindValidation<EndpointSlice> = {
  validate: (slice) => validateSlice(slice, []),
  validateUpdate: (slice, old) => [
    ...validateSlice(
      slice,
      (old.endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
    ),
    ...immutable(slice.addressType, old.addressType, new FieldPath('addressType')),
  ],
};

/** Addresses that were there before may stay. */
function validateSlice(slice: DeepReadonly<EndpointSlice>, old: readonly string[]): FieldError[] {
  const { endpoints, ports, addressType } = slice;
  return [
    ...validateObjectMeta(slice.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...oneOf(addressType, ADDRESS_TYPES, new FieldPath('addressType')),
    ...validateEndpoints(endpoints ?? [], { addressType, old }, new FieldPath('endpoints')),
    ...validatePorts(ports ?? [], new FieldPath('ports')),
  ];
}

/** What an address is checked by. */
interface AddressRules {
  readonly addressType: string;
  readonly old: readonly string[];
}

function validateEndpoints(
  endpoints: readonly DeepReadonly<Endpoint>[],
  rules: AddressRules,
  path: FieldPath,
): FieldError[] {
  if (endpoints.length > MAX.endpoints) return [tooMany(path, endpoints.length, MAX.endpoints)];
  return endpoints.flatMap((endpoint, index) => validateEndpoint(endpoint, rules, path.index(index)));
}

function validateEndpoint(endpoint: DeepReadonly<Endpoint>, rules: AddressRules, path: FieldPath): FieldError[] {
  const { hostname, nodeName, deprecatedTopology = {}, hints } = endpoint;
  const addresses = endpoint.addresses ?? [];
  const place = path.child('addresses');
  const topology = path.child('deprecatedTopology');
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(required(place, 'must contain at least 1 address'));
  if (addresses.length > MAX.addresses) errors.push(tooMany(place, addresses.length, MAX.addresses));
  addresses.forEach((address, index) => errors.push(...validateAddress(address, rules, place.index(index))));
  if (nodeName !== undefined) errors.push(...breaches(path.child('nodeName'), nodeName, isDns1123Subdomain(nodeName)));
  const count = Object.keys(deprecatedTopology).length;
  if (count > MAX.topology) errors.push(tooMany(topology, count, MAX.topology));
  errors.push(...validateLabels(deprecatedTopology, topology));
  if (hostname !== undefined) errors.push(...breaches(path.child('hostname'), hostname, isDns1123Label(hostname)));
  return hints === undefined ? errors : [...errors, ...validateHints(hints, path.child('hints'))];
}

function validateAddress(address: string, { addressType, old }: AddressRules, path: FieldPath): FieldError[] {
  if (addressType === 'FQDN') return fullyQualifiedDomainName(address, path);
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return [];
  const errors = legacyIp(address, path, old);
  if (errors.length > 0) return errors;
  const family = parseIpSloppy(address)?.family;
  if (`IPv${String(family)}` !== addressType) errors.push(invalid(path, address, `must be an ${addressType} address`));
  return [...errors, ...validateNonSpecialIp(address, path)];
}

/** @go discovery/validation#validateHints */
function validateHints(hints: DeepReadonly<EndpointHints>, path: FieldPath): FieldError[] {
  return [
    ...validateHintNames(hints.forZones ?? [], isValidLabelValue, path.child('forZones')),
    ...validateHintNames(hints.forNodes ?? [], isDns1123Subdomain, path.child('forNodes')),
  ];
}

function validateHintNames(
  hints: readonly { readonly name: string }[],
  rule: (name: string) => string[],
  path: FieldPath,
): FieldError[] {
  if (hints.length > MAX.hints) return [tooMany(path, hints.length, MAX.hints)];
  return hints.flatMap(({ name }, index) => {
    const place = path.index(index).child('name');
    const isRepeated = hints.findIndex((other) => other.name === name) < index;
    return [...(isRepeated ? [duplicate(place, name)] : []), ...breaches(place, name, rule(name))];
  });
}

/** @go discovery/validation#validatePorts */
function validatePorts(ports: readonly DeepReadonly<EndpointPort>[], path: FieldPath): FieldError[] {
  if (ports.length > MAX.ports) return [tooMany(path, ports.length, MAX.ports)];
  const seen = new Set<string>();
  return ports.flatMap(({ name = '', protocol, appProtocol }, index) => {
    const place = path.index(index);
    const errors = name === '' ? [] : breaches(place.child('name'), name, isDns1123Label(name));
    if (seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    if (protocol === undefined) errors.push(required(place.child('protocol')));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(place.child('protocol'), protocol, PROTOCOLS));
    if (appProtocol !== undefined) {
      errors.push(...breaches(place.child('appProtocol'), appProtocol, isQualifiedName(appProtocol)));
    }
    return errors;
  });
}

/** Rules of the kinds of discovery.k8s.io. */
export const discoveryValidation: ValidationByKind = { EndpointSlice: validationOf(endpointSliceValidation) };
