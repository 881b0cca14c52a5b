import type { ServicePort, ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  isDns1123Label,
  isQualifiedName,
  isValidPortNumber,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOf } from '../../validation/checks.ts';
import { PROTOCOLS } from './container-ports.ts';
import { goServicePortKey } from './go-names.ts';
import { validatePort } from './probes.ts';

/** Each port by itself. */
export function validateServicePorts(ports: DeepReadonly<ServicePort[]>, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) =>
    validateServicePort(port, { needsName: ports.length > 1, names }, path.index(index)),
  );
}

/** @go core/validation#validateServicePort */
function validateServicePort(
  { name = '', port, protocol, targetPort, appProtocol }: DeepReadonly<ServicePort>,
  { needsName, names }: { readonly needsName: boolean; readonly names: Set<string> },
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') {
    if (needsName) errors.push(required(path.child('name')));
  } else {
    errors.push(...breaches(path.child('name'), name, isDns1123Label(name)));
    if (names.has(name)) errors.push(duplicate(path.child('name'), name));
    names.add(name);
  }
  errors.push(...breaches(path.child('port'), port, isValidPortNumber(port)));
  errors.push(...oneOf(protocol, PROTOCOLS, path.child('protocol')));
  errors.push(...validatePort(targetPort ?? 0, path.child('targetPort')));
  if (appProtocol !== undefined) {
    errors.push(...breaches(path.child('appProtocol'), appProtocol, isQualifiedName(appProtocol)));
  }
  return errors;
}

/** Neither a port nor a node port twice for one protocol. */
export function validateUniquePorts({ type, ports = [] }: DeepReadonly<ServiceSpec>, path: FieldPath): FieldError[] {
  const nodePorts = new Set<string>();
  const numbers = new Set<string>();
  const errors: FieldError[] = [];
  ports.forEach(({ nodePort = 0 }, index) => {
    if (type !== 'ClusterIP' || nodePort === 0) return;
    errors.push(forbidden(path.index(index).child('nodePort'), "may not be used when `type` is 'ClusterIP'"));
  });
  ports.forEach(({ nodePort = 0, protocol = '' }, index) => {
    const key = `${protocol}/${String(nodePort)}`;
    if (nodePort !== 0 && nodePorts.has(key)) errors.push(duplicate(path.index(index).child('nodePort'), nodePort));
    nodePorts.add(key);
  });
  ports.forEach((port, index) => {
    const key = `${port.protocol ?? ''}/${String(port.port)}`;
    if (numbers.has(key)) errors.push(duplicate(path.index(index), goServicePortKey(port)));
    numbers.add(key);
  });
  return errors;
}
