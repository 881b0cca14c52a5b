import type { EndpointAddress, EndpointPort, Endpoints } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidPortNumber,
  required,
} from '@kubescript/apimachinery';

import { breaches, equal, legacyIp, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { PROTOCOLS } from './container-ports.ts';
import { validateNonSpecialIp } from './endpoint-ips.ts';

const META = new FieldPath('metadata');

/** @go core/validation#ValidateEndpoints */
export const endpointsValidation: KindValidation<Endpoints> = {
  validate: (endpoints) => [
    ...validateObjectMeta(endpoints.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSubsets(endpoints),
  ],
  validateUpdate: (endpoints, old) => [
    ...validateObjectMetaUpdate(endpoints.metadata, old.metadata, META),
    ...validateObjectMeta(endpoints.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...(equal(endpoints.subsets, old.subsets) ? [] : validateSubsets(endpoints)),
  ],
};

function validateSubsets({ subsets = [] }: DeepReadonly<Endpoints>): FieldError[] {
  return subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }, index) => {
    const path = new FieldPath('subsets').index(index);
    const none = addresses.length === 0 && notReadyAddresses.length === 0;
    return [
      ...(none ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...addresses.flatMap((address, at) => validateAddress(address, path.child('addresses').index(at))),
      ...notReadyAddresses.flatMap((address, at) =>
        validateAddress(address, path.child('notReadyAddresses').index(at)),
      ),
      ...ports.flatMap((port, at) => validatePort(port, ports.length > 1, path.child('ports').index(at))),
    ];
  });
}

function validateAddress(address: DeepReadonly<EndpointAddress>, path: FieldPath): FieldError[] {
  const { ip, hostname = '', nodeName } = address;
  return [
    ...legacyIp(ip, path.child('ip')),
    ...(hostname === '' ? [] : breaches(path.child('hostname'), hostname, isDns1123Label(hostname))),
    ...(nodeName === undefined ? [] : breaches(path.child('nodeName'), nodeName, isDns1123Subdomain(nodeName))),
    ...validateNonSpecialIp(ip, path.child('ip')),
  ];
}

function validatePort(port: DeepReadonly<EndpointPort>, needsName: boolean, path: FieldPath): FieldError[] {
  const { name = '', appProtocol } = port;
  return [
    ...(needsName && name === '' ? [required(path.child('name'))] : []),
    ...(name === '' ? [] : breaches(path.child('name'), name, isDns1123Label(name))),
    ...breaches(path.child('port'), port.port, isValidPortNumber(port.port)),
    ...oneOf(port.protocol, PROTOCOLS, path.child('protocol')),
    ...(appProtocol === undefined
      ? []
      : breaches(path.child('appProtocol'), appProtocol, isQualifiedName(appProtocol))),
  ];
}
